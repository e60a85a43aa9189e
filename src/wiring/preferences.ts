import { DEFAULT_LANGUAGE, LANGUAGE_CODES } from '../../contract/languages.ts';
import { preferencesMachine, THEMES, type Preferences } from '../machines/shared/preferences.machine.ts';
import * as browser from '../services/browser.ts';
import { applyLanguage } from '../ui/shared/i18n/language.ts';
import { applyTheme } from '../ui/shared/styles/theme.ts';

/** The preferences that this browser stores, where they are still among the choices. §1: English is the default. */
export function storedPreferences(): Preferences {
  const stored = browser.readPreferences();
  const value = (name: string): unknown =>
    typeof stored === 'object' && stored !== null
      ? Object.entries(stored).find(([key]) => key === name)?.[1]
      : undefined;
  return {
    language: LANGUAGE_CODES.find((one) => one === value('language')) ?? DEFAULT_LANGUAGE,
    theme: THEMES.find((one) => one === value('theme')) ?? 'system',
  };
}

/** The preferences, applied to this page and stored. */
export const wiredPreferences = preferencesMachine.provide({
  actions: {
    applyPreferences: (_, preferences) => {
      browser.writePreferences(preferences);
      applyTheme(preferences.theme);
      // the page keeps its words when those of the other language can't be fetched
      applyLanguage(preferences.language).catch((error: unknown) => console.error(error));
    },
  },
});
