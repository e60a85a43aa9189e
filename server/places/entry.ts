import type { Language } from '../../contract/languages.ts';
import type { Place } from '../../contract/places.ts';

type Named = Readonly<Record<Language, string>>;

/** A place of the gazetteer, with its names in both languages. */
export interface Entry {
  kind: Exclude<Place['kind'], 'coordinates'>;
  name: Named;
  /** A name is empty in a language that has none. */
  region: Named | null;
  /** As people write it behind a city of the United States. */
  regionCode?: string | undefined;
  country: Named | null;
  /** ISO 3166 code of its country. */
  iso2?: string | undefined;
  bbox: Place['bbox'];
  /** Known inhabitants, by which equally good matches are ordered. */
  people: number;
  /** The names in normalized form. */
  keys: readonly string[];
}

export type Point = readonly [longitude: number, latitude: number];

/** Words that people write short. */
const SHORT: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  mt: 'mount',
  ft: 'fort',
  '&': 'and',
};

/** Normalizes a name: without accents, capitals, punctuation and short forms. */
export function keyOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s'’‘.,()-]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => SHORT[word] ?? word)
    .join(' ');
}
