import { mkdtemp, rm } from 'node:fs/promises';
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

export async function objectStore(): Promise<ObjectStore> {
  Object.assign(process.env, STORE_KEYS);
  const directory = await mkdtemp(path.join(os.tmpdir(), 'groundtrack-s3-'));
  let port = 0;
  let running: S3rver | null = null;
  const resume = async () => {
    const configureBuckets = [{ name: 'files', configs: [] }];
    running = new S3rver({ address: '127.0.0.1', port, silent: true, directory, configureBuckets });
    ({ port } = await running.run());
  };
  const stop = async () => {
    await running?.close();
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
