import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The file store below DATA_DIR (decision 35: all state is in the database and here). Names are given in
 * parts; a part that could leave the store is refused.
 */
export interface FileStore {
  /** The store's folder, absolute. */
  readonly root: string;
  /**
   * The absolute path of a stored file or folder.
   * @throws RangeError if a part is empty, '.', '..', or contains a separator or a null character
   */
  pathOf(...parts: string[]): string;
  /**
   * Writes a file atomically: a flushed temporary file is renamed, then the folder is flushed.
   * @param mode who may read it; 0o600 for secrets
   */
  write(parts: readonly string[], content: Uint8Array | string, mode?: number): Promise<string>;
  /** Makes a file that was written beside its place, on the same disk, a stored one: flushed, then renamed. */
  adopt(temporary: string, parts: readonly string[]): Promise<void>;
  /** The file's size in bytes, or null if it doesn't exist. */
  sizeOf(...parts: string[]): Promise<number | null>;
  /** Writes a file and removes it. @returns the free bytes of the disk */
  probe(): Promise<number>;
  /** The file's size in bytes and its SHA-256, hexadecimal; or null if it doesn't exist. */
  checksumOf(...parts: string[]): Promise<{ bytes: number; sha256: string } | null>;
}

function checkedPart(part: string): string {
  if (part === '' || part === '.' || part === '..' || /[/\\\0]/.test(part))
    throw new RangeError(`not a file name: ${JSON.stringify(part)}`);
  return part;
}

/**
 * Flushes a folder and its parents up to the store's root: otherwise a power loss may remove a completely
 * written file. Windows has no such call and doesn't need it.
 */
async function syncFolders(root: string, folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (folder !== root && folder.startsWith(root)) await syncFolders(root, path.dirname(folder));
}

/** Opens the file store of a data folder. Folders are created on the first write. */
export function openFiles(dataDir: string): FileStore {
  const root = path.resolve(dataDir, 'files');
  const pathOf = (...parts: string[]) => path.join(root, ...parts.map(checkedPart));
  const sizeOf = async (...parts: string[]) => {
    const found = await stat(pathOf(...parts)).catch(() => null);
    return found?.isFile() ? found.size : null;
  };
  return {
    root,
    pathOf,
    async write(parts, content, mode = 0o666) {
      const target = pathOf(...parts);
      await mkdir(path.dirname(target), { recursive: true });
      const temporary = `${target}.${randomUUID()}.part`;
      try {
        const handle = await open(temporary, 'wx', mode);
        try {
          await handle.writeFile(content);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporary, target);
        await syncFolders(root, path.dirname(target));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      return target;
    },
    async adopt(temporary, parts) {
      const target = pathOf(...parts);
      const handle = await open(temporary, 'r+');
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, target);
      await syncFolders(root, path.dirname(target));
    },
    sizeOf,
    async probe() {
      await mkdir(root, { recursive: true });
      const file = path.join(root, `${randomUUID()}.part`);
      // a full disk takes the file and refuses its content
      await writeFile(file, 'x').finally(() => rm(file, { force: true }));
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
    async checksumOf(...parts) {
      const bytes = await sizeOf(...parts);
      if (bytes === null) return null;
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(pathOf(...parts))) hash.update(chunk as Buffer);
      return { bytes, sha256: hash.digest('hex') };
    },
  };
}
