import { LANGUAGE_CODES, LANGUAGES } from '../../../contract/languages.ts';
import type { Theme } from '../../machines/shared/preferences.machine.ts';

/** Menu items of the languages, each labelled in its own language. */
export const LANGUAGE_ITEMS = LANGUAGE_CODES.map((id) => ({ id, label: LANGUAGES[id].name }));
/** The same as options of a segmented control. */
export const LANGUAGE_OPTIONS = LANGUAGE_CODES.map((value) => ({ value, label: LANGUAGES[value].name }));
/** Message keys of the theme names. */
export const THEME_WORDS: Record<Theme, string> = {
  light: 'bar.themeLight',
  dark: 'bar.themeDark',
  system: 'bar.themeSystem',
};
