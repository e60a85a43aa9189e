import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { checkedPart, type FileStore } from './fileStore.ts';

/** Flushes a file or a folder. */
async function flush(name: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(name, flags);
  await handle.sync().finally(() => handle.close());
}

/**
 * Flushes a folder and its parents up to the store's root: otherwise a power loss may remove a completely
 * written file. Windows has no such call and doesn't need it.
 */
async function syncFolders(root: string, folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await flush(folder, 'r');
  if (folder !== root && folder.startsWith(root)) await syncFolders(root, path.dirname(folder));
}

/** Size of a file in bytes and its SHA-256, hexadecimal. @throws ENOENT if there is none */
export async function checksumOfFile(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Copies a file with its mode, to the disk. @throws ENOENT if there is none */
async function copyFlushed(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  if (from !== to) await copyFile(from, to);
  await flush(to, 'r');
}

/** Opens a folder as a file store. Folders are created on the first write. */
export function openFolder(root: string): FileStore {
  const pathOf = (...parts: string[]) => path.join(root, ...parts.map(checkedPart));
  const sizeOf = async (...parts: string[]) => {
    const found = await stat(pathOf(...parts)).catch(() => null);
    return found?.isFile() ? found.size : null;
  };
  const free = async () => {
    await mkdir(root, { recursive: true });
    const { bavail, bsize } = await statfs(root);
    return bavail * bsize;
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
      await flush(temporary, 'r+');
      await rename(temporary, target);
      await syncFolders(root, path.dirname(target));
    },
    put: (file, parts) => copyFlushed(file, pathOf(...parts)),
    copyTo: (file, parts) => copyFlushed(pathOf(...parts), file),
    local: (...parts) => Promise.resolve(pathOf(...parts)),
    async read(parts, range) {
      const handle = await open(pathOf(...parts), 'r');
      return Readable.toWeb(handle.createReadStream(range)) as ReadableStream;
    },
    link: () => Promise.resolve(null),
    async list(folder) {
      const names = await readdir(pathOf(folder)).catch(() => []);
      return names.filter((name) => !name.endsWith('.part'));
    },
    remove: (...parts) => rm(pathOf(...parts), { recursive: true, force: true }),
    isEmpty: async () => (await readdir(root).catch(() => [])).length === 0,
    sizeOf,
    async probe() {
      const bytes = await free();
      const file = path.join(root, `${randomUUID()}.part`);
      // a full disk takes the file and refuses its content
      await writeFile(file, 'x').finally(() => rm(file, { force: true }));
      return bytes;
    },
    room: async (reserve) => (await free()) - reserve,
    checksumOf: async (...parts) =>
      (await sizeOf(...parts)) === null ? null : checksumOfFile(pathOf(...parts)),
  };
}
