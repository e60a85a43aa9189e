import { describe, expect, it } from 'vitest';
import { mailOf, type MailFacts, MAIL_KINDS } from '../../../server/mail/mailOf.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';

const SECRET = 'K7M2QX';
const ORDER = {
  num: 'GT-20261120-0141',
  name: 'Harbour survey',
  price: '$1,234.50',
  lines: ['1. ALPHA: $16.00 × 1.00 × 25.00 km² × 1.00 = $400.00', '2. BETA: …'],
  windowEnd: null,
  makingSeconds: 0,
};
const FACTS: MailFacts = {
  appName: 'Groundtrack',
  publicUrl: 'https://portal.example.com',
  secret: SECRET,
  order: ORDER,
  deliverySeconds: 50,
  found: {
    watch: 'Harbour',
    count: 2,
    scenes: [
      sceneOf('ALPHA', square(0, 0, 1, 1)).facts,
      sceneOf('BETA', square(0, 0, 1, 1), { satellite: null, satCode: null, cloudCover: null }).facts,
    ],
    unsubscribe: '/web/watch/unsubscribe/1/key',
    eventId: 'msg_1',
  },
  codeMinutes: 10,
  passwordHours: 24,
  at: new Date('2026-11-20T08:00:30Z'),
};
const EVERY = MAIL_KINDS.flatMap((kind) => (['en', 'zh'] as const).map((language) => ({ kind, language })));
const HAN = String.raw`[\u4e00-\u9fff]`;

