/**
 * Writes the generated tables of the documents: the server's settings (docs/settings.md), the limits (docs/accounts.md) and
 * the figures of the newest benchmark (docs/figures.md). `--check` writes nothing and exits with 1 if one is out of date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { CODE_LOCK_MS } from '../../contract/limits.ts';
import { PRICED, UNITS } from '../../server/base/cost.ts';
import { settingRows } from '../../server/base/settings/settingTable.ts';
import {
  CODE_GUESSES,
  CODE_LIFE_MS,
  CODE_PAUSE_MS,
  ONCE_PASSWORD_LIFE_MS,
  RATE_LIMITS,
  SESSION_IDLE_MS,
} from '../../server/base/limits.ts';
import { loadRows, type LoadResults } from './docTablesLoad.ts';
import { largeFigures, type LargeResults } from './docTablesLarge.ts';
import { imageryFigures, type ImageryResults } from './docTablesImagery.ts';
import { mapFigures, type MapResults } from './docTablesMap.ts';

const NOTICE = '<!-- written by `npx tsx scripts/docs/docTables.ts` -->';

/** Replaces the text between the markers `<!-- name -->` and `<!-- /name -->`. @throws Error if a marker is missing */
function between(text: string, name: string, inner: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const at = text.indexOf(start);
  const to = text.indexOf(end);
  if (at === -1 || to === -1) throw new Error(`the markers of ${name} are missing`);
  return `${text.slice(0, at + start.length)}\n${NOTICE}\n${inner.trim()}\n${text.slice(to)}`;
}

const cell = (text: string) => text.replaceAll('|', String.raw`\|`);
const settings = [
  '| name | default | meaning |',
  '|---|---|---|',
  ...settingRows.map(
    ({ name, fallback, meaning }) =>
      `| \`${name}\` | ${fallback === '' ? '' : `\`${cell(fallback)}\``} | ${cell(meaning)} |`,
  ),
].join('\n');

/** The parts of lab/bench/results.json that docs/figures.md shows. */
interface Times {
  p50Ms: number;
  p95Ms: number;
}
interface Place {
  database: Times;
  http: Times;
  /** "Why nothing?", measured in the database. */
  relaxed?: Times;
  /** The first 100 Items of the same search over the STAC API, with the exact count. */
  stac?: Times;
}
interface Results extends LoadResults {
  machine: { measured: string; cores: number; memoryGb: number; node: string };
  start: { firstSeconds: number; secondSeconds: number; fillSeconds: number; archiveMB: number };
  repair: { shifted200Ms: number; shifted2000Ms: number; scattered2000Ms: number; crossing8000Ms: number };
  import: Record<'embedded' | 'postgis', { scenesPerSecond: number }>;
  search: Record<
    'embedded' | 'postgis',
    Record<
      'scenes20000' | 'scenes1000000',
      { city20km: Place; country500km: Place; country500kmOf1000Vertices?: Place }
    >
  >;
  clear: Record<'embedded' | 'postgis', Record<'mask' | 'search' | 'shares' | 'calendar', number>>;
  /** ms of one call for 100 saved areas over 1,000,000 scenes, and the longest time for which it held the loop. */
  areas: Record<'embedded' | 'postgis', Record<'p50Ms' | 'longestMs' | 'heldMs', number>>;
  /** Megapixels a second of a delivered image. Absent if never measured. */
  deliveries?: Record<'megapixels' | 'paintedAndWritten' | 'written' | 'warpedAndWritten', number> &
    Partial<Record<'gdalTranslate' | 'gdalwarp', number>>;
  bundle: Record<
    'loginPage' | 'loginPageInAll' | 'usableMap' | 'mapPage',
    { kilobytes: number; files: number }
  >;
  /** ms from the press of Log in to a usable map; from a reload, if it was measured. */
  opening: Record<'asItIs' | 'slow', Record<'cold' | 'warm', Opening> & { reload?: Opening }>;
  footprints: {
    /** ms from the reply's last byte until the rows are on screen, all layers are handed to the GPU, and the GPU is done. */
    replyToDrawn: { count: number } & Record<
      'first' | 'median',
      { listed: number; handedOver: number; drawn: number; longestTask: number }
    > & { outlines?: { listed: number; handedOver: number; drawn: number; longestTask: number } };
    ratios: { geoJsonToFootprints: number; geoArrowToFootprints: number; footprintsToFillAlone: number };
    panning?: MapResults['panning'];
  };
  /** ms of the page's longest task; 0 if none took over 50. */
  list?: {
    count: number;
    longestTaskMs: Record<string, { median: number; worst: number; mostRows: number }>;
  };
  parsing?: MapResults['parsing'];
  upload?: MapResults['upload'];
  imagery?: ImageryResults;
  large?: LargeResults;
  timing: Record<
    'logIn' | 'registerCode' | 'register' | 'resetCode' | 'reset' | 'control',
    { auc: number; n: number; knownMedianMs: number; unknownMedianMs: number }
  >;
}

type Opening = Record<'milliseconds' | 'longestTask' | 'longestBehind', number> & { withReplies?: number };

const DATABASES = [
  ['embedded', 'embedded'],
  ['postgis', 'PostgreSQL + PostGIS'],
] as const;
const PLACES = [
  ['city20km', 'city AOI (20 km)'],
  ['country500km', 'country AOI (500 km)'],
  ['country500kmOf1000Vertices', 'country AOI of 1,000 vertices'],
] as const;
const SIZES = [
  ['scenes20000', '20,000'],
  ['scenes1000000', '1,000,000'],
] as const;

const CALLS = [
  ['logIn', '`/login`, wrong password'],
  ['registerCode', '`/reg/captcha`'],
  ['register', '`/reg/submit`, wrong code'],
  ['resetCode', '`/resetpass/captcha`'],
  ['reset', '`/resetpass/submit`, wrong code'],
  ['control', 'control: `/login` with the right password'],
] as const;

/** Whether reply times reveal that an address has an account (decision 14 of the product). */
function timingTable(timing: Results['timing']): string[] {
  return [
    `## Reply times and accounts`,
    '',
    `Does the time of a reply reveal whether an address has an account? ${timing.logIn.n.toLocaleString('en')} calls each, one at a time, in random order. An AUC of 0.5 reveals nothing, 1 everything; the goal is at most 0.55.`,
    '',
    '| call | AUC | median with / without an account |',
    '|---|---|---|',
    ...CALLS.map(([name, call]) => {
      const { auc, knownMedianMs, unknownMedianMs } = timing[name];
      return `| ${call} | ${auc.toFixed(3)} | ${knownMedianMs.toFixed(1)} / ${unknownMedianMs.toFixed(1)} ms |`;
    }),
  ];
}

