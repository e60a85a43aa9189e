import type { Language, Theme } from '../../machines/shared/preferences.machine.ts';

/** Each language by its own name, whatever the language on the screen. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', zh: '中文' };
/** Keys of the themes' names. */
export const THEME_WORDS: Record<Theme, string> = {
  light: 'bar.themeLight',
  dark: 'bar.themeDark',
  system: 'bar.themeSystem',
};
