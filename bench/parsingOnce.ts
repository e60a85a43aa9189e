/**
 * `parsingOnce.ts FILE`: reads a geometry file once, as the upload's worker does, and has the AOI doctor look at it. Prints
 * a ParsingRun as JSON. A process of its own: neither warm code nor another run's garbage counts.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { examine } from '../src/geo/check/checkArea.ts';
import { GeometryError } from '../src/geo/geometryError.ts';
import { readAoiFile } from '../src/geo/read/readAoiFile.ts';

export interface ParsingRun {
  /** To the area, or to the refusal. */
  readSeconds: number;
  withDoctorSeconds: number;
  /** Most memory that the process held, less what it held before, the file's bytes among that. */
  extraMegabytes: number;
  /** See Examination; the code of the message where the file itself was refused. */
  outcome: string;
}

async function outcomeOf(name: string, bytes: Uint8Array): Promise<{ outcome: string; read: number }> {
  try {
    const { geometry } = await readAoiFile({ name, bytes });
    const read = performance.now();
    return { read, outcome: examine(geometry, 'shortest').verdict };
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
  withDoctorSeconds: (performance.now() - began) / 1000,
  extraMegabytes: (process.resourceUsage().maxRSS * 1024 - heldBefore) / 1e6,
  outcome,
};
console.log(JSON.stringify(run));
