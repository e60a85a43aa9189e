import { useMemo, useSyncExternalStore } from 'react';
import {
  isLanguageReady,
  type LanguageName,
  onLanguage,
  shownLanguage,
  type Translate,
  translate,
} from './language.ts';

const shown = () => (isLanguageReady() ? shownLanguage() : null);

/** The language on the screen; the component renders again when it changes. */
export function useLanguage(): LanguageName {
  return useSyncExternalStore(onLanguage, shown) ?? 'en';
}

/** `const t = useT(); t('auth.login')`. A new function for each language, so it may stand in dependency lists. */
export function useT(): Translate {
  const language = useSyncExternalStore(onLanguage, shown);
  // without a language there are no words; a new identity per language renders memoised children again
  return useMemo<Translate>(
    () => (key, params) => (language === null ? '' : translate(key, params)),
    [language],
  );
}
