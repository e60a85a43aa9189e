import { isAlmost, lettersOf, type Letters } from './almost.ts';
import type { Place } from '../../contract/places.ts';
import type { Language } from '../../contract/languages.ts';

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

const vocabularies = new WeakMap<readonly Entry[], Vocabulary>();

function vocabularyOf(entries: readonly Entry[]): Vocabulary {
  const known = vocabularies.get(entries);
  if (known !== undefined) return known;
  const keys = new Map(entries.map((entry) => [entry, entry.keys.map((key) => key.split(' '))] as const));
  const words = new Set([...keys.values()].flat(2));
  const made = { words: [...words].map(lettersOf), keys };
  vocabularies.set(entries, made);
  return made;
}

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
export function placeIn({ kind, name, region, country, bbox }: Entry, language: Language): Place {
  return { kind, name: name[language], region, country: country?.[language] ?? null, bbox };
}
