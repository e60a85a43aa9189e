/**
 * Writes the tables that come from the code: in the README the settings of the server and the figures of the newest
 * benchmark, in docs/accounts.md the limits. `--check` writes nothing and exits with 1 when they are out of date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { CODE_LOCK_MS } from '../contract/limits.ts';
import { settingRows } from '../server/settings/config.ts';
import {
  CODE_GUESSES,
  CODE_LIFE_MS,
  CODE_PAUSE_MS,
  ONCE_PASSWORD_LIFE_MS,
  RATE_LIMITS,
  SESSION_IDLE_MS,
} from '../server/rules/limits.ts';
import { imageryFigures, type ImageryResults } from './readmeImagery.ts';
import { mapFigures, type MapResults } from './readmeMap.ts';

const FILE = 'README.md';
const ACCOUNTS = 'docs/accounts.md';

function between(text: string, name: string, inner: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const at = text.indexOf(start);
  const to = text.indexOf(end);
  if (at === -1 || to === -1) throw new Error(`there is no place for ${name}`);
  return `${text.slice(0, at + start.length)}\n${inner.trim()}\n${text.slice(to)}`;
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

/** bench/results.json, as far as the README quotes it. */
interface Times {
  p50Ms: number;
  p95Ms: number;
}
interface Place {
  database: Times;
  http: Times;
  /** Why nothing? In the database. */
  relaxed?: Times;
}
interface Results {
  machine: { measured: string; cores: number; memoryGb: number; node: string };
  start: { firstSeconds: number; secondSeconds: number };
  import: Record<'embedded' | 'postgis', { scenesPerSecond: number }>;
  search: Record<
    'embedded' | 'postgis',
    Record<
      'scenes20000' | 'scenes1000000',
      { city20km: Place; country500km: Place; country500kmOf1000Vertices?: Place }
    >
  >;
  bundle: Record<'loginPage' | 'mapPage', { kilobytes: number }>;
  footprints: {
    /** ms from the reply's last byte: rows on screen, everything handed to the graphics, the graphics done. */
    replyToDrawn: { count: number } & Record<
      'first' | 'median',
      { listed: number; handedOver: number; drawn: number; longestTask: number }
    >;
    ratios: { geoJsonToFootprints: number; footprintsToFillAlone: number };
    panning?: MapResults['panning'];
  };
  /** ms of the page's longest task, 0 for none over 50. */
  list?: {
    count: number;
    longestTaskMs: Record<string, { median: number; worst: number; mostRows: number }>;
  };
  parsing?: MapResults['parsing'];
  upload?: MapResults['upload'];
  imagery?: ImageryResults;
  timing: Record<
    'logIn' | 'registerCode' | 'register' | 'resetCode' | 'reset' | 'control',
    { auc: number; n: number; knownMedianMs: number; unknownMedianMs: number }
  >;
}

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

