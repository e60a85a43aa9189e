import type { Preferences } from '../machines/shared/preferences.machine.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES } from '../../contract/languages.ts';
import { THEMES } from '../machines/shared/preferences.machine.ts';
import * as browser from '../services/browser.ts';

/** What was kept, where it is still something we know. §1: English is the default. */
export function storedPreferences(): Preferences {
  const kept = browser.readPreferences();
  const value = (name: string): unknown =>
    typeof kept === 'object' && kept !== null
      ? Object.entries(kept).find(([key]) => key === name)?.[1]
      : undefined;
  return {
    language: LANGUAGE_CODES.find((one) => one === value('language')) ?? DEFAULT_LANGUAGE,
    theme: THEMES.find((one) => one === value('theme')) ?? 'system',
  };
}
