import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

/** An S3 server of this process, with one bucket. */
export interface ObjectStore {
  /** FILES_URL of a folder of its bucket. */
  urlOf(prefix: string): string;
  /** Stops answering, or answers again. */
  stop(): Promise<void>;
  resume(): Promise<void>;
  remove(): Promise<void>;
}

/** The keys of every s3rver, where the client looks for them. */
const STORE_KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' } as const;

/**
 * @param folders that several processes write to and empty at the same time: s3rver removes an empty folder under the hands
 * of another writer, so these are never empty
 */
export async function objectStore(folders: readonly string[] = []): Promise<ObjectStore> {
  Object.assign(process.env, STORE_KEYS);
  const directory = await mkdtemp(path.join(os.tmpdir(), 'groundtrack-s3-'));
  for (const folder of folders) {
    const place = path.join(directory, 'files', folder);
    await mkdir(place, { recursive: true });
    await writeFile(path.join(place, 'kept'), '');
  }
  let port = 0;
  let running: S3rver | null = null;
  const resume = async () => {
    const configureBuckets = [{ name: 'files', configs: [] }];
    running = new S3rver({ address: '127.0.0.1', port, silent: true, directory, configureBuckets });
    ({ port } = await running.run());
  };
  const stop = async () => {
    const closed = running?.close();
    // clients keep theirs
    (running as { httpServer?: Server } | null)?.httpServer?.closeAllConnections();
    await closed;
    running = null;
  };
  await resume();
  return {
    urlOf: (prefix) => `s3://files/${prefix}?endpoint=http://127.0.0.1:${port}`,
    stop,
    resume,
    remove: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
