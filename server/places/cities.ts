import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { boundsAround } from '../../contract/places.ts';
import { countryNames, englishName, namesBy, regionNames, type Names } from './table.ts';
import { keyOf, type Entry, type Point } from './entry.ts';

/** Half the side of the shown bounds of a city, degrees, by its inhabitants. */
const SHOWN = { least: 0.05, most: 0.35, peopleOfADegree: 36_000_000 } as const;
/** Half the side of the shown bounds of a part of a city, degrees. */
const PART_HALF = 0.02;
/** In table/cities.br: the ranks of capitals of countries and of parts of cities; a name that is the later words of a longer one. */
const [CAPITAL, PART] = [0, 6];
const LATER_WORD = 0x80000000;
/** The most places of one text that are looked at; they are in the order of their inhabitants. */
const MOST = 200;
/** Places of as many people are found with typing errors too. */
const LARGE_PEOPLE = 50_000;

const halfOf = (people: number, rank: number): number =>
  rank === PART
    ? PART_HALF
    : Math.min(Math.max(Math.sqrt(people / SHOWN.peopleOfADegree), SHOWN.least), SHOWN.most);

/** How well a name matches: it is the text, begins with it, or has it at the beginning of a later word. */
type Rank = 0 | 1 | 2;

/** Cities, villages and parts of cities of 500 people and more (GeoNames), the largest first, by numbers from 0. */
export interface Cities {
  count: number;
  /** The places with a name that matches a text in normalized form, the largest 200 of each rank. */
  named(key: string): { at: number; rank: Rank }[];
  /** @returns the place with its names; `keys` has those that are shown */
  entry(at: number): Entry;
  point(at: number): Point;
  /** Half the side of its shown bounds, degrees. */
  half(at: number): number;
  isPart(at: number): boolean;
  isCapital(at: number): boolean;
  /** Those of 50,000 people and more. */
  large: readonly Entry[];
}

/** Numbers of a part, which needn't begin at a multiple of their size. */
const numbers =
  <T>(type: new (buffer: ArrayBuffer) => T) =>
  (bytes: Buffer): T =>
    new type(Uint8Array.from(bytes).buffer);
const text = (bytes: Buffer) => bytes;
/** How each part is read. */
const READ = {
  labels: text,
  texts: text,
  lat: numbers(Int32Array),
  lon: numbers(Int32Array),
  people: numbers(Uint32Array),
  country: numbers(Uint16Array),
  region: numbers(Uint16Array),
  rank: numbers(Uint8Array),
  offsets: numbers(Uint32Array),
  places: numbers(Uint32Array),
  keys: text,
};
type Sections = { [Part in keyof typeof READ]: ReturnType<(typeof READ)[Part]> };

/** The parts of table/cities.br, which scripts/citiesTable.mjs writes: a line with their lengths, then each. */
function sections(): Sections {
  const whole = brotliDecompressSync(readFileSync(new URL('./table/cities.br', import.meta.url)));
  const end = whole.indexOf('\n');
  const lengths = JSON.parse(whole.toString('utf8', 0, end)) as Record<keyof Sections, number>;
  let at = end + 1;
  const parts = Object.entries(lengths).map(([name, length]) => {
    const bytes = whole.subarray(at, at + length);
    at += length;
    return [name, READ[name as keyof Sections](bytes)];
  });
  return Object.fromEntries(parts) as Sections;
}

/** Where people live: the places, the largest first, in 1/10,000 degrees. Reads the table, as `readCities` does. */
export function readInhabited(): Pick<Sections, 'lon' | 'lat' | 'people'> {
  const { lon, lat, people } = sections();
  return { lon, lat, people };
}

/** The lines of a text, read when they are asked for: as strings they take several times its bytes. */
function linesOf(text: Buffer): { count: number; line: (at: number) => string } {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at);
  const ended = Uint32Array.from([...ends, text.length]);
  return {
    count: ended.length,
    line: (at) => text.toString('utf8', at === 0 ? 0 : ended[at - 1]! + 1, ended[at]),
  };
}

/** The first of some places, each once. */
function largestOf(places: readonly number[]): number[] {
  const largest: number[] = [];
  for (const place of Uint32Array.from(places).sort()) {
    if (largest.length === MOST) break;
    if (place !== largest.at(-1)) largest.push(place);
  }
  return largest;
}

/** Reads the table, for a thread: it takes some tenths of a second and 50 MB. */
export function readCities(): Cities {
  const { labels, texts, keys, lat, lon, people, country, region, rank, offsets, places } = sections();
  const names = linesOf(labels);
  const listed = linesOf(texts);
  const countries = new Map<string, Names>();
  const countryOf = (iso2: string): Names => {
    const found = countries.get(iso2) ?? countryNames(englishName(iso2) ?? iso2, iso2);
    countries.set(iso2, found);
    return found;
  };
  /** The first of the names, which are in the order of their bytes, that isn't before the text. */
  const from = (text: Buffer): number => {
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = keys.compare(text, 0, text.length, offsets[middle], offsets[middle + 1]);
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const begins = (n: number, text: Buffer): boolean => {
    const start = offsets[n]!;
    return (
      start + text.length <= offsets[n + 1]! &&
      keys.compare(text, 0, text.length, start, start + text.length) === 0
    );
  };
  const point = (at: number): Point => [lon[at]! / 1e4, lat[at]! / 1e4];
  const half = (at: number): number => halfOf(people[at]!, rank[at]!);
  const entry = (at: number): Entry => {
    const [name = '', chinese = ''] = names.line(at).split('\t');
    const iso2 = listed.line(country[at]!);
    const [regionName = '', regionCode] = listed.line(region[at]!).split('\t');
    const shown = namesBy((code) => (code === 'zh' && chinese !== '' ? chinese : name));
    return {
      kind: rank[at] === PART ? 'district' : 'city',
      name: shown,
      region: regionName === '' ? null : regionNames(regionName),
      regionCode,
      iso2,
      country: countryOf(iso2),
      bbox: boundsAround(lat[at]! / 1e4, lon[at]! / 1e4, half(at)),
      people: people[at]!,
      keys: [...new Set([name, chinese].map(keyOf))].filter(Boolean),
    };
  };
  const firstSmall = people.findIndex((count) => count < LARGE_PEOPLE);
  return {
    count: names.count,
    named(key) {
      const text = Buffer.from(key);
      const found: Record<Rank, number[]> = { 0: [], 1: [], 2: [] };
      for (let n = from(text); n < places.length && begins(n, text); n++) {
        const place = places[n]!;
        const length = offsets[n + 1]! - offsets[n]!;
        if (place >= LATER_WORD) found[2].push(place - LATER_WORD);
        else found[length === text.length ? 0 : 1].push(place);
      }
      return ([0, 1, 2] as const).flatMap((one) => largestOf(found[one]).map((at) => ({ at, rank: one })));
    },
    entry,
    point,
    half,
    isPart: (at) => rank[at] === PART,
    isCapital: (at) => rank[at] === CAPITAL,
    large: Array.from({ length: firstSmall }, (_, at) => entry(at)),
  };
}