const timesOf = (times: { listed: number; handedOver: number; drawn: number; longestTask: number }) =>
  `${times.listed} / ${times.handedOver} / ${times.drawn} ms, longest task ${times.longestTask} ms`;

/** Actions on a long list, with the page's longest task during each. */
function listRow({ count, longestTaskMs }: NonNullable<Results['list']>): string {
  const words = (name: string) => name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  const actions = Object.entries(longestTaskMs).map(
    ([name, { median }]) => `${words(name)} ${median === 0 ? 'under 50' : median}`,
  );
  const rows = Math.max(...Object.values(longestTaskMs).map(({ mostRows }) => mostRows));
  return `| ${count.toLocaleString('en')} scenes in the list: longest task, median, ms, drawing in software included | ${actions.join(' · ')}; at most ${rows} rows in the page |`;
}

const pair = ({ p50Ms, p95Ms }: Times) => `${p50Ms} / ${p95Ms}`;

function openingRows({ asItIs, slow }: Results['opening']): string[] {
  const seconds = [asItIs.cold, asItIs.warm, slow.cold, slow.warm].map(({ milliseconds }) =>
    (milliseconds / 1000).toFixed(2),
  );
  const longest = (kind: 'longestTask' | 'longestBehind') => Math.max(slow.cold[kind], slow.warm[kind]);
  return [
    `| from the press of Log in to a usable map, without the network, median: empty / filled cache; with a processor 4 times slower | ${seconds[0]} / ${seconds[1]} s; ${seconds[2]} / ${seconds[3]} s, longest task ${longest('longestTask')} ms, then ${longest('longestBehind')} ms |`,
    ...(asItIs.reload === undefined || slow.reload === undefined
      ? []
      : [
          `| from a reload with a session to a usable map, replies included, median; with a processor 4 times slower | ${(asItIs.reload.withReplies! / 1000).toFixed(2)} s; ${(slow.reload.withReplies! / 1000).toFixed(2)} s, longest task ${slow.reload.longestTask} ms, then ${slow.reload.longestBehind} ms |`,
        ]),
  ];
}

