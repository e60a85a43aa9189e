import { LANGUAGES, type Language } from '../../contract/languages.ts';
import { englishLetters } from './mailTexts.en.ts';
import type { Block, LetterKind, LetterTexts } from './mailTexts.ts';
import { chineseLetters } from './mailTexts.zh.ts';

const TEXTS: Readonly<Record<Language, LetterTexts>> = { en: englishLetters, zh: chineseLetters };

/** What a letter's sentences are filled with. */
export interface LetterFacts {
  appName: string;
  /** The portal's address without a slash at its end, from PUBLIC_URL alone; null leaves every link out. */
  publicUrl: string | null;
  /** The code or the password, in the letters that show one. */
  secret?: string;
  /** The order, in the letters about one. */
  order?: { num: string; name: string };
  /** How long a code holds. */
  codeMinutes: number;
  /** How long a password sent by mail holds. */
  passwordHours: number;
  /** When that happened which the letter tells of. */
  at: Date;
}

/** A letter's contents, the same in text and in HTML. */
export interface LetterContents {
  subject: string;
  text: string;
  html: string;
}

const STYLE = {
  body: 'margin:0;padding:24px 16px;font:16px/1.6 -apple-system,"Segoe UI",Roboto,"Noto Sans SC","Microsoft YaHei",sans-serif',
  page: 'max-width:36em;margin:0 auto',
  paragraph: 'margin:0 0 16px',
  secret:
    'margin:24px 0;font:700 30px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:2px;overflow-wrap:anywhere',
} as const;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (mark) => ESCAPES[mark] ?? mark);
}

/** A subject is one line, whatever the app is called. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}

const PAGES = { login: '/', reset: '/#resetpass', orders: '/?panel=order' } as const;

function addressOf(publicUrl: string, page: keyof typeof PAGES): string {
  return publicUrl + PAGES[page];
}

function filled(text: string, facts: LetterFacts): string {
  const values: Readonly<Record<string, string>> = {
    app: facts.appName,
    minutes: String(facts.codeMinutes),
    hours: String(facts.passwordHours),
    ...(facts.order === undefined ? {} : { order: facts.order.num, name: facts.order.name }),
    at: facts.at.toISOString().slice(0, 16).replace('T', ' '),
  };
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** A block that is shown, with its words. */
interface Part {
  words: string;
  link: string | null;
  secret: boolean;
}

function partOf(block: Block, facts: LetterFacts): Part | null {
  if ('shows' in block) {
    if (facts.secret === undefined) throw new Error('this letter needs a code or a password');
    return { words: facts.secret, link: null, secret: true };
  }
  const words = filled(block.says, facts);
  if (!('leadsTo' in block)) return { words, link: null, secret: false };
  if (facts.publicUrl === null) return null;
  return { words, link: addressOf(facts.publicUrl, block.leadsTo), secret: false };
}

function textOf({ words, link }: Part): string {
  return link === null ? words : `${words} ${link}`;
}

function htmlOf({ words, link, secret }: Part): string {
  const inner = escaped(words).replaceAll('\n', '<br>');
  if (secret) return `<p style='${STYLE.secret}'>${inner}</p>`;
  const anchor = link === null ? '' : ` <a href="${escaped(link)}">${escaped(link)}</a>`;
  return `<p style='${STYLE.paragraph}'>${inner}${anchor}</p>`;
}

/**
 * A letter in words and in HTML of the same content. The HTML names no colours, so that it is readable on light and
 * dark, and nothing in it comes from elsewhere.
 * @throws Error when a letter that shows a code or a password is given none
 */
export function letterOf(kind: LetterKind, language: Language, facts: LetterFacts): LetterContents {
  const { subject, blocks } = TEXTS[language][kind];
  const lang = LANGUAGES[language].mail;
  const title = oneLine(filled(subject, facts));
  const parts = blocks.map((block) => partOf(block, facts)).filter((part) => part !== null);
  const html = [
    '<!doctype html>',
    `<html lang="${lang}">`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head>`,
    `<body style='${STYLE.body}'>`,
    `<div lang="${lang}" style='${STYLE.page}'>`,
    ...parts.map(htmlOf),
    '</div>',
    '</body>',
    '</html>',
  ];
  return { subject: title, text: `${parts.map(textOf).join('\n\n')}\n`, html: `${html.join('\n')}\n` };
}
