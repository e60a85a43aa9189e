import path from 'node:path';
import { backUp } from './backup.ts';
import type { Manifest } from './manifest.ts';
import { restore } from './restore.ts';
import { counted, type Command, type CommandContext, type LoneCommand } from '../command.ts';

function summary({ at, tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = [...files, ...tables.map(({ file }) => file)].reduce((sum, file) => sum + file.bytes, 0);
  return `${counted(rows, 'row')} and ${counted(files.length, 'file')} of ${at}, ${(bytes / 1e6).toFixed(1)} MB`;
}

async function make({ deps, words, print }: CommandContext): Promise<void> {
  const folder = path.resolve(words[0] ?? '');
  const manifest = await backUp(deps, folder);
  print(`${folder}: ${summary(manifest)}`);
  for (const name of manifest.missing) print(`Named by a row, but not in the file store: ${name}`);
}

/** `operator backup`, and `operator restore`, which must find no database. */
export const backupCommands: readonly (Command | LoneCommand)[] = [
  {
    name: 'backup',
    usage: 'FOLDER',
    meaning: 'Writes the database and its files, as they are at one moment, to a new folder',
    run: make,
  },
  {
    name: 'restore',
    usage: 'FOLDER',
    meaning: 'Restores a backup into a new DATA_DIR, and with DATABASE_URL into an empty database',
    runAlone: async (config, [folder = ''], print) => {
      const manifest = await restore(path.resolve(folder), config);
      print(`${config.dataDir}: ${summary(manifest)}`);
    },
  },
];
