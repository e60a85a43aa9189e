import type { Language } from '../../../../contract/languages.ts';
import { shownLocale } from '../../shared/i18n/language.ts';

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** Country names by ISO 3166 code (Intl). Empty for English, which uses the short Natural Earth names. */
export function regionNames(language: Language): ReadonlyMap<string, string> {
  if (language === 'en') return new Map();
  const names = new Intl.DisplayNames([shownLocale()], { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return new Map(
    codes.flatMap((code): [string, string][] => {
      const name = names.of(code);
      return name === undefined ? [] : [[code, name]];
    }),
  );
}
