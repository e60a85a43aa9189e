import { type Params, type Texts, textOf } from './texts.ts';

/** §1: English (default) and Chinese. */
export type LanguageName = 'en' | 'zh';

/** BCP 47 tags for `lang` and for Intl. English dates are day first (14 Nov 2026). */
const LOCALES: Record<LanguageName, string> = { en: 'en-GB', zh: 'zh-CN' };
const HTML_LANG: Record<LanguageName, string> = { en: 'en', zh: 'zh-CN' };

/** Each language is a chunk of its own: nobody loads both. */
const FILES: Record<LanguageName, () => Promise<{ default: Texts }>> = {
  en: () => import('./en.json'),
  zh: () => import('./zh.json'),
};

/** Turns a key of the language files into words. An unknown key comes back as it is. */
export type Translate = (key: string, params?: Params) => string;

const loaded = new Map<LanguageName, Texts>();
const listeners = new Set<() => void>();
/** The language on the screen; null before the first one is there. */
let shown: LanguageName | null = null;
/** The language asked for last: an older one that arrives later is not shown. */
let wanted: LanguageName = 'en';

/**
 * Loads a language and shows it: texts, `lang` on the root element, formats. Texts of the old language stay until the
 * new ones are there. Keeping the choice is not its task.
 */
export async function applyLanguage(language: LanguageName): Promise<void> {
  wanted = language;
  if (!loaded.has(language)) loaded.set(language, (await FILES[language]()).default);
  if (wanted !== language) return;
  shown = language;
  if (typeof document !== 'undefined') document.documentElement.lang = HTML_LANG[language];
  for (const listener of listeners) listener();
}

/** Whether the first language is there; before that there are no words. */
export function isLanguageReady(): boolean {
  return shown !== null;
}

/** The language on the screen. */
export function shownLanguage(): LanguageName {
  return shown ?? 'en';
}

/** The Intl locale of the language on the screen: en-GB or zh-CN. */
export function shownLocale(): string {
  return LOCALES[shownLanguage()];
}

/**
 * The words for a key in the language on the screen, and nothing before the first language is there. Components use
 * `useT`, which also follows a change.
 */
export function translate(key: string, params?: Params): string {
  const texts = shown === null ? undefined : loaded.get(shown);
  return texts === undefined ? '' : textOf(texts, shownLocale(), key, params);
}

/** Called after each change of language; returns the way to stop. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
