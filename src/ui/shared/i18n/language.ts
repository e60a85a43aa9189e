import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../../../contract/languages.ts';
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

/** The language requested last; one requested earlier but loaded later is not shown. */
let requested: Language = DEFAULT_LANGUAGE;
/** The language on the screen; null until the first one has loaded. */
let shown: Language | null = null;
/** Calls back after each change of language. */
const listeners = new Set<() => void>();

/**
 * Translates a message key. The parameters fill the {{names}} of the text; `count` selects the plural. An
 * unknown key is returned unchanged.
 */
export type Translate = (key: string, params?: MessageParams) => string;

interface Loaded {
  files: Set<Texts>;
  /** The texts by their keys. */
  texts: Map<string, string>;
  plurals: Intl.PluralRules;
}
const loaded = new Map<Language, Loaded>();

/** Adds the texts of a file, whose groups are the parts of a key. */
function addGroup(texts: Map<string, string>, group: Record<string, unknown>, prefix = ''): void {
  for (const [name, value] of Object.entries(group))
    if (typeof value === 'string') texts.set(prefix + name, value);
    else addGroup(texts, value as Record<string, unknown>, `${prefix}${name}.`);
}

/** Loads what a language lacks of this page's texts. @throws if a file can't be loaded; the next call tries again */
async function loadTexts(language: Language): Promise<void> {
  const known = loaded.get(language) ?? {
    files: new Set(),
    texts: new Map(),
    plurals: new Intl.PluralRules(language),
  };
  loaded.set(language, known);
  await Promise.all(
    pageTexts
      .filter((file) => !known.files.has(file))
      .map(async (file) => {
        addGroup(known.texts, (await file(language)).default);
        known.files.add(file);
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
  shown = language;
  if (typeof document !== 'undefined') document.documentElement.lang = LANGUAGES[language].page;
  for (const listener of listeners) listener();
}

/** Whether the first language has loaded. */
export function isLanguageReady(): boolean {
  return shown !== null;
}

/** The language on the screen. */
export function shownLanguage(): Language {
  return shown ?? DEFAULT_LANGUAGE;
}

/** The Intl locale of the language on the screen: en-GB or zh-CN. */
export function shownLocale(): string {
  return LANGUAGES[shownLanguage()].locale;
}

/** A text in the shown language; empty until the first language has loaded. Components use `useT`. */
export function translate(key: string, params: MessageParams = {}): string {
  const language = loaded.get(shownLanguage());
  if (shown === null || language === undefined) return '';
  const { texts, plurals } = language;
  const { count } = params;
  const forms =
    typeof count === 'number' ? [...(count === 0 ? ['_zero'] : []), `_${plurals.select(count)}`] : [];
  const form = [...forms, ''].find((ending) => texts.has(key + ending));
  if (form === undefined) return key;
  return texts.get(key + form)!.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    return name === 'count' && typeof value === 'number'
      ? value.toLocaleString(shownLocale())
      : String(value);
  });
}

/** Calls back after each change of language. @returns a function that stops it */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