/** The text that a reader of the HTML sees. */
function wordsOf(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  return body
    .replaceAll(/<\/p>/g, '\n\n')
    .replaceAll('<br>', '\n')
    .replaceAll(/<[^>]*>\n?/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

describe('mails', () => {
  it.each(EVERY)(
    '$kind in $language has the same text in plain text and HTML, completely filled in',
    (row) => {
      const { subject, text, html } = mailOf(row.kind, row.language, FACTS);
      expect(wordsOf(html)).toBe(text.trim());
      expect(subject + text).not.toMatch(/[{}]|undefined/);
      expect(subject).toContain('Groundtrack');
      expect(html).toContain(`<html lang="${row.language === 'zh' ? 'zh-Hans' : 'en'}">`);
      expect(html).toContain(`<title>${subject}</title>`);
    },
  );

  it.each(EVERY)('$kind in $language loads nothing external and sets no colour', (row) => {
    const { html } = mailOf(row.kind, row.language, FACTS);
    expect(html).not.toMatch(/<(img|script|link|iframe|style|table|form)|src=|url\(|color:|background/i);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
    for (const address of links)
      expect([
        'https://portal.example.com/',
        'https://portal.example.com/#resetpass',
        'https://portal.example.com/?panel=order',
        'https://portal.example.com/?panel=mysearch',
        'https://portal.example.com/?order=GT-20261120-0141',
        'https://portal.example.com/web/watch/unsubscribe/1/key',
      ]).toContain(address);
  });

  it.each(EVERY)("$kind in $language has no link if the portal's URL is unknown", (row) => {
    const { text, html } = mailOf(row.kind, row.language, { ...FACTS, publicUrl: null });
    expect(text + html).not.toMatch(/https?:|href/);
  });

  it.each(MAIL_KINDS)('%s in Chinese has full-width punctuation, and spaces next to figures', (kind) => {
    const { subject, text } = mailOf(kind, 'zh', FACTS);
    const words = subject + text.replace(SECRET, '');
    expect(words).toMatch(new RegExp(HAN));
    expect(words).not.toMatch(new RegExp(`${HAN}[,.:;!?()"]|[,.:;!?()"]${HAN}`));
    expect(words).not.toMatch(new RegExp(`${HAN}[0-9A-Za-z]|[0-9A-Za-z]${HAN}`));
  });

  it.each([
    ['registerCode', 'en', [/10 minutes/, /We will never ask you for it/, /didn’t request this code/]],
    ['registerCode', 'zh', [/10 分钟/, /请勿告知他人/, /如非本人操作/]],
    ['resetCode', 'en', [/10 minutes/, /We will never ask you for it/, /didn’t request this code/]],
    ['resetCode', 'zh', [/10 分钟/, /请勿告知他人/, /如非本人操作/]],
    [
      'newPassword',
      'en',
      [/once, within 24 hours/, /set your own password in Account/, /If this wasn’t you/],
    ],
    ['newPassword', 'zh', [/24 小时/, /在“账户”中设置新密码/, /如非本人操作/]],
  ] as const)(
    '%s in %s shows its secret alone on a line, with its validity and a warning',
    (kind, language, sentences) => {
      const { subject, text, html } = mailOf(kind, language, FACTS);
      expect(text.split('\n').filter((line) => line.includes(SECRET))).toEqual([SECRET]);
      expect(html).toMatch(new RegExp(`<p style='[^']*'>${SECRET}</p>`));
      // notifications on a locked screen show the subject
      expect(subject).not.toContain(SECRET);
      for (const sentence of sentences) expect(text).toMatch(sentence);
    },
  );

  it('a mail that shows a secret is not written without one', () => {
    const { secret: _, ...without } = FACTS;
    expect(() => mailOf('resetCode', 'en', without)).toThrow(/needs a code or a password/);
    expect(mailOf('approved', 'en', without).text).toContain('was approved');
  });

  it('the mail about a password change has its time in UTC', () => {
    expect(mailOf('passwordChanged', 'en', FACTS).text).toContain('on 2026-11-20 08:00 (UTC)');
    expect(mailOf('passwordChanged', 'zh', FACTS).text).toContain('2026-11-20 08:00（UTC）');
  });

  it('the mail about an order names it; markup in its name stays text', () => {
    const order = { ...ORDER, name: '<b>{app}</b>' };
    const { subject, html, text } = mailOf('orderCompleted', 'en', { ...FACTS, order });
    expect(subject).toBe('Your Groundtrack order GT-20261120-0141 is complete');
    expect(text).toContain('“<b>{app}</b>” (GT-20261120-0141)');
    expect(html).toContain('&lt;b&gt;{app}&lt;/b&gt;');
  });

  it.each([
    ['orderReceived', 'en', ['“Harbour survey” (GT-20261120-0141)', 'for $1,234.50', 'in about 50 seconds']],
    ['orderReceived', 'zh', ['“Harbour survey”（GT-20261120-0141）', '$1,234.50', '50 秒']],
    ['orderCompleted', 'zh', ['“Harbour survey”（GT-20261120-0141）']],
    ['orderFailed', 'en', ['“Harbour survey” (GT-20261120-0141)']],
    ['orderFailed', 'zh', ['“Harbour survey”（GT-20261120-0141）']],
    ['watchScenes', 'en', ['“Harbour” found new scenes (2)']],
    ['watchScenes', 'zh', ['“Harbour”', '共 2 景']],
  ] as const)('%s in %s has each value in its place', (kind, language, pieces) => {
    const { text } = mailOf(kind, language, FACTS);
    for (const piece of pieces) expect(text).toContain(piece);
  });

  it('the mail about a received order has number, name, price, lines, estimate and a link to it', () => {
    const { subject, text } = mailOf('orderReceived', 'en', FACTS);
    expect(subject).toBe('Your Groundtrack order GT-20261120-0141 was received');
    expect(text).toContain('“Harbour survey” (GT-20261120-0141) for $1,234.50:');
    expect(text).toContain(ORDER.lines.join('\n'));
    expect(text).toContain('ready in about 50 seconds');
    expect(text).toContain('https://portal.example.com/?order=GT-20261120-0141');
    const tasking = { ...FACTS, order: { ...ORDER, windowEnd: '2026-12-20' } };
    expect(mailOf('orderReceived', 'zh', tasking).text).toContain('2026-12-20（UTC）前拍摄');
  });

  it('markup in the name of the app stays text', () => {
    const appName = `<img src=x onerror='alert(1)'> & "Sons"`;
    const { html, text } = mailOf('registered', 'en', { ...FACTS, appName });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=&#39;alert(1)&#39;&gt; &amp; &quot;Sons&quot;');
    expect(wordsOf(html)).toBe(text.trim());
  });
});
