import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { processOptions } from '../../../server/base/memory.ts';
import { nicenessOf } from '../../../server/base/thread.ts';

describe('the priority of threads', () => {
  it('is as far below the process as their work may wait, and never above what its operator gave it', () => {
    const nicenesses = (ofProcess: number) =>
      (['short', 'long', 'accepted', 'ahead'] as const).map((pace) => nicenessOf(pace, ofProcess));
    expect(nicenesses(0)).toEqual([5, 10, 12, 19]);
    expect(nicenesses(12)).toEqual([17, 19, 19, 19]);
  });

  it('V8’s own threads, which have the priority of the loop, are half as many as processors, one at least', () => {
    const poolOf = (processors: number) => processOptions(512, processors)[0];
    expect([1, 2, 5, 64].map(poolOf)).toEqual([1, 1, 2, 4].map((count) => `--v8-pool-size=${count}`));
  });

  // only Linux has a priority for each thread
  it.runIf(process.platform === 'linux')('lets them start in a process that an operator made nicer', () => {
    const program = fileURLToPath(new URL('priority.ts', import.meta.url));
    const args = ['-n', '12', process.execPath, '--import', 'tsx', program];
    const printed = execFileSync('nice', args, { encoding: 'utf8' });
    const lines = printed.trim().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['short', 'long', 'accepted', 'ahead']);
    for (const line of lines) expect(Number(line.split(' ')[1])).toBeGreaterThanOrEqual(12);
  });
});
