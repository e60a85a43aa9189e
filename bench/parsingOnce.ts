/**
 * `parsingOnce.ts FILE`: reads a geometry file once, as the upload's worker does, and has the AOI doctor look at it. Prints
 * a ParsingRun as JSON. A process of its own: neither warm code nor another run's garbage counts.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { examine } from '../src/geo/doctor.ts';
import { readAoiFile } from '../src/geo/read/readAoiFile.ts';

export interface ParsingRun {
  readSeconds: number;
  withDoctorSeconds: number;
  /** Most memory that the process held, less what it held before, the file's bytes among that. */
  extraMegabytes: number;
  /** See Examination. */
  verdict: string;
}

const [file = ''] = process.argv.slice(2);
const bytes = new Uint8Array(await readFile(file));
const heldBefore = process.memoryUsage.rss();
const began = performance.now();
const { geometry } = await readAoiFile({ name: basename(file), bytes });
const read = performance.now();
const { verdict } = examine(geometry, 'shortest');
const examined = performance.now();
const run: ParsingRun = {
  readSeconds: (read - began) / 1000,
  withDoctorSeconds: (examined - began) / 1000,
  extraMegabytes: (process.resourceUsage().maxRSS * 1024 - heldBefore) / 1e6,
  verdict,
};
console.log(JSON.stringify(run));
