/**
 * `parsingOnce.ts FILE`: reads a geometry file and checks its area, as the upload's worker does, and prints a
 * ParsingRun as JSON. A separate process: warm code or garbage of another run would affect the times.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { checkArea } from '../../../src/geo/check/checkArea.ts';
import { GeometryError } from '../../../src/geo/geometryError.ts';
import { readAoiFile } from '../../../src/geo/read/readAoiFile.ts';

export interface ParsingRun {
  /** Until the area or the refusal. */
  readSeconds: number;
  withCheckSeconds: number;
  /** Peak memory of the process minus the memory before, which includes the file's bytes. */
  extraMegabytes: number;
  /** The result of the check, or the code of the message if the file was refused. */
  outcome: string;
}

async function outcomeOf(name: string, bytes: Uint8Array): Promise<{ outcome: string; read: number }> {
  try {
    const { geometry } = await readAoiFile({ name, bytes });
    const read = performance.now();
    return { read, outcome: checkArea(geometry, 'shortest').verdict };
  } catch (error) {
    if (!(error instanceof GeometryError)) throw error;
    return { read: performance.now(), outcome: error.code };
  }
}

const [file = ''] = process.argv.slice(2);
const bytes = new Uint8Array(await readFile(file));
const heldBefore = process.memoryUsage.rss();
const began = performance.now();
const { outcome, read } = await outcomeOf(basename(file), bytes);
const run: ParsingRun = {
  readSeconds: (read - began) / 1000,
  withCheckSeconds: (performance.now() - began) / 1000,
  extraMegabytes: (process.resourceUsage().maxRSS * 1024 - heldBefore) / 1e6,
  outcome,
};
console.log(JSON.stringify(run));
