import type { Place } from '../../contract/places.ts';
import type { Language } from '../../contract/languages.ts';
import { memoBy } from '../../src/geo/memo.ts';
import type { Cities } from './cities.ts';
import { keyOf, type Entry, type Point } from './entry.ts';

/** Countries, regions, airports and ports as a list, and cities by an index of their names. */
export interface Gazetteer {
  entries: readonly Entry[];
  cities: Cities;
}

/** The words of all names, which a text with typing errors is compared with once each. */
interface Vocabulary {
  words: readonly Letters[];
  /** The entries with each word in a name. */
  named: ReadonlyMap<string, ReadonlySet<Entry>>;
}

const vocabularyOf = memoBy((entries: readonly Entry[]): Vocabulary => {
  const named = new Map<string, Set<Entry>>();
  for (const entry of entries)
    for (const word of entry.keys.flatMap((key) => key.split(' '))) {
      const others = named.get(word);
      if (others === undefined) named.set(word, new Set([entry]));
      else others.add(entry);
    }
  return { words: [...named.keys()].map(lettersOf), named };
});

const KINDS = ['country', 'region', 'city', 'district', 'airport', 'port'] as const;
/** Minimum characters of a match within a word. */
const INSIDE_MIN = 3;

/** Rank of a match, 0 is best: whole name, its beginning, a word's beginning, within a word; null if none. */
function rankOf(key: string, text: string): number | null {
  if (key === text) return 0;
  if (key.startsWith(text)) return 1;
  if (key.includes(` ${text}`)) return 2;
  return text.length >= INSIDE_MIN && key.includes(text) ? 3 : null;
}

/** The entries with a name that contains every word of the text, except for typing errors. */
function almostFound(entries: readonly Entry[], text: string): readonly Entry[] {
  const { words, named } = vocabularyOf(entries);
  const meant = text.split(' ').map((word) => {
    const typed = lettersOf(word);
    return new Set(words.filter((known) => isAlmost(typed, known)).map((known) => known.word));
  });
  const rarest = meant.reduce((least, choice) => (choice.size < least.size ? choice : least));
  const candidates = new Set([...rarest].flatMap((word) => [...named.get(word)!]));
  return [...candidates].filter(({ keys }) =>
    keys.some((key) => meant.every((choice) => key.split(' ').some((word) => choice.has(word)))),
  );
}

/** All names of entries as one text, a line each, which is searched in a fraction of the time that the names one by one take. */
const linesOf = memoBy((entries: readonly Entry[]) => {
  const lines = entries.flatMap((entry, at) => entry.keys.map((key) => ({ key, at })));
  let end = 0;
  const ends = Uint32Array.from(lines, ({ key }) => (end += key.length + 1));
  return { text: `\n${lines.map(({ key }) => key).join('\n')}`, ends, lines };
});

/** The entries that may have a rank for a text, in their order. */
function entriesNear(entries: readonly Entry[], text: string): Entry[] {
  const { text: all, ends, lines } = linesOf(entries);
  const found = new Set<number>();
  for (const part of text.length < INSIDE_MIN ? [`\n${text}`, ` ${text}`] : [text]) {
    let line = 0;
    for (let at = all.indexOf(part); at !== -1; at = all.indexOf(part, ends[line])) {
      // the line of the part's last character
      while (ends[line]! < at + part.length) line++;
      found.add(lines[line]!.at);
    }
  }
  return [...found].sort((a, b) => a - b).map((at) => entries[at]!);
}

function bestRank(entry: Entry, text: string): number | null {
  const ranks = entry.keys.map((key) => rankOf(key, text)).filter((rank) => rank !== null);
  return ranks.length === 0 ? null : Math.min(...ranks);
}

interface Match {
  entry: Entry;
  rank: number;
}

