import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { freemem } from 'node:os';

const SHARED = '/dev/shm';
const NAME = 'groundtrack-tests-';
/** Bytes of the machine's memory that must be free, several times what the temporary files of a run take. */
const LEAST = 4e9;

/** Folders without a process are removed after this time: the process may be one of another container. */
const KEPT_MS = 3_600_000;

/** Whether programs run from the shared memory: tests write some there. */
const runsPrograms = () =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .some((line) => line.split(' ')[1] === SHARED && !line.split(' ')[3].split(',').includes('noexec'));

/**
 * Puts the temporary files of this process, and of those it starts, into memory where there is room (Linux), until it
 * exits: each of hundreds of test databases is a thousand files, which a disk's file system creates and removes at a
 * twentieth of the speed. What a killed run has left there is removed an hour later.
 */
export function keepInMemory() {
  if (!existsSync(SHARED) || !existsSync('/proc/mounts') || !runsPrograms()) return;
  // two containers may have processes of the same number
  const folder = mkdtempSync(`${SHARED}/${NAME}${process.pid}-`);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // its time is the file system's, whose clock may be another than this process has
  const now = statSync(folder).mtimeMs;
  for (const name of readdirSync(SHARED)) {
    if (!name.startsWith(NAME) || existsSync(`/proc/${parseInt(name.slice(NAME.length))}`)) continue;
    const other = `${SHARED}/${name}`;
    const changed = statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (changed < now - KEPT_MS) rmSync(other, { recursive: true, force: true });
  }
  const { bavail, bsize } = statfsSync(SHARED);
  if (Math.min(bavail * bsize, freemem()) < LEAST) return;
  // PostgreSQL may run as another user, who enters but doesn't list it
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
}
