/**
 * `npm run bench [-- NAME …]`: measures, prints the figures, and writes lab/bench/results.json.
 *   import      scenes imported per second, on both databases
 *   search      p50/p95 of a city and a country AOI, in the portal and over the STAC API, over 20,000 and 1,000,000 scenes, on both databases
 *   large       the same in the database over 1,000,000 and 10,000,000 scenes; PGSTAC, a folder with its SQL, compares pgstac
 *   replies     KB and ms of 5,000 scenes over HTTP, one after the other and over ten connections, and ms of the price of 100 clipped scenes
 *   clear       masks of 5,000 scenes, and their clear shares beside the search, ms, on both databases
 *   areas       ms of one call about 100 saved areas over AREA_SCENES (1,000,000) scenes, on both databases
 *   bundle      KB (gzip) of JavaScript of the log-in page and of the map page
 *   footprints  times from the search reply to drawn, frame times while panning, and times of picking
 *   list        5,000 scenes scrolled, sorted, filtered, grouped, chosen: the page's longest task, and the most rows in it
 *   parsing     MB/s of uploaded geometry files by format, without and with the check of the area
 *   repair      the check and union of overlapping parts, ms
 *   upload      files of 50 MB in the upload dialog: the page's longest task, and the time of Cancel
 *   imagery     tiles a second, by the server and by the browser's worker, values of bands, and MB/s of an export, compared with gdalwarp
 *   deliveries  megapixels a second of a delivered image, compared with gdal_translate and gdalwarp
 *   opening     ms from the log-in to a usable map, with an empty and a filled cache
 *   mosaic      ms from the reply of a search to the drawn mosaic, with quicklooks painted before and not
 *   start       seconds from start to ready, first and second
 *   timing      whether reply times reveal that an address has an account
 *   cost        the dearest work of each unit beside its price (server/base/cost.ts): ratios above 1 call for another price
 *   endurance   50,000 mixed calls: errors, and whether the server's memory grows
 *   fairness    p95 of a quiet account's calls alone and beside another's 1,000 searches, 800 tiles, 300 exports
 * Without names, all but `large` run. Other figures keep their last values. `--against COMMIT` measures this checkout and that commit
 * in turns instead, prints the ratios of their medians, and ends with 1 if a figure got worse by over 5 %.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { benchAreas } from './areas.ts';
import { benchBundle } from './bundle.ts';
import { benchClear } from './clear.ts';
import { benchCost } from './cost.ts';
import { benchDeliveries } from './deliveries.ts';
import { benchEndurance } from './load/endurance.ts';
import { benchFairness } from './load/fairness.ts';
import { benchFootprints } from './footprints/footprints.ts';
import { benchImagery } from './imagery/imagery.ts';
import { benchImport } from './import.ts';
import { benchReplies } from './load/replies.ts';
import { benchMosaic } from './mosaic.ts';
import { benchOpening } from './opening.ts';
import { benchParsing } from './files/parsing.ts';
import { benchResultsList } from './resultsList.ts';
import { benchLarge } from './search/large.ts';
import { benchSearch } from './search/search.ts';
import { benchStart } from './start.ts';
import { compareWith } from './support/against.ts';
import { benchTiming } from './support/timing.ts';
import { benchRepair } from './files/repair.ts';
import { benchUpload } from './files/upload.ts';

const FILE = 'lab/bench/results.json';
const MEASURES: Record<string, () => Promise<unknown>> = {
  start: benchStart,
  import: benchImport,
  search: benchSearch,
  large: benchLarge,
  replies: benchReplies,
  clear: benchClear,
  areas: benchAreas,
  bundle: benchBundle,
  opening: benchOpening,
  mosaic: benchMosaic,
  footprints: benchFootprints,
  list: benchResultsList,
  parsing: benchParsing,
  repair: benchRepair,
  upload: benchUpload,
  imagery: benchImagery,
  deliveries: benchDeliveries,
  timing: benchTiming,
  fairness: benchFairness,
  cost: benchCost,
  endurance: benchEndurance,
};

/** Takes half an hour. */
const BY_NAME = ['large'];

type Results = Record<string, unknown>;

function earlierResults(): Results {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Results) : {};
}

/** The figures of a result as rows `name · name · name | figure`. */
function rowsOf(value: unknown, name: string[] = []): string[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => rowsOf(inner, [...name, key]));
  }
  return [
    `| ${name.join(' · ')} | ${typeof value === 'number' ? value.toLocaleString('en') : String(value)} |`,
  ];
}

const { positionals: names, values: asked } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' } },
});
const unknown = names.filter((name) => !(name in MEASURES));
if (unknown.length > 0) {
  console.error(`Unknown measure: ${unknown.join(', ')}. Available: ${Object.keys(MEASURES).join(', ')}`);
  process.exit(2);
}
if (asked.against !== undefined) {
  const all = Object.keys(MEASURES).filter((name) => !BY_NAME.includes(name));
  const worse = compareWith(asked.against, names.length > 0 ? names : all);
  console.log(
    worse.length === 0 ? 'nothing got worse by over 5 %' : `worse by over 5 %: ${worse.join(', ')}`,
  );
  process.exit(worse.length === 0 ? 0 : 1);
}

const results: Results = { $comment: 'written by npm run bench', ...earlierResults() };
for (const [name, measure] of Object.entries(MEASURES)) {
  if (names.length > 0 ? !names.includes(name) : BY_NAME.includes(name)) continue;
  console.log(`measuring ${name} …`);
  // what a measure leaves out keeps its last value too
  results[name] = { ...(results[name] as object), ...((await measure()) as object) };
  results['machine'] = {
    measured: new Date().toISOString().slice(0, 10),
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);
}

const order = ['machine', ...Object.keys(MEASURES)].filter((name) => name in results);
const table = [
  '| figure | value |',
  '|---|---|',
  ...order.flatMap((name) => rowsOf(results[name], [name])),
].join('\n');
console.log(table);