function matchesOf({ entries, cities }: Gazetteer, key: string): Match[] {
  if (key === '') return [];
  const listed = entriesNear(entries, key).flatMap((entry) => {
    const rank = bestRank(entry, key);
    return rank === null ? [] : [{ entry, rank }];
  });
  // of the names of a place the best match counts, which comes first
  const named = new Map(
    cities
      .named(key)
      .toReversed()
      .map(({ at, rank }) => [at, rank]),
  );
  return [...listed, ...Array.from(named, ([at, rank]) => ({ entry: cities.entry(at), rank }))];
}

/** What people write for a country besides its name and its code. */
const ALIASES: Readonly<Record<string, string>> = {
  usa: 'US',
  america: 'US',
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  uae: 'AE',
  korea: 'KR',
  holland: 'NL',
};
/** Endings of Chinese names that say what kind of place it is. */
const CHINESE_KIND = /(?:特别行政区|自治区|自治州|地区|[省市县區区镇州])$/u;
const isHan = (text: string): boolean => /^\p{Script=Han}+$/u.test(text);

/** The codes of countries by all their names. */
const codesOf = memoBy(({ entries }: Gazetteer): ReadonlyMap<string, string | undefined> => {
  const countries = entries.filter(({ kind }) => kind === 'country');
  return new Map(countries.flatMap(({ keys, iso2 }) => keys.map((key) => [key, iso2] as const)));
});

/** Whether a place lies in the country or region that a text in normalized form names. */
function liesIn(gazetteer: Gazetteer, { country, iso2, region, regionCode }: Entry, key: string): boolean {
  const codes = [iso2, regionCode].filter((code) => code !== undefined);
  if (codes.includes(codesOf(gazetteer).get(key) ?? ALIASES[key] ?? key.toUpperCase())) return true;
  const names = [...Object.values(country ?? {}), ...Object.values(region ?? {})].filter(Boolean).map(keyOf);
  const short = isHan(key) ? key.replace(CHINESE_KIND, '') : key;
  return names.some((name) => name === key || (short.length > 1 && name.startsWith(short)));
}

const exactly = (matches: readonly Match[]): Match[] => matches.filter(({ rank }) => rank === 0);

/** The places of a name that lie where what is written behind it says, if any of them does. */
function within(gazetteer: Gazetteer, name: string, places: readonly string[]): Match[] {
  return places.reduce(
    (all: Match[], place) => {
      const inside = all.filter(({ entry }) => liesIn(gazetteer, entry, place));
      return inside.length > 0 ? inside : all;
    },
    exactly(matchesOf(gazetteer, name)),
  );
}

/** Longer names of countries and regions are not looked for: words, and Chinese characters. */
const PLACE_MOST = { words: 4, characters: 8 } as const;

/** Ways to cut a text without commas in a name and the country or region behind it, or before it in Chinese. */
function cutsOf(key: string): { name: string; place: string }[] {
  if (isHan(key)) {
    const characters = [...key];
    const cuts = characters.slice(2, PLACE_MOST.characters + 1).map((_, at) => at + 2);
    return cuts.map((at) => ({
      place: characters.slice(0, at).join(''),
      name: characters.slice(at).join(''),
    }));
  }
  const words = key.split(' ');
  const cuts = words.slice(1).map((_, at) => at + 1);
  return cuts
    .slice(-PLACE_MOST.words)
    .map((at) => ({ name: words.slice(0, at).join(' '), place: words.slice(at).join(' ') }));
}

/**
 * The places of a text that has more than a name: a country, region or state ("Ghent, Belgium", "Paris TX", "中国郑州"), a
 * postcode ("9000 Gent"), a Chinese kind ("郑州市").
 * @param isInside a country was cut off already
 */
