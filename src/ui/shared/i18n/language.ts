import { createInstance } from 'i18next';

/** §1: English (default) and Chinese. */
export type LanguageName = 'en' | 'zh';

/** BCP 47 tags for `lang` and for Intl. English dates are day first (14 Nov 2026). */
const LOCALES: Record<LanguageName, string> = { en: 'en-GB', zh: 'zh-CN' };
const HTML_LANG: Record<LanguageName, string> = { en: 'en', zh: 'zh-CN' };

/** Each language is a chunk of its own: nobody loads both. */
const FILES: Record<LanguageName, () => Promise<{ default: Record<string, unknown> }>> = {
  en: () => import('./en.ts'),
  zh: () => import('./zh.ts'),
};

const i18n = createInstance();
/** The language asked for last: an older one that arrives later is not shown. */
let wanted: LanguageName = 'en';
let started: Promise<unknown> | null = null;

function start(): Promise<unknown> {
  started ??= i18n.init({
    fallbackLng: false,
    resources: {},
    initAsync: false,
    // React escapes what it renders
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  return started;
}

/** What a translation takes: numbers and texts named in the language file as {{name}}; `count` chooses the plural. */
export type Params = Record<string, string | number>;
/** Turns a key of the language files into words. An unknown key comes back as it is. */
export type Translate = (key: string, params?: Params) => string;

const isLoaded = new Set<LanguageName>();

/** Adds words of a page of its own to a language, whose file is loaded beside them when it is shown. */
export async function addTexts(language: LanguageName, texts: Record<string, unknown>): Promise<void> {
  await start();
  i18n.addResourceBundle(language, 'translation', texts, true);
}

/**
 * Loads a language and shows it: texts, `lang` on the root element, formats. Texts of the old language stay until the
 * new ones are there. Keeping the choice is not its task.
 */
export async function applyLanguage(language: LanguageName): Promise<void> {
  wanted = language;
  await start();
  if (!isLoaded.has(language)) {
    await addTexts(language, (await FILES[language]()).default);
    isLoaded.add(language);
  }
  if (wanted !== language) return;
  await i18n.changeLanguage(language);
  if (typeof document !== 'undefined') document.documentElement.lang = HTML_LANG[language];
}

/** Whether the first language is there; before that there are no words. */
export function isLanguageReady(): boolean {
  return i18n.language !== undefined;
}

/** The language on the screen. */
export function shownLanguage(): LanguageName {
  return i18n.language === 'zh' ? 'zh' : 'en';
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
  if (!isLanguageReady()) return '';
  if (params === undefined) return i18n.t(key);
  const { count } = params;
  // a count chooses the plural as a number, and is read as one: with its marks of thousands
  return typeof count === 'number' && count >= 1000
    ? i18n.t(key, { count, replace: { ...params, count: count.toLocaleString(shownLocale()) } })
    : i18n.t(key, params);
}

/** Called after each change of language; returns the way to stop. */
export function onLanguage(listener: () => void): () => void {
  i18n.on('languageChanged', listener);
  return () => i18n.off('languageChanged', listener);
}