/** Decision 14: what the time of an answer tells of whether an address has an account. */
function timingOf(timing: Results['timing']): string[] {
  return [
    `Does the time of an answer tell whether an address has an account? ${timing.logIn.n.toLocaleString('en')} calls each, one at a time, in random order; an AUC of 0.5 tells nothing, 1 tells all, and our goal is at most 0.55.`,
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

/** What is done with a long list, and what the page's longest task took meanwhile. */
function listRow({ count, longestTaskMs }: NonNullable<Results['list']>): string {
  const words = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const deeds = Object.entries(longestTaskMs).map(
    ([name, { median }]) => `${words(name)} ${median === 0 ? 'under 50' : median}`,
  );
  const rows = Math.max(...Object.values(longestTaskMs).map(({ mostRows }) => mostRows));
  return `| ${count.toLocaleString('en')} scenes in the list, longest task, median, ms (software graphics draw within it) | ${deeds.join(' · ')}; at most ${rows} rows in the page |`;
}

const pair = ({ p50Ms, p95Ms }: Times) => `${p50Ms} / ${p95Ms}`;

function figuresOf(results: Results): string {
  const { machine, start, bundle, footprints } = results;
  const searches = SIZES.flatMap(([size, scenes]) =>
    PLACES.flatMap(([place, area]) =>
      DATABASES.flatMap(([database, name]) => {
        const figures = results.search[database][size][place];
        if (!figures) return [];
        return `| ${scenes} | ${area} | ${name} | ${pair(figures.database)} | ${pair(figures.http)} | ${figures.relaxed ? pair(figures.relaxed) : '—'} |`;
      }),
    ),
  );
  return [
    '## Figures',
    '',
    `Measured by \`npm run bench\` on ${machine.measured}: ${machine.cores} cores, ${machine.memoryGb} GB, Node ${machine.node.slice(1)}, software graphics.`,
    '',
    '| scenes | search | database | in the database, p50 / p95 ms | over HTTP, p50 / p95 ms | why nothing?, p50 / p95 ms |',
    '|---|---|---|---|---|---|',
    ...searches,
    '',
    '| what | figure |',
    '|---|---|',
    `| from start to ready, client built: first start with 20,000 scenes made / second | ${start.firstSeconds} s / ${start.secondSeconds} s |`,
    `| STAC Items imported, embedded / PostgreSQL + PostGIS | ${results.import.embedded.scenesPerSecond.toLocaleString('en')} / ${results.import.postgis.scenesPerSecond.toLocaleString('en')} a second |`,
    `| JavaScript (gzip) of the log-in page / in all with the map | ${bundle.loginPage.kilobytes} KB / ${bundle.mapPage.kilobytes} KB |`,
    `| from the reply’s last byte, ${footprints.replyToDrawn.count.toLocaleString('en')} scenes: list on screen / footprints handed to the graphics / drawn, median | ${timesOf(footprints.replyToDrawn.median)} |`,
    `| the same for the first search of a page | ${timesOf(footprints.replyToDrawn.first)} |`,
    ...(results.list === undefined ? [] : [listRow(results.list)]),
    `| a frame with 10,000 footprints: GeoJsonLayer ÷ ours | ${footprints.ratios.geoJsonToFootprints.toFixed(1)} |`,
    `| a frame with 100,000 footprints: ours ÷ filling alone | ${footprints.ratios.footprintsToFillAlone.toFixed(2)} |`,
    '',
    ...mapFigures({ panning: footprints.panning, parsing: results.parsing, upload: results.upload }),
    ...(results.imagery === undefined ? [] : imageryFigures(results.imagery)),
    ...timingOf(results.timing),
  ].join('\n');
}

/** A duration in the largest unit that it is whole in. */
function lasting(milliseconds: number): string {
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
    ({ what, uses, windowMs }) => `| ${what} | ${uses} in ${lasting(windowMs)} |`,
  ),
  `| Between two codes to one address | ${lasting(CODE_PAUSE_MS)} (the button waits ${lasting(CODE_LOCK_MS)}) |`,
  `| A code holds | ${lasting(CODE_LIFE_MS)}, one use, ${CODE_GUESSES} wrong guesses |`,
  `| A password sent by mail opens the account | once, within ${lasting(ONCE_PASSWORD_LIFE_MS)} |`,
  `| A session ends | after ${lasting(SESSION_IDLE_MS)} without a call |`,
].join('\n');

const RESULTS = 'bench/results.json';

function readmeOf(before: string): string {
  const withSettings = between(before, 'settings', settings);
  if (!existsSync(RESULTS)) return withSettings;
  return between(withSettings, 'figures', figuresOf(JSON.parse(readFileSync(RESULTS, 'utf8')) as Results));
}

const PAGES: Record<string, (before: string) => string> = {
  [FILE]: readmeOf,
  [ACCOUNTS]: (before) => between(before, 'limits', limits),
};
for (const [file, write] of Object.entries(PAGES)) {
  const before = readFileSync(file, 'utf8');
  const after = write(before);
  if (after === before) continue;
  if (process.argv.includes('--check')) {
    console.error(`The tables in ${file} are out of date: npx tsx scripts/readme.ts`);
    process.exitCode = 1;
  } else writeFileSync(file, after);
}
