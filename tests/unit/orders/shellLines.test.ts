import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { shellLines, type ShellTool } from '../../../src/machines/orders/shellLines.rules.ts';
import type { OrderFile } from '../../../contract/orders/orderDetails.ts';

const file = (name: string, url: string): OrderFile => ({ name, url, bytes: 408, sha256: null });
const ORDER = {
  orderNum: 'GT-20261127-0042',
  files: [
    file('A_L1.tif', 'https://portal.example/files/a?x=1&y=$HOME'),
    file("it's `b`.json", "https://portal.example/files/it's"),
  ],
};
/** Says what each program is called with, a line for each word, instead of running it. */
const SAY = ['curl', 'rclone', 'aws'].map((name) => `${name}() { printf '%s\\n' ${name} "$@"; };`).join(' ');

function said(tool: ShellTool): string[] {
  // a pipe's first program writes into the second, which doesn't read: only the second is heard
  return execFileSync('/bin/sh', ['-c', `${SAY} BUCKET=mine\n${shellLines(ORDER, tool)}`])
    .toString()
    .trimEnd()
    .split('\n');
}

describe('The commands that download an order', () => {
  test('run in a shell as they are, whatever is in names and addresses', () => {
    const curl = ['curl', '-fL', '--create-dirs', '-o'];
    const [first, second] = ['GT-20261127-0042/A_L1.tif', "GT-20261127-0042/it's `b`.json"];
    expect(said('curl')).toEqual([...curl, first, ORDER.files[0]!.url, ...curl, second, ORDER.files[1]!.url]);
    expect(said('rclone').slice(0, 4)).toEqual([
      'rclone',
      'copyurl',
      ORDER.files[0]!.url,
      'GT-20261127-0042/A_L1.tif',
    ]);
    expect(said('aws').slice(5)).toEqual([
      'aws',
      's3',
      'cp',
      '-',
      "s3://mine/GT-20261127-0042/it's `b`.json",
    ]);
  });

  test('without a bucket the lines for one say so, and nothing is copied', () => {
    const run = () =>
      execFileSync('/bin/sh', ['-c', `${SAY}\n${shellLines(ORDER, 'aws')}`], { stdio: 'pipe', env: {} });
    expect(run).toThrow('BUCKET');
  });
});
