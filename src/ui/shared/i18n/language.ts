import { createInstance } from 'i18next';
import {
  DEFAULT_LANGUAGE,
  LANGUAGE_CODES,
  LANGUAGES,
  type Language,
} from '../../../../contract/languages.ts';
import type { MessageParams } from '../../../../contract/messages.ts';

/** A file of texts per language; a visitor loads only those of the language on the screen. */
type Texts = (language: Language) => Promise<{ default: Record<string, unknown> }>;

/** The texts of this page: those of the log-in page, and what `addTexts` adds. */
const pageTexts: Texts[] = [
  (language) => import(`../../../../contract/messages/${language}/signIn.json`),
  async (language) => {
    const refusals = await import(`../../../../contract/messages/${language}/refusals.json`);
    return { default: { errors: refusals.default } };
  },
];

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

const loaded = new Map<Language, Set<Texts>>();

/** Loads what a language lacks of this page's texts. @throws if a file can't be loaded; the next call tries again */
async function loadTexts(language: Language): Promise<void> {
  await start();
  const known = loaded.get(language) ?? new Set();
  loaded.set(language, known);
  await Promise.all(
    pageTexts
      .filter((texts) => !known.has(texts))
      .map(async (texts) => {
        i18n.addResourceBundle(language, 'translation', (await texts(language)).default, true);
        known.add(texts);
      }),
  );
}

/** Adds texts to this page, now and in each language shown later. @throws as `loadTexts` */
export async function addTexts(texts: Texts): Promise<void> {
  if (!pageTexts.includes(texts)) pageTexts.push(texts);
  await Promise.all([...loaded.keys()].map(loadTexts));
}

/** The texts of the portal behind the log-in page. */
const portalTexts: Texts = (language) => import(`../../../../contract/messages/${language}/portal.json`);

/** Adds the texts of the portal behind the log-in page. @throws as `addTexts` */
export const addPortalTexts = () => addTexts(portalTexts);

/**
 * Loads and shows a language: texts, formats and the `lang` of the root element. The old language stays
 * visible until the new one has loaded. The caller stores the selection.
 */
export async function applyLanguage(language: Language): Promise<void> {
  requested = language;
  await loadTexts(language);
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
