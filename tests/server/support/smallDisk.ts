import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { mkdir, open, readdir, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isDiskFull } from '../../../server/base/failures.ts';

const CHUNK_BYTES = 1_048_576;

function mount(folder: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

/** Whether this user may mount a disk here: root on Linux, unless a container forbids it. */
export function canMount(): boolean {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'groundtrack-mount-'));
  const mounted = mount(folder, 1);
  if (mounted) execFileSync('umount', [folder]);
  rmdirSync(folder);
  return mounted;
}

/** A real disk of a few megabytes. */
export interface SmallDisk {
  /** Leaves no more than so many bytes, to the block. */
  fill(left?: number): Promise<void>;
  /** Makes room again. */
  free(): Promise<void>;
  /** Names of everything on it but the ballast. */
  names(): Promise<string[]>;
  unmount(): void;
}

/** Mounts a small disk on a folder. @throws Error if it may not */
export async function smallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  await mkdir(folder, { recursive: true });
  if (!mount(folder, megabytes)) throw new Error(`no disk can be mounted on ${folder}`);
  const ballast = path.join(folder, 'ballast');
  return {
    async fill(left = 0) {
      const handle = await open(ballast, 'w');
      const { bavail, bsize } = await statfs(folder);
      // what others write and free meanwhile counts too
      const most = left === 0 ? Infinity : bavail * bsize - left;
      try {
        for (let done = 0; done < most; done += CHUNK_BYTES)
          await handle.writeFile(Buffer.alloc(Math.min(most - done, CHUNK_BYTES)));
      } catch (error) {
        if (!isDiskFull(error)) throw error;
      } finally {
        await handle.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    names: async () =>
      (await readdir(folder, { recursive: true })).filter((name) => name !== 'ballast').sort(),
    // lazily: a thread may still hold a file
    unmount: () => void execFileSync('umount', ['-l', folder]),
  };
}
