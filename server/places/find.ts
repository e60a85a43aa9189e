import type { Place } from '../../contract/places.ts';
import type { Language } from '../../contract/languages.ts';
import { memoBy } from '../../src/geo/memo.ts';

type Named = Readonly<Record<Language, string>>;

/** A place of the gazetteer, with its names in both languages. */
export interface Entry {
  kind: Exclude<Place['kind'], 'coordinates'>;
  name: Named;
  region: string | null;
  country: Named | null;
  bbox: Place['bbox'];
  /** Known inhabitants, by which equally good matches are ordered. */
  people: number;
  /** The names in normalized form. */
  keys: readonly string[];
}

/** The words of all names, which a text with typing errors is compared with once each. */
interface Vocabulary {
  words: readonly Letters[];
  /** The words of each name of each entry. */
  keys: ReadonlyMap<Entry, readonly (readonly string[])[]>;
}

const vocabularyOf = memoBy((entries: readonly Entry[]): Vocabulary => {
  const keys = new Map(entries.map((entry) => [entry, entry.keys.map((key) => key.split(' '))] as const));
  const words = new Set([...keys.values()].flat(2));
  return { words: [...words].map(lettersOf), keys };
});

/** Normalizes a name: without accents, capitals and punctuation. */
export function keyOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s'’‘.,()-]+/gu, ' ')
    .trim();
}

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
  const { words, keys } = vocabularyOf(entries);
  const meant = text.split(' ').map((word) => {
    const typed = lettersOf(word);
    return new Set(words.filter((known) => isAlmost(typed, known)).map((known) => known.word));
  });
  if (meant.some(({ size }) => size === 0)) return [];
  return entries.filter((entry) =>
    keys.get(entry)?.some((key) => meant.every((choice) => key.some((word) => choice.has(word)))),
  );
}

function bestRank(entry: Entry, text: string): number | null {
  const ranks = entry.keys.map((key) => rankOf(key, text)).filter((rank) => rank !== null);
  return ranks.length === 0 ? null : Math.min(...ranks);
}

/**
 * The places whose names match a text, best first: by rank of the match, then by kind, countries first, then by
 * inhabitants. If none matches, those that match except for typing errors.
 */
export function findPlaces(
  entries: readonly Entry[],
  text: string,
  language: Language,
  most: number,
): Place[] {
  const key = keyOf(text);
  if (key === '') return [];
  const exact = entries.flatMap((entry) => {
    const rank = bestRank(entry, key);
    return rank === null ? [] : [{ entry, rank }];
  });
  const found = exact.length > 0 ? exact : almostFound(entries, key).map((entry) => ({ entry, rank: 0 }));
  return found
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        KINDS.indexOf(a.entry.kind) - KINDS.indexOf(b.entry.kind) ||
        b.entry.people - a.entry.people,
    )
    .slice(0, most)
    .map(({ entry }) => placeIn(entry, language));
}

/** An entry with its names in one language. */
function placeIn({ kind, name, region, country, bbox }: Entry, language: Language): Place {
  return { kind, name: name[language], region, country: country?.[language] ?? null, bbox };
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
type Point = readonly [longitude: number, latitude: number];

/** Degrees of longitude from west to east, also across 180°. */
const widthOf = ([west, , east]: Bounds): number => (east < west ? east + 360 : east) - west;
const sizeOf = (bounds: Bounds): number => widthOf(bounds) * (bounds[3] - bounds[1]);

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
 * nearest middle, or else the largest city in it. Countries and regions are left out: their bounds reach far beyond them.
 * @returns null if there is none, e.g. at sea
 */
export function placeOfArea(entries: readonly Entry[], area: Bounds, language: Language): Place | null {
  const local = entries.filter(({ kind }) => kind !== 'country' && kind !== 'region');
  const middle = middleOf(area);
  const away = ({ bbox }: Entry) => {
    const [longitude, latitude] = middleOf(bbox);
    return Math.hypot(longitude - middle[0], latitude - middle[1]);
  };
  const around = local
    .filter(({ bbox }) => isIn(middle, bbox) && sizeOf(bbox) >= sizeOf(area))
    .sort((a, b) => away(a) - away(b))[0];
  const within = local
    .filter(({ kind, bbox }) => kind === 'city' && isIn(middleOf(bbox), area))
    .sort((a, b) => b.people - a.people)[0];
  const found = around ?? within;
  return found === undefined ? null : placeIn(found, language);
}
