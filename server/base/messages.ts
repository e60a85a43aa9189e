import { readFileSync } from 'node:fs';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '../../contract/languages.ts';
import type { MessageKey, MessageParams } from '../../contract/messages.ts';

interface Texts {
  readonly [name: string]: string | Texts;
}

/** A catalogue of contract/messages in every language. */
function catalogue(name: 'refusals' | 'mails' | 'papers'): Readonly<Record<Language, Texts>> {
  const read = (code: Language): Texts =>
    JSON.parse(
      readFileSync(new URL(`../../contract/messages/${code}/${name}.json`, import.meta.url), 'utf8'),
    );
  return Object.fromEntries(LANGUAGE_CODES.map((code) => [code, read(code)])) as Record<Language, Texts>;
}

/** The server's refusal messages; the English ones quote the specification (§5, §8) if it has them. */
const REFUSALS = catalogue('refusals');

const MAILS = catalogue('mails');

const PAPERS = catalogue('papers');

/** 10000000 → '10,000,000' in both languages; decimals are unchanged. */
const FIGURES = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** Replaces {{names}} in a text by their values; a name without a value is left unchanged. */
export function filled(text: string, params: MessageParams): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = params[name] ?? whole;
    return typeof value === 'number' ? FIGURES.format(value) : value;
  });
}

function textOf(texts: Texts, key: string): string | undefined {
  let at: string | Texts | undefined = texts;
  for (const name of key.split('.')) at = typeof at === 'object' ? at[name] : undefined;
  return typeof at === 'string' ? at : undefined;
}

/**
 * A message in a language, with thousands separators in its numbers and the plural form for `count`.
 * @throws Error if the catalogue lacks the message
 */
export function message(key: MessageKey, language: Language, params: MessageParams = {}): string {
  const { count } = params;
  const plural = typeof count === 'number' ? `_${new Intl.PluralRules(language).select(count)}` : '';
  const text = textOf(REFUSALS[language], key + plural);
  if (text === undefined) throw new Error(`no sentence ${key}${plural} in ${language}`);
  return filled(text, params);
}

/**
 * A text of one kind of email, or one shared by all emails, with its {{names}} not yet replaced.
 * @throws Error if the catalogue lacks the text
 */
export function mailText(kind: string, name: string, language: Language): string {
  const texts = MAILS[language];
  const text = textOf(texts, `${kind}.${name}`) ?? textOf(texts, `common.${name}`);
  if (text === undefined) throw new Error(`no text ${name} for ${kind} in ${language}`);
  return text;
}

/** A text of a PDF. @throws Error if the catalogue lacks it */
export function paperText(key: string, language: Language, params: MessageParams = {}): string {
  const text = textOf(PAPERS[language], key);
  if (text === undefined) throw new Error(`no text ${key} in ${language}`);
  return filled(text, params);
}

/** All texts of PDFs, for their characters. */
export const paperTexts = (language: Language): string => JSON.stringify(PAPERS[language]);

/** The language that an Accept-Language header prefers (RFC 9110 §12.5.4); English if it names neither. */
export function languageOf(header: string | undefined): Language {
  const ranked = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().toLowerCase().split(';');
      const quality = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find(Boolean);
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const offered = ranked.map(({ language }) => LANGUAGE_CODES.find((code) => code === language));
  return offered.find(Boolean) ?? DEFAULT_LANGUAGE;
}
