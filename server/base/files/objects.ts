import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openBucket, type Bucket, type ObjectPlace, storeError } from './bucket.ts';
import { checkedPart, type FileStore } from './fileStore.ts';
import { checksumOfFile } from './folder.ts';

/** Caches and mails that no mail server took: each machine's own. */
const OWN: ReadonlySet<string | undefined> = new Set(['quicklooks', 'outbox']);
const isOwn = (parts: readonly string[]): boolean => OWN.has(parts[0]);

/** Copies an object to a file, and compares it with its SHA-256. */
async function download(bucket: Bucket, key: string, file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${randomUUID()}.part`;
  try {
    const { stream, sha256 } = await bucket.get(key);
    await pipeline(stream, createWriteStream(temporary, { flush: true }));
    if (sha256 !== undefined && (await checksumOfFile(temporary)).sha256 !== sha256)
      throw storeError(new Error(`${key} did not come as it was stored`));
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function checksumIn(bucket: Bucket, key: string) {
  const found = await bucket.head(key);
  if (found === null) return null;
  const bytes = found.ContentLength ?? 0;
  const sha256 = found.Metadata?.['sha256'];
  if (sha256 !== undefined) return { bytes, sha256 };
  // put there by another program
  const hash = createHash('sha256');
  for await (const chunk of (await bucket.get(key)).stream) hash.update(chunk as Buffer);
  return { bytes, sha256: hash.digest('hex') };
}

/**
 * A file store in a bucket. Files are made in this machine's folder and then uploaded; layers are copied to it, because each
 * tile reads them at many places. Every object carries its SHA-256.
 * @param folder this machine's
 */
export function openObjects(folder: FileStore, place: ObjectPlace): FileStore {
  const bucket = openBucket(place);
  const keyOf = (parts: readonly string[]) => place.prefix + parts.map(checkedPart).join('/');
  const copies = new Map<string, Promise<string>>();
  return {
    root: folder.root,
    pathOf: (...parts) => folder.pathOf(...parts),
    async write(parts, content, mode) {
      if (isOwn(parts)) return folder.write(parts, content, mode);
      await bucket.send(keyOf(parts), content);
      return `s3://${place.bucket}/${keyOf(parts)}`;
    },
    async adopt(temporary, parts) {
      await bucket.sendFile(keyOf(parts), temporary);
      await rm(temporary, { force: true });
    },
    put: (file, parts) => (isOwn(parts) ? folder.put(file, parts) : bucket.sendFile(keyOf(parts), file)),
    copyTo: (file, parts) =>
      isOwn(parts) ? folder.copyTo(file, parts) : download(bucket, keyOf(parts), file),
    async local(...parts) {
      const file = folder.pathOf(...parts);
      const fetched = () => download(bucket, keyOf(parts), file);
      const copying =
        copies.get(file) ??
        stat(file)
          .then(() => undefined, fetched)
          .then(() => file);
      copies.set(file, copying);
      copying.catch(() => copies.delete(file));
      return copying;
    },
    async read(parts, range) {
      if (isOwn(parts)) return folder.read(parts, range);
      return Readable.toWeb((await bucket.get(keyOf(parts), range)).stream) as ReadableStream;
    },
    link: async (parts, as) => (isOwn(parts) ? null : bucket.link(keyOf(parts), as)),
    async list(name) {
      const start = `${keyOf([name])}/`;
      const names = (await bucket.keysOf(start)).map((key) => key.slice(start.length));
      return names.filter((one) => !one.includes('/'));
    },
    async remove(...parts) {
      await folder.remove(...parts);
      copies.clear();
      if (isOwn(parts)) return;
      for (const key of [keyOf(parts), ...(await bucket.keysOf(`${keyOf(parts)}/`))]) await bucket.drop(key);
    },
    isEmpty: async () => (await folder.isEmpty()) && (await bucket.keysOf(place.prefix, 1)).length === 0,
    sizeOf: async (...parts) =>
      isOwn(parts) ? folder.sizeOf(...parts) : ((await bucket.head(keyOf(parts)))?.ContentLength ?? null),
    async probe() {
      const key = keyOf([`probe-${randomUUID()}`]);
      await bucket.send(key, 'x');
      await bucket.drop(key);
      return folder.probe();
    },
    // a bucket has no end; what is being made needs this machine's disk
    room: async (reserve) => ((await folder.room(reserve)) < 0 ? -1 : Number.MAX_SAFE_INTEGER),
    checksumOf: (...parts) => (isOwn(parts) ? folder.checksumOf(...parts) : checksumIn(bucket, keyOf(parts))),
  };
}
