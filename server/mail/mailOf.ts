import { LANGUAGES, type Language } from '../../contract/languages.ts';
import type { SceneProperties } from '../../contract/search.ts';
import type { MailContents } from '../base/mailTransport.ts';
import { filled, mailText } from '../base/messages.ts';

export interface FoundInMail {
  watch: string;
  count: number;
  /** The newest scenes. */
  scenes: readonly Pick<
    SceneProperties,
    'acquisitionDate' | 'satellite' | 'satCode' | 'productId' | 'cloudCover'
  >[];
  /** The path of the link that ends these mails. */
  unsubscribe: string;
  /** The same in every try. */
  eventId: string;
}

/** An order as a mail tells it. */
export interface OrderInMail {
  num: string;
  name: string;
  /** '$1,234.50'. */
  price: string;
  /** The factors of each line and its price. */
  lines: readonly string[];
  /** The last UTC day of a new acquisition; null in an archive order. */
  windowEnd: string | null;
  /** Seconds in which its images are made, with what is ahead of them. */
  makingSeconds: number;
}

/** Values in a mail. */
export interface MailFacts {
  appName: string;
  /** The portal's address without a trailing slash, from PUBLIC_URL only; null omits all links. */
  publicUrl: string | null;
  /** The code or password, in mails that show one. */
  secret?: string;
  /** The order, in mails about orders. */
  order?: OrderInMail;
  /** Seconds from an archive order to its files; absent where a supplier decides. */
  deliverySeconds?: number | undefined;
  /** In mails of a watch. */
  found?: FoundInMail;
  codeMinutes: number;
  /** Hours that a password sent by mail is valid. */
  passwordHours: number;
  at: Date;
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

/** The app name may have control characters; a subject must not. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}

function paramsOf(facts: MailFacts): Record<string, string | number> {
  return {
    app: facts.appName,
    minutes: facts.codeMinutes,
    hours: facts.passwordHours,
    ...(facts.order === undefined
      ? {}
      : {
          order: facts.order.num,
          name: facts.order.name,
          price: facts.order.price,
          end: facts.order.windowEnd ?? '',
          seconds: Math.round((facts.deliverySeconds ?? 0) + facts.order.makingSeconds),
        }),
    ...(facts.found === undefined ? {} : { watch: facts.found.watch, count: facts.found.count }),
    at: facts.at.toISOString().slice(0, 16).replace('T', ' '),
  };
}

/** A line for each scene: day and time in UTC, satellite, cloud cover. */
function sceneLines(
  found: FoundInMail | undefined,
  line: (params: Record<string, string>) => string,
): string {
  if (found === undefined) throw new Error('this mail needs what a watch has found');
  const lines = found.scenes.map(({ acquisitionDate, satellite, satCode, productId, cloudCover }) =>
    line({
      at: acquisitionDate?.slice(0, 16).replace('T', ' ') ?? '—',
      satellite: satellite ?? satCode ?? productId,
      cloud: cloudCover === null ? '–' : `${Math.round(cloudCover)}%`,
    }),
  );
  return [...lines, ...(found.count > found.scenes.length ? ['…'] : [])].join('\n');
}

/** RFC 8058: mail programs offer to end these mails by one press. Needs an address of the portal. */
function headersOf({ found, publicUrl }: MailFacts): Record<string, string> {
  if (found === undefined) return {};
  const own = { 'Message-ID': `<${found.eventId}@groundtrack>` };
  if (publicUrl === null) return own;
  return {
    ...own,
    'List-Unsubscribe': `<${publicUrl}${found.unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

interface Paragraph {
  text: string;
  link?: string;
  isSecret?: boolean;
}

function plainText({ text, link }: Paragraph): string {
  return link === undefined ? text : `${text} ${link}`;
}

function htmlOf({ text, link, isSecret }: Paragraph): string {
  const inner = escaped(text).replaceAll('\n', '<br>');
  const anchor = link === undefined ? '' : ` <a href="${escaped(link)}">${escaped(link)}</a>`;
  return `<p style='${isSecret ? STYLE.secret : STYLE.paragraph}'>${inner}${anchor}</p>`;
}

/**
 * Writes a mail in text and HTML. The HTML loads nothing, and sets no colours, to suit light and dark themes.
 * @throws Error if the mail needs a code or password and has none
 */
export function mailOf(kind: MailKind, language: Language, facts: MailFacts): MailContents {
  const params = paramsOf(facts);
  const textOf = (name: string) => filled(mailText(kind, name, language), params);
  const paragraphOf = (block: string): Paragraph[] => {
    if (block === 'secret') {
      if (facts.secret === undefined) throw new Error('this mail needs a code or a password');
      return [{ text: facts.secret, isSecret: true }];
    }
    if (block === 'scenes')
      return [
        { text: sceneLines(facts.found, (params) => filled(mailText(kind, 'scene', language), params)) },
      ];
    if (block === 'lines') return [{ text: facts.order?.lines.join('\n') ?? '' }];
    if (block === 'estimate') {
      const { order, deliverySeconds } = facts;
      if (typeof order?.windowEnd === 'string') return [{ text: textOf('estimateTasking') }];
      return deliverySeconds === undefined ? [] : [{ text: textOf('estimate') }];
    }
    const page =
      block === 'order'
        ? `/?order=${facts.order?.num ?? ''}`
        : block === 'unsubscribe'
          ? facts.found?.unsubscribe
          : MAIL_LINKS[block];
    if (page === undefined) return [{ text: textOf(block) }];
    return facts.publicUrl === null ? [] : [{ text: textOf(block), link: facts.publicUrl + page }];
  };
  const paragraphs = ['hello', ...MAIL_LAYOUTS[kind], 'regards'].flatMap(paragraphOf);
  const subject = oneLine(textOf('subject'));
  const lang = LANGUAGES[language].mail;
  const html = [
    '<!doctype html>',
    `<html lang="${lang}">`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>`,
    `<body style='${STYLE.body}'>`,
    `<div lang="${lang}" style='${STYLE.page}'>`,
    ...paragraphs.map(htmlOf),
    '</div>',
    '</body>',
    '</html>',
  ];
  return {
    subject,
    text: `${paragraphs.map(plainText).join('\n\n')}\n`,
    html: `${html.join('\n')}\n`,
    headers: headersOf(facts),
  };
}

/**
 * The blocks of each mail, between greeting and regards. A block is the name of a text in
 * contract/messages/LANGUAGE/mails.json, of the mail or of `common`; `secret`, the code or the password alone
 * on its line; `scenes`, the scenes that a watch has found, and `lines`, those of an order's price, a line each; `estimate`, when
 * its files are expected; or a link with the text before it, which is omitted if the portal's address is unknown.
 */
const MAIL_LAYOUTS = {
  registerCode: ['intro', 'secret', 'codeHolds', 'unasked'],
  accountExists: ['intro', 'how', 'logIn', 'reset', 'unasked'],
  resetCode: ['intro', 'secret', 'codeHolds', 'unasked'],
  newPassword: ['intro', 'secret', 'use', 'never', 'logIn', 'unasked'],
  registered: ['intro', 'unasked'],
  approved: ['intro', 'logIn'],
  rejected: ['intro'],
  passwordChanged: ['intro', 'logIn', 'unasked', 'reset'],
  orderReceived: ['intro', 'lines', 'estimate', 'order'],
  orderCompleted: ['intro', 'orders'],
  orderFailed: ['intro', 'orders'],
  watchScenes: ['intro', 'scenes', 'watches', 'unsubscribe'],
} as const;

/** The pages that links lead to, below the portal's address. */
const MAIL_LINKS: Readonly<Record<string, string>> = {
  logIn: '/',
  reset: '/#resetpass',
  orders: '/?panel=order',
  watches: '/?panel=mysearch',
};

export type MailKind = keyof typeof MAIL_LAYOUTS;
export const MAIL_KINDS = Object.keys(MAIL_LAYOUTS) as readonly MailKind[];
