import { useMemo, useSyncExternalStore } from 'react';
import { type LanguageName, onLanguage, shownLanguage, type Translate, translate } from './language.ts';

/** The language on the screen; the component renders again when it changes. */
export function useLanguage(): LanguageName {
  return useSyncExternalStore(onLanguage, shownLanguage);
}

/** `const t = useT(); t('auth.login')`. A new function for each language, so it may stand in dependency lists. */
export function useT(): Translate {
  const language = useLanguage();
  // a new identity per language is what makes memoised children render again
  return useMemo<Translate>(() => (key, params) => (language ? translate(key, params) : key), [language]);
}
