import { execFileSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** The niceness of threads, by their pace, of a process that is started with `more` niceness than this one. */
function nicenessOf(more: number): Record<string, number> {
  const program = fileURLToPath(new URL('priority.ts', import.meta.url));
  const args = ['-n', String(more), process.execPath, '--import', 'tsx', program];
  const lines = execFileSync('nice', args, { encoding: 'utf8' }).trim().split('\n');
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]));
}

// only Linux has a priority for each thread
it.runIf(process.platform === 'linux')(
  'threads are as far below the process as their work may wait, and never above what its operator gave it',
  () => {
    const own = getPriority();
    const below = (more: number) => (by: number) => Math.min(19, own + more + by);
    for (const more of [0, 12]) {
      const [short, long, ahead] = [5, 10, 19].map(below(more));
      expect(nicenessOf(more)).toEqual({ short, long, ahead });
    }
  },
);