function figuresOf(results: Results): string {
  const { machine, start, bundle, clear, areas, deliveries, footprints } = results;
  const searches = SIZES.flatMap(([size, scenes]) =>
    PLACES.flatMap(([place, area]) =>
      DATABASES.flatMap(([database, name]) => {
        const figures = results.search[database][size][place];
        if (!figures) return [];
        return `| ${scenes} | ${area} | ${name} | ${pair(figures.database)} | ${pair(figures.http)} | ${figures.relaxed ? pair(figures.relaxed) : '—'} | ${figures.stac ? pair(figures.stac) : '—'} |`;
      }),
    ),
  );
  return [
    `Measured by \`npm run bench\` on ${machine.measured}: ${machine.cores} cores, ${machine.memoryGb} GB, Node ${machine.node.slice(1)}, software graphics.`,
    '',
    '## Archive search',
    '',
    '| scenes | search | database | in the database, p50 / p95 ms | over HTTP, p50 / p95 ms | why nothing?, p50 / p95 ms | over the STAC API, 100 Items and the count, p50 / p95 ms |',
    '|---|---|---|---|---|---|---|',
    ...searches,
    '',
    '## Start, import, page',
    '',
    '| what | figure |',
    '|---|---|',
    `| from start to ready, with the client built: first start, creating 20,000 scenes / second start | ${start.firstSeconds} s / ${start.secondSeconds} s |`,
    `| the archive of 300,000 scenes: filled in the background after / bytes on disk | ${start.fillSeconds} s / ${start.archiveMB} MB |`,
    `| STAC Items imported, embedded / PostgreSQL + PostGIS | ${results.import.embedded.scenesPerSecond.toLocaleString('en')} / ${results.import.postgis.scenesPerSecond.toLocaleString('en')} a second |`,
    `| check and union of an area of overlapping parts, median: 200 / 2,000 squares, each 0.01° from the next / 2,000 scattered diamonds | ${results.repair.shifted200Ms} / ${results.repair.shifted2000Ms} / ${results.repair.scattered2000Ms} ms |`,
    `| check and repair of an outline of 8,000 vertices that crosses itself 400 times, median | ${results.repair.crossing8000Ms} ms |`,
    ...loadRows(results),
    `| clear shares of 5,000 scenes, beside the search for them, embedded / PostGIS, ms | ${clear.embedded.shares} beside ${clear.embedded.search} / ${clear.postgis.shares} beside ${clear.postgis.search} |`,
    `| coverage calendar of 5,000 scenes, embedded / PostGIS, median | ${clear.embedded.calendar} / ${clear.postgis.calendar} ms |`,
    `| facts about 100 saved areas in one call over 1,000,000 scenes, embedded / PostGIS, median and longest | ${areas.embedded.p50Ms} and ${areas.embedded.longestMs} / ${areas.postgis.p50Ms} and ${areas.postgis.longestMs} ms, the loop held ${Math.max(areas.embedded.heldMs, areas.postgis.heldMs)} ms at most |`,
    ...(deliveries
      ? [
          `| a delivered image of ${deliveries.megapixels} megapixels, megapixels a second in one thread: painted and written; written / gdal_translate; warped and written / gdalwarp exact | ${deliveries.paintedAndWritten}; ${deliveries.written} / ${deliveries.gdalTranslate ?? '—'}; ${deliveries.warpedAndWritten} / ${deliveries.gdalwarp ?? '—'} |`,
        ]
      : []),
    `| JavaScript (gzip): log-in page / until the map can be used / all | ${bundle.loginPage.kilobytes} KB / ${bundle.usableMap.kilobytes} KB / ${bundle.mapPage.kilobytes} KB |`,
    `| the log-in page in all: JavaScript, styles, typeface, picture, texts | ${bundle.loginPageInAll.kilobytes} KB in ${bundle.loginPageInAll.files} requests |`,
    `| from the reply’s last byte, ${footprints.replyToDrawn.count.toLocaleString('en')} scenes: list on screen / footprints handed to the GPU / drawn, median | ${timesOf(footprints.replyToDrawn.median)} |`,
    `| the same for the first search of a page | ${timesOf(footprints.replyToDrawn.first)} |`,
    ...openingRows(results.opening),
    ...(results.list === undefined ? [] : [listRow(results.list)]),
    `| frame time with 10,000 footprints: GeoJsonLayer ÷ ours | ${footprints.ratios.geoJsonToFootprints.toFixed(1)} |`,
    `| frame time with 100,000 footprints: GeoArrow’s layer ÷ ours | ${footprints.ratios.geoArrowToFootprints.toFixed(1)} |`,
    `| frame time with 100,000 footprints: ours ÷ fill only | ${footprints.ratios.footprintsToFillAlone.toFixed(2)} |`,
    '',
    ...(results.large === undefined ? [] : largeFigures(results.large)),
    ...mapFigures({ panning: footprints.panning, parsing: results.parsing, upload: results.upload }),
    ...(results.imagery === undefined ? [] : imageryFigures(results.imagery)),
    ...timingTable(results.timing),
  ].join('\n');
}

