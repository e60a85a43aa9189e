import { useMemo, useSyncExternalStore } from 'react';
import type { Language } from '../../../../contract/languages.ts';
import { isLanguageReady, onLanguage, shownLanguage, type Translate, translate } from './language.ts';

const shown = () => (isLanguageReady() ? shownLanguage() : null);

/** The language on the screen; the component renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, shown, shown) ?? 'en';
}

/**
 * `const t = useT(); t('auth.login')`. Changes with the language, so it can be an effect dependency. i18next's own binding
 * would cost the log-in page 7 KB for this one function.
 */
export function useT(): Translate {
  const language = useSyncExternalStore(onLanguage, shown, shown);
  // a new function per language makes memoised children render again
  return useMemo<Translate>(
    () => (key, params) => (language === null ? '' : translate(key, params)),
    [language],
  );
}
