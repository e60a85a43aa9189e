import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { checksumOfFile } from '../../base/files/folder.ts';

/** Written last: a backup without it is incomplete. */
export const MANIFEST = 'backup.json';
/** Folders of a backup. */
export const TABLES = 'tables';
export const FILES = 'files';

const storedFile = z.object({
  /** Below the backup's folder, with slashes. */
  path: z.string(),
  bytes: z.number(),
  /** Hexadecimal. */
  sha256: z.string(),
});

const manifestSchema = z.object({
  format: z.literal(1),
  /** The moment that all rows and files belong to, UTC. */
  at: z.string(),
  /** The migrations of the schema. */
  migrations: z.array(z.string()),
  /** Tables in an order in which they can be filled. */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), file: storedFile }),
  ),
  sequences: z.array(
    z.object({ table: z.string(), column: z.string(), last: z.number(), isCalled: z.boolean() }),
  ),
  files: z.array(storedFile),
  /** Files named by rows that were not in the file store. */
  missing: z.array(z.string()),
});

export type StoredFile = z.infer<typeof storedFile>;
export type Manifest = z.infer<typeof manifestSchema>;

/** A backup can't be made, or not restored; the message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** @throws BackupError if the folder holds no complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) throw new BackupError(`${folder} is not a complete backup: it has no ${MANIFEST}`);
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new BackupError(`${path.join(folder, MANIFEST)} can't be read, or is of a newer program`);
  }
}

/** Reads a file back from the disk. */
export async function describeFile(folder: string, name: string): Promise<StoredFile> {
  return { path: name, ...(await checksumOfFile(path.join(folder, name))) };
}

/** @throws BackupError naming the first file that is missing or was changed */
export async function verifyFiles(folder: string, { tables, files }: Manifest): Promise<void> {
  for (const wanted of [...tables.map(({ file }) => file), ...files]) {
    const found = await stat(path.join(folder, wanted.path)).catch(() => null);
    if (found === null) throw new BackupError(`the backup lacks ${wanted.path}`);
    if (found.size !== wanted.bytes || (await describeFile(folder, wanted.path)).sha256 !== wanted.sha256)
      throw new BackupError(`${wanted.path} of the backup was changed or damaged`);
  }
}
