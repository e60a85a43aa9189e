import { createInstance } from 'i18next';
import {
  DEFAULT_LANGUAGE,
  LANGUAGE_CODES,
  LANGUAGES,
  type Language,
} from '../../../../contract/languages.ts';
import type { MessageParams } from '../../../../contract/messages.ts';
import { withRefusals } from './withRefusals.ts';

/** Each language has its own chunks, so that a visitor loads only one. */
async function textsOf(language: Language): Promise<Record<string, unknown>> {
  const [own, refusals] = await Promise.all([
    import(`../../../../contract/messages/${language}/portal.json`),
    import(`../../../../contract/messages/${language}/refusals.json`),
  ]);
  return withRefusals(own.default, refusals.default);
}

const i18n = createInstance();
/** The language requested last; one requested earlier but loaded later is not shown. */
let requested: Language = DEFAULT_LANGUAGE;
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

/**
 * Translates a message key. The parameters fill the {{names}} of the text; `count` selects the plural. An
 * unknown key is returned unchanged.
 */
export type Translate = (key: string, params?: MessageParams) => string;

const loaded = new Set<Language>();

async function addText(language: Language, texts: Record<string, unknown>): Promise<void> {
  await start();
  i18n.addResourceBundle(language, 'translation', texts, true);
}

/** Adds the texts of a page that the portal doesn't load, in every language. */
export async function addTexts(
  load: (language: Language) => Promise<{ default: Record<string, unknown> }>,
): Promise<void> {
  await Promise.all(
    LANGUAGE_CODES.map(async (language) => addText(language, (await load(language)).default)),
  );
}

/**
 * Loads and shows a language: texts, formats and the `lang` of the root element. The old language stays
 * visible until the new one has loaded. The caller stores the selection.
 */
export async function applyLanguage(language: Language): Promise<void> {
  requested = language;
  await start();
  if (!loaded.has(language)) {
    await addText(language, await textsOf(language));
    loaded.add(language);
  }
  if (requested !== language) return;
  await i18n.changeLanguage(language);
  if (typeof document !== 'undefined') document.documentElement.lang = LANGUAGES[language].page;
}

/** Whether the first language has loaded. */
export function isLanguageReady(): boolean {
  return i18n.language !== undefined;
}

/** The language on the screen. */
export function shownLanguage(): Language {
  return LANGUAGE_CODES.find((code) => code === i18n.language) ?? DEFAULT_LANGUAGE;
}

/** The Intl locale of the language on the screen: en-GB or zh-CN. */
export function shownLocale(): string {
  return LANGUAGES[shownLanguage()].locale;
}

/** A text in the shown language; empty until the first language has loaded. Components use `useT`. */
export function translate(key: string, params?: MessageParams): string {
  if (!isLanguageReady()) return '';
  if (params === undefined) return i18n.t(key);
  const { count } = params;
  // i18next needs a numeric count to select the plural; the text shows it with thousands separators
  return typeof count === 'number' && count >= 1000
    ? i18n.t(key, { count, replace: { ...params, count: count.toLocaleString(shownLocale()) } })
    : i18n.t(key, params);
}

/** Calls back after each change of language. @returns a function that stops it */
export function onLanguage(listener: () => void): () => void {
  i18n.on('languageChanged', listener);
  return () => i18n.off('languageChanged', listener);
}
