import type { Place } from '../../contract/places.ts';
import type { Language } from '../../contract/languages.ts';

type Named = Readonly<Record<Language, string>>;

/** A place of the gazetteer, with its names in both languages. */
export interface Entry {
  kind: 'country' | 'region' | 'city';
  name: Named;
  region: string | null;
  country: Named | null;
  bbox: Place['bbox'];
  /** Known inhabitants, by which equally good matches are ordered. */
  people: number;
  /** The names in normalized form. */
  keys: readonly string[];
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

const KINDS = ['country', 'region', 'city'] as const;
/** Minimum characters of a match within a word. */
const INSIDE_MIN = 3;

/** Rank of a match, 0 is best: whole name, its beginning, a word's beginning, within a word; null if none. */
function rankOf(key: string, text: string): number | null {
  if (key === text) return 0;
  if (key.startsWith(text)) return 1;
  if (key.includes(` ${text}`)) return 2;
  return text.length >= INSIDE_MIN && key.includes(text) ? 3 : null;
}

function bestRank(entry: Entry, text: string): number | null {
  const ranks = entry.keys.map((key) => rankOf(key, text)).filter((rank) => rank !== null);
  return ranks.length === 0 ? null : Math.min(...ranks);
}

/**
 * The places whose names match a text, best first: by rank of the match, then countries before regions before cities,
 * then by inhabitants.
 */
export function findPlaces(
  entries: readonly Entry[],
  text: string,
  language: Language,
  most: number,
): Place[] {
  const key = keyOf(text);
  if (key === '') return [];
  return entries
    .flatMap((entry) => {
      const rank = bestRank(entry, key);
      return rank === null ? [] : [{ entry, rank }];
    })
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        KINDS.indexOf(a.entry.kind) - KINDS.indexOf(b.entry.kind) ||
        b.entry.people - a.entry.people,
    )
    .slice(0, most)
    .map(({ entry }) => ({
      kind: entry.kind,
      name: entry.name[language],
      region: entry.region,
      country: entry.country?.[language] ?? null,
      bbox: entry.bbox,
    }));
}
