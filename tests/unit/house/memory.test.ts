import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statfsSync, statSync, utimesSync } from 'node:fs';
import { freemem } from 'node:os';
import { expect, test } from 'vitest';

/** A temporary folder of a process that keeps them in memory and has ended, and what others may do with the folder of all. */
function folderOf(): { folder: string; others: number } {
  const script = `
    import { keepInMemory } from './scripts/suite/memory.mjs';
    import { mkdtempSync, statSync } from 'node:fs';
    import { tmpdir } from 'node:os';
    keepInMemory();
    const others = statSync(tmpdir()).mode & 0o7;
    console.log(JSON.stringify({ folder: mkdtempSync(tmpdir() + '/one-'), others }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as ReturnType<typeof folderOf>;
}

const free = existsSync('/dev/shm') ? statfsSync('/dev/shm') : null;
const hasRoom = free !== null && Math.min(free.bavail * free.bsize, freemem()) > 6e9;

test.runIf(hasRoom)('temporary files of a run are in memory, and gone when it ends', () => {
  const { folder } = folderOf();
  expect(folder).toMatch(/^\/dev\/shm\/groundtrack-tests-\d+-\w+\/one-/);
  expect(existsSync(folder)).toBe(false);
});

test.runIf(hasRoom)(
  'another user, as whom PostgreSQL may run, enters their folder but does not list it',
  () => {
    expect(folderOf().others).toBe(0o1);
  },
);

test.runIf(hasRoom)(
  'what a killed run left is removed an hour later; what another container began is kept',
  () => {
    // no process has such a number: the most is 2^22
    const [old, recent] = ['/dev/shm/groundtrack-tests-4194305', '/dev/shm/groundtrack-tests-4194306'];
    for (const one of [old, recent]) mkdirSync(one, { recursive: true });
    // the file system's clock may be another than this process has
    const twoHoursAgo = statSync(recent).mtimeMs / 1000 - 7200;
    utimesSync(old, twoHoursAgo, twoHoursAgo);
    folderOf();
    expect([old, recent].map((one) => existsSync(one))).toEqual([false, true]);
    rmSync(recent, { recursive: true });
  },
);