/** README: what the product withstands. Figures are the bench's; what was counted once stands with its own document. */
function withstood({ fairness, endurance, search, large, opening }: Results): string {
  const ms = (milliseconds: number) => Math.round(milliseconds);
  const times = (kind: string) => fairness![kind]!.ratio.toFixed(1);
  const country = search.postgis.scenes1000000.country500km.stac!;
  const most = large!.scenes10000000!.country500km!;
  const { cold, warm } = opening.slow;
  const usable = Math.max(cold.milliseconds, warm.milliseconds) / 1000;
  const longest = Math.max(cold.longestTask, warm.longestTask);
  return [
    'Measured on two cores ([figures](docs/figures.md), [durability](docs/durability.md)):',
    '',
    '| attack | outcome |',
    '|---|---|',
    `| 1,000 searches, 800 tiles or 300 exports of one account at once | another account's p95 is ${times('searches')}, ${times('tiles')} or ${times('exports')} times its own |`,
    `| ${endurance!.calls.toLocaleString('en')} mixed calls | ${endurance!.errors === 0 ? 'no error' : `${endurance!.errors} errors`}; the server's memory stays flat |`,
    ...COUNTED_ONCE,
    `| a country searched over the STAC API among 1,000,000 scenes, PostGIS | the first 100 Items and the exact count in ${ms(country.p50Ms)} ms, p95 ${ms(country.p95Ms)} |`,
    `| a country among 10,000,000 scenes, PostGIS, in the database | ${most.meanMatched.toLocaleString('en')} scenes and the exact count in ${ms(most.p50Ms)} ms, p95 ${ms(most.p95Ms)} |`,
    `| log-in with a processor four times slower, software graphics, without the network | a usable map after ${usable.toFixed(2)} s; no task over ${longest} ms until then |`,
  ].join('\n');
}

const COUNTED_ONCE = [
  '| server killed 50 times, PostgreSQL 20 times, stopped 20 times, disk full 5 times, during 300 orders | each order delivered, paid, and told once by mail and in the bell; back within 3 s |',
  '| backup during orders, restored | the same rows and files |',
  '| 300 buyers for ten minutes on [three servers, two workers, a replica and an object store](docs/scale.md#proof-on-one-machine), each killed once | 38,628 calls, none lost; 924 orders and 578 exports, each paid and delivered once |',
  '| 200 kills in the middle of imports and harvests with watches | each new scene is found and posted once |',
];

/** A duration in the largest unit that gives a whole number. */
function durationText(milliseconds: number): string {
  const [amount, unit] =
    milliseconds % 3_600_000 === 0
      ? [milliseconds / 3_600_000, 'hour']
      : milliseconds % 60_000 === 0
        ? [milliseconds / 60_000, 'minute']
        : [milliseconds / 1000, 'second'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

const limits = [
  '| what | limit |',
  '|---|---|',
  ...Object.values(RATE_LIMITS).map(
    ({ what, uses, windowMs }) => `| ${what} | ${uses} in ${durationText(windowMs)} |`,
  ),
  `| Pause between two codes to one address | ${durationText(CODE_PAUSE_MS)} (the button waits ${durationText(CODE_LOCK_MS)}) |`,
  `| A code is valid for | ${durationText(CODE_LIFE_MS)}, one use, ${CODE_GUESSES} wrong guesses |`,
  `| A mailed password is valid for | one log-in within ${durationText(ONCE_PASSWORD_LIFE_MS)} |`,
  `| A session ends after | ${durationText(SESSION_IDLE_MS)} without a call |`,
].join('\n');

const costs = [
  '| unit | microseconds of one core, at most | what it is |',
  '|---|---|---|',
  ...Object.entries(UNITS).map(([unit, { us, what }]) => `| ${unit} | ${us} | ${what} |`),
  '',
  '| call | may cost, seconds | the refusal names |',
  '|---|---|---|',
  ...Object.values(PRICED).map(
    ({ what, limitMs, factor }) => `| ${what} | ${limitMs / 1000} | how many ${factor} would do |`,
  ),
].join('\n');

const RESULTS = 'lab/bench/results.json';

const PAGES: Record<string, (before: string) => string> = {
  'docs/settings.md': (before) => between(before, 'settings', settings),
  'docs/accounts.md': (before) => between(before, 'limits', limits),
  'docs/security.md': (before) => between(before, 'costs', costs),
};
if (existsSync(RESULTS)) {
  const results = JSON.parse(readFileSync(RESULTS, 'utf8')) as Results;
  PAGES['docs/figures.md'] = (before) => between(before, 'figures', figuresOf(results));
  PAGES['README.md'] = (before) => between(before, 'withstood', withstood(results));
}

for (const [file, write] of Object.entries(PAGES)) {
  const before = readFileSync(file, 'utf8');
  const after = write(before);
  if (after === before) continue;
  if (process.argv.includes('--check')) {
    console.error(`The tables in ${file} are out of date: npx tsx scripts/docs/docTables.ts`);
    process.exitCode = 1;
  } else writeFileSync(file, after);
}