function fartherFound(
  gazetteer: Gazetteer,
  text: string,
  isInside = false,
): { name: string; found: Match[] } | null {
  const [name = '', ...places] = text.split(/[,，、;]/u).map(keyOf);
  if (places.length > 0) {
    const found = within(gazetteer, name, places.filter(Boolean));
    if (found.length > 0) return { name, found };
  }
  const key = keyOf(text);
  for (const cut of cutsOf(key)) {
    for (const one of new Set([cut.name, cut.name.replace(CHINESE_KIND, '')])) {
      const found = exactly(matchesOf(gazetteer, one)).filter(({ entry }) =>
        liesIn(gazetteer, entry, cut.place),
      );
      if (found.length > 0) return { name: one, found };
    }
    // 中国河南省郑州市: the country before the region
    const isCountry = !isInside && isHan(key) && codesOf(gazetteer).has(cut.place);
    const inside = isCountry ? fartherFound(gazetteer, cut.name, true) : null;
    if (inside !== null) return inside;
  }
  const bare = text.replaceAll(/\S*\d\S*/gu, ' ');
  const shorter = keyOf(bare).replace(isHan(key) ? CHINESE_KIND : '', '');
  if (shorter === key || shorter === '') return null;
  const found = exactly(matchesOf(gazetteer, shorter));
  if (found.length > 0) return { name: shorter, found };
  return bare === text ? null : fartherFound(gazetteer, bare, isInside);
}

/** A city with this share of a region's people is what is meant by the name of both. */
const MAIN_SHARE = 0.08;
/** A city comes before one that has the name only as another one, unless that has as many times its people. */
const MAIN_NAME = 30;

interface Meant {
  /** The name, in normalized form. */
  key: string;
  /** It is written as an airport's code. */
  isCode: boolean;
  /** Its country or region is written too: a city is meant, not a region. */
  isPlaced: boolean;
}

/** The order of equally good matches: countries, regions, cities, and of one kind the one with most people first. */
function inOrder(matches: readonly Match[], { key, isCode, isPlaced }: Meant): Match[] {
  const isMain = (entry: Entry) => entry.keys.some((name) => name.startsWith(key));
  const weight = ({ entry }: Match) => entry.people * (entry.keys.includes(key) ? MAIN_NAME : 1);
  const cities = matches.filter(({ entry, rank }) => entry.kind === 'city' && rank === 0 && isMain(entry));
  const largest = Math.max(0, ...cities.map(({ entry }) => entry.people));
  const kindOf = ({ entry, rank }: Match): number => {
    if (isCode && entry.kind === 'airport' && rank === 0) return -1;
    const isOfCity = entry.kind === 'region' && (isPlaced || largest >= MAIN_SHARE * entry.people);
    return isOfCity ? KINDS.indexOf('city') + 0.5 : KINDS.indexOf(entry.kind);
  };
  return matches.toSorted((a, b) => a.rank - b.rank || kindOf(a) - kindOf(b) || weight(b) - weight(a));
}

/**
 * The places whose names match a text, best first: by rank of the match, then by kind, countries first, then by
 * inhabitants. If no name is the text, those of a text with more than a name; if none matches, those that match except for
 * typing errors.
 */
export function findPlaces(gazetteer: Gazetteer, text: string, language: Language, most: number): Place[] {
  const key = keyOf(text);
  if (key === '') return [];
  let found = matchesOf(gazetteer, key);
  let name = key;
  if (exactly(found).length === 0) {
    const farther = fartherFound(gazetteer, text);
    if (farther !== null) [found, name] = [farther.found, farther.name];
  }
  if (found.length === 0)
    found = almostFound(everyEntry(gazetteer), key).map((entry) => ({ entry, rank: 0 }));
  return inOrder(found, { key: name, isCode: /^[A-Z]{3}$/.test(text.trim()), isPlaced: name !== key })
    .slice(0, most)
    .map(({ entry }) => placeIn(entry, language));
}

const everyEntry = memoBy(({ entries, cities }: Gazetteer): readonly Entry[] => [
  ...entries,
  ...cities.large,
]);

/** An entry with its names in one language. */
function placeIn({ kind, name, region, country, bbox }: Entry, language: Language): Place {
  const regionName = region?.[language] ?? '';
  return {
    kind,
    name: name[language],
    region: regionName === '' ? null : regionName,
    country: country?.[language] ?? null,
    bbox,
  };
}

