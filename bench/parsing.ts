import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AOI_FILE_ENDINGS, aoiFileOf, type AoiFileEnding } from './aoiFilesForBench.ts';
import type { ParsingRun } from './parsingOnce.ts';

/** Sizes of the files, millions of bytes; of an archive that is what it holds, for 64 MiB of that are read at most. */
const SIZES = [10, 50];
const RUNS = 5;

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const rounded = (value: number): number => Math.round(value * 10) / 10;

async function runOnce(file: string): Promise<ParsingRun> {
  const script = join(import.meta.dirname, 'parsingOnce.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, file]);
  return JSON.parse(stdout) as ParsingRun;
}

async function figuresOf(ending: AoiFileEnding, megabytes: number, folder: string) {
  const { bytes, heldBytes, vertices } = aoiFileOf(ending, megabytes * 1e6);
  const file = join(folder, `bench${ending}`);
  await writeFile(file, bytes);
  const runs: ParsingRun[] = [];
  for (let at = 0; at < RUNS; at++) runs.push(await runOnce(file));
  const speed = (seconds: (run: ParsingRun) => number) =>
    rounded(heldBytes / 1e6 / median(runs.map(seconds)));
  return {
    fileMegabytes: rounded(bytes.length / 1e6),
    heldMegabytes: rounded(heldBytes / 1e6),
    vertices,
    readMegabytesPerSecond: speed(({ readSeconds }) => readSeconds),
    withDoctorMegabytesPerSecond: speed(({ withDoctorSeconds }) => withDoctorSeconds),
    extraMegabytes: Math.round(median(runs.map(({ extraMegabytes }) => extraMegabytes))),
    verdict: runs[0]?.verdict ?? '',
  };
}

/**
 * Millions of bytes a second that uploaded geometry files of each format are read at, alone and with the AOI doctor, for
 * generated files of each size; medians of 5, each in a process of its own.
 * @param sizes millions of bytes
 */
export async function benchParsing(sizes: readonly number[] = SIZES): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'groundtrack-bench-'));
  try {
    const figures: Record<string, Record<string, Awaited<ReturnType<typeof figuresOf>>>> = {};
    for (const ending of AOI_FILE_ENDINGS) {
      const ofFormat: (typeof figures)[string] = {};
      for (const size of sizes) ofFormat[`megabytes${size}`] = await figuresOf(ending, size, folder);
      figures[ending.slice(1)] = ofFormat;
    }
    return figures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
