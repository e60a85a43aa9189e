import { DEFAULT_LANGUAGE, LANGUAGE_CODES, LANGUAGES, type Language } from '../../contract/languages.ts';

/** A name in every language. */
export type Names = Record<Language, string>;

const DISPLAYED = Object.fromEntries(
  LANGUAGE_CODES.map((code) => [
    code,
    new Intl.DisplayNames([LANGUAGES[code].locale], { type: 'region', fallback: 'none' }),
  ]),
) as Record<Language, Intl.DisplayNames>;
const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

export const namesBy = (nameIn: (code: Language) => string): Names =>
  Object.fromEntries(LANGUAGE_CODES.map((code) => [code, nameIn(code)])) as Names;

function nameOf(names: Intl.DisplayNames, iso2: string | undefined): string | undefined {
  return iso2 !== undefined && /^[A-Z]{2}$/.test(iso2) ? names.of(iso2) : undefined;
}

/** The English name of a country by its ISO 3166 code; undefined for an invalid code. */
export const englishName = (iso2: string | undefined): string | undefined => nameOf(english, iso2);

/** A country's names: as given in English, in other languages by its ISO 3166 code if it has one. */
export function countryNames(name: string, iso2: string | undefined): Names {
  return namesBy((code) => (code === DEFAULT_LANGUAGE ? name : (nameOf(DISPLAYED[code], iso2) ?? name)));
}
