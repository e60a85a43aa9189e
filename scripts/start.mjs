// `npm start`: from a fresh clone to a running server. Plain Node, because it runs before any package is installed.
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { checkNode, ensurePackages, root, run } from './packages.mjs';

/** The sources of the client. */
const SOURCES = [
  'index.html',
  'quote.html',
  'machines.html',
  'vite.config.ts',
  'package-lock.json',
  'scripts/outline',
  // names of places on the built-in map
  'server/places',
  'src',
  'contract',
  'public',
  'aimf',
];

/** Folder of a build in progress. */
const BUILD = 'node_modules/.client-build';

/** The newest modification time in a file or folder, ms; 0 if it is missing. */
async function changedAt(name) {
  const place = path.join(root, name);
  const own = await stat(place).catch(() => null);
  if (!own) return 0;
  if (!own.isDirectory()) return own.mtimeMs;
  const names = await readdir(place);
  return Math.max(
    own.mtimeMs,
    ...(await Promise.all(names.map((inner) => changedAt(path.join(name, inner))))),
  );
}

/** Builds the client if a source is newer; a complete build replaces the old one. */
async function ensureBuild() {
  const built = await changedAt('dist/index.html');
  const changed = Math.max(...(await Promise.all(SOURCES.map(changedAt))));
  if (built > changed) return;
  console.log('Building the client…');
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  await run(process.execPath, [vite, 'build', '--outDir', BUILD, '--emptyOutDir', '--logLevel', 'warn']);
  await rm(path.join(root, 'dist'), { recursive: true, force: true });
  await rename(path.join(root, BUILD), path.join(root, 'dist'));
}

checkNode();
process.chdir(root);
// npm start -- --processes N
const processes = process.argv.indexOf('--processes');
if (processes !== -1) process.env['PROCESSES'] = process.argv[processes + 1] ?? '';
try {
  await ensurePackages({ development: false });
  await ensureBuild();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
// the server runs in this process, so that it receives each signal once
const { register } = await import('tsx/esm/api');
register();
await import('../server/main.ts');
