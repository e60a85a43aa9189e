import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  AOI_FILE_ENDINGS,
  aoiFileOf,
  hasAttributes,
  type AoiFileEnding,
  type Filling,
} from './aoiFilesForBench.ts';
import type { ParsingRun } from './parsingOnce.ts';

/** Size of a file of vertices or attributes; for an archive, of its content. */
const BYTES = 50e6;
const RUNS = 3;

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const rounded = (value: number, digits = 1): number => Math.round(value * 10 ** digits) / 10 ** digits;

async function runOnce(file: string): Promise<ParsingRun> {
  const script = join(import.meta.dirname, 'parsingOnce.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, file]);
  return JSON.parse(stdout) as ParsingRun;
}

async function figuresOf(ending: AoiFileEnding, filling: Filling, folder: string) {
  const { bytes, heldBytes, vertices } = aoiFileOf(ending, filling, BYTES);
  const file = join(folder, `bench${ending}`);
  await writeFile(file, bytes);
  const runs: ParsingRun[] = [];
  for (let at = 0; at < RUNS; at++) runs.push(await runOnce(file));
  const seconds = median(runs.map(({ withCheckSeconds }) => withCheckSeconds));
  return {
    fileMegabytes: rounded(bytes.length / 1e6),
    heldMegabytes: rounded(heldBytes / 1e6),
    vertices,
    readMegabytesPerSecond: rounded(heldBytes / 1e6 / median(runs.map(({ readSeconds }) => readSeconds))),
    withCheckMegabytesPerSecond: rounded(heldBytes / 1e6 / seconds),
    seconds: rounded(seconds, 2),
    extraMegabytes: Math.round(median(runs.map(({ extraMegabytes }) => extraMegabytes))),
    outcome: runs[0]?.outcome ?? '',
  };
}

/**
 * Millions of bytes read per second from uploaded geometry files of each format, without and with the check
 * of the area, and the time to the area or message: an outline, an outline with 50 MB of attributes, 50 MB of
 * vertices. Medians of 3 runs, each in a separate process.
 */
export async function benchParsing(): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'groundtrack-bench-'));
  try {
    const figures: Record<string, Record<string, Awaited<ReturnType<typeof figuresOf>>>> = {};
    for (const ending of AOI_FILE_ENDINGS) {
      const ofFormat: (typeof figures)[string] = {};
      for (const filling of ['outline', 'attributes', 'vertices'] as const)
        if (filling !== 'attributes' || hasAttributes(ending))
          ofFormat[filling] = await figuresOf(ending, filling, folder);
      figures[ending.slice(1)] = ofFormat;
    }
    return figures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
