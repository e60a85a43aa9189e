import { DEFAULT_LANGUAGE, type Language, LANGUAGE_CODES, LANGUAGES } from '../../contract/languages.ts';
import {
  FOOTPRINT_VIEWS,
  type Preferences,
  preferencesMachine,
  THEMES,
} from '../machines/shared/preferences.machine.ts';
import * as browser from '../services/browser/browser.ts';
import { applyLanguage } from '../ui/shared/i18n/language.ts';
import { applyTheme } from '../ui/shared/styles/theme.ts';

/** The language of the product that the browser prefers; English if it has none of its. */
const browserLanguage = (): Language =>
  LANGUAGE_CODES.find((code) => LANGUAGES[code].page === navigator.language) ?? DEFAULT_LANGUAGE;

/** The stored preferences, ignoring values that are no longer valid. §1: English is the default. */
export function storedPreferences(): Preferences {
  const stored = browser.readPreferences();
  const value = (name: string): unknown =>
    typeof stored === 'object' && stored !== null
      ? Object.entries(stored).find(([key]) => key === name)?.[1]
      : undefined;
  return {
    language: LANGUAGE_CODES.find((one) => one === value('language')) ?? DEFAULT_LANGUAGE,
    offered: value('offered') === null ? null : browserLanguage(),
    theme: THEMES.find((one) => one === value('theme')) ?? 'system',
    hasToolKeys: value('hasToolKeys') !== false,
    isFormUnfolded: value('isFormUnfolded') === true,
    footprints: FOOTPRINT_VIEWS.find((one) => one === value('footprints')) ?? 'auto',
  };
}

/** Stores the preferences and applies them to this page. */
export const wiredPreferences = preferencesMachine.provide({
  actions: {
    applyPreferences: (_, preferences) => {
      browser.writePreferences(preferences);
      applyTheme(preferences.theme);
      // if the other language can't be loaded, the page keeps its current one
      applyLanguage(preferences.language).catch((error: unknown) => console.error(error));
    },
  },
});