/** A word and the set of its letters, which tells most words apart without comparing them. */
interface Letters {
  word: string;
  /** One bit for each letter of the Latin alphabet; other characters share the rest. */
  set: number;
}

const A = 97;

function lettersOf(word: string): Letters {
  let set = 0;
  for (const character of word) set |= 1 << (((character.codePointAt(0) ?? 0) - A + 3200) % 32);
  return { word, set };
}

/** Errors that a word of this length may have: short ones would match anything. */
const errorsIn = (length: number): number => (length < 4 ? 0 : length < 7 ? 1 : 2);

function bitsOf(set: number): number {
  let rest = set;
  let count = 0;
  for (; rest !== 0; count += 1) rest &= rest - 1;
  return count;
}

/**
 * Number of letters to change, add, leave out or swap with their neighbour; more than `most` counts as `most` + 1.
 */
function distance(one: string, other: string, most: number): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[other.length]!;
}

/**
 * Whether a typed word equals another one except for typing errors; words of fewer than four letters must be
 * identical.
 */
function isAlmost(typed: Letters, known: Letters): boolean {
  if (typed.word === known.word) return true;
  const most = errorsIn(typed.word.length);
  if (most === 0 || Math.abs(typed.word.length - known.word.length) > most) return false;
  // each error changes at most two letters of the set
  if (bitsOf(typed.set ^ known.set) > most * 2) return false;
  return distance(typed.word, known.word, most) <= most;
}

type Bounds = Place['bbox'];

/** Degrees of longitude from west to east, also across 180°. */
const widthOf = ([west, , east]: Bounds): number => (east < west ? east + 360 : east) - west;

function middleOf(bounds: Bounds): Point {
  const longitude = bounds[0] + widthOf(bounds) / 2;
  return [longitude > 180 ? longitude - 360 : longitude, (bounds[1] + bounds[3]) / 2];
}

const isIn = ([longitude, latitude]: Point, [west, south, east, north]: Bounds): boolean =>
  latitude >= south &&
  latitude <= north &&
  (east < west ? longitude >= west || longitude <= east : longitude >= west && longitude <= east);

/**
 * The place by which an area can be named: of the places around its middle, no smaller than the area, the one with the
 * nearest middle, or else a capital or the largest city in it. Countries and regions are left out: their bounds reach far beyond them.
 * @returns null if there is none, e.g. at sea
 */
export function placeOfArea({ entries, cities }: Gazetteer, area: Bounds, language: Language): Place | null {
  const middle = middleOf(area);
  const size = widthOf(area) * (area[3] - area[1]);
  let nearest: { away: number; entry: () => Entry } | null = null;
  let largest: number | null = null;
  let capital: number | null = null;
  const look = ([longitude, latitude]: Point, half: number, entry: () => Entry) => {
    const [right, up] = [Math.abs(longitude - middle[0]), Math.abs(latitude - middle[1])];
    const away = Math.hypot(right, up);
    if (right > half || up > half || (2 * half) ** 2 < size) return;
    if (nearest === null || away < nearest.away) nearest = { away, entry };
  };
  for (const entry of entries)
    if (entry.kind !== 'country' && entry.kind !== 'region')
      look(middleOf(entry.bbox), widthOf(entry.bbox) / 2, () => entry);
  for (let at = 0; at < cities.count; at++) {
    const point = cities.point(at);
    look(point, cities.half(at), () => cities.entry(at));
    if (cities.isPart(at) || !isIn(point, area)) continue;
    // the first one is the largest
    largest ??= at;
    if (cities.isCapital(at)) capital ??= at;
  }
  const around = nearest as { entry: () => Entry } | null;
  const main = capital ?? largest;
  const found = around?.entry() ?? (main === null ? null : cities.entry(main));
  return found === null ? null : placeIn(found, language);
}
