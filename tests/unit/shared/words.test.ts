import { describe, expect, test } from 'vitest';
import { PLURAL, sources, textsOf } from './catalogue.ts';

/* The rules for the product's words that a program can check, for every text of both languages. */

const en = [...textsOf('en')];
const zh = [...textsOf('zh')];

/** The texts in which a pattern occurs; parameters are not words. */
const breaking = (texts: [string, string][], pattern: RegExp, except: readonly string[] = []) =>
  texts.filter(([key, text]) => !except.includes(key) && pattern.test(text.replaceAll(/\{\{\w+\}\}/g, '{}')));

describe('English', () => {
  test.each([
    ['select, not choose', /\bchoos|\bchose|\bchoice/i],
    ['log in, not sign in', /\bsign(ed)? in\b/i],
    ['review, not audit', /\baudit/i],
    ['email, not mail', /\bmail(s|ed|ing)?\b/i],
    ['platform words: no session or account type', /\btype \d|\bsessions?\b(?! storage)/i],
    [
      'no German under the English',
      /\b(anew|foretold|mended|whereby|worked out|given back|taken away|by itself|all the same|hear back|you are told|is tried|no longer sold|goes? on)\b/i,
    ],
    ['files contain, codes are valid for', /\bholds?\b/i],
    ['is not a, not is no', /\bis no\b/i],
    ['no reassurance without a subject', /Nothing was (lost|changed)/],
    ['limits before the noun', /, at (most|least)$/i],
    [
      'British spelling with -ize',
      /\b(colors?|meters?|gray|analyz\w+|normalis\w+|organis\w+|recognis\w+)\b/i,
    ],
    ['no space before a percent or degree sign', / [%°]/],
    ['an ellipsis is one sign without a space before it', /\.\.\.| …/],
    ['curly apostrophes', /'/],
  ])('%s', (_, pattern) => {
    // the specification names the e-mail, and its message has its own spelling; testers save sessions
    const allowed = ['errors.emailInvalid', 'notice.sessionSaved', 'viewer.saveSession'];
    expect(breaking(en, pattern, allowed)).toEqual([]);
  });

  test('curly quotation marks', () => {
    expect(breaking(en, /"/)).toEqual([]);
  });

  test('two sentences end with a full stop', () => {
    expect(breaking(en, /[\w}]{4}\. [A-Z].*[a-z]$/)).toEqual([]);
  });
});

describe('Chinese', () => {
  const HAN = String.raw`\p{Script=Han}`;

  test.each([
    ['full-width punctuation', new RegExp(`${HAN}[,.:;!?()]|[,.:;!?()]${HAN}`, 'u')],
    [
      'a space between Chinese and Latin letters or digits',
      new RegExp(`${HAN}[0-9A-Za-z]|[0-9A-Za-z]${HAN}`, 'u'),
    ],
    ['the ellipsis is one sign', /……|\.\.\./],
    ['no space before a percent or degree sign', / [%°]/],
    ['curly quotation marks', /["']/],
    ['检索, not 搜索', /搜索/],
    ['无云, not 晴空', /晴空/],
    ['平台, not 门户', /门户/],
    ['AOI, not 感兴趣区域', /感兴趣区域/],
    ['瓦片, not 切片', /切片/],
    ['快视图, not 预览图', /预览图/],
    ['编程拍摄, not 编程订单 or 新采集', /编程订单|新采集/],
    ['Enter, not 回车', /回车/],
    ['分享的, not 共享', /共享/],
    ['no officialese', /方可|届时|该已|不会在|未作任何/],
    ['no internal words', /会话(?!存储)|类型 \d/],
  ])('%s', (_, pattern) => {
    // a formula, like those of the other indices; testers save sessions
    const allowed = ['analytics.indexHints.difference', 'notice.sessionSaved', 'viewer.saveSession'];
    expect(breaking(zh, pattern, allowed)).toEqual([]);
  });

  test('a space between Chinese and a parameter', () => {
    // their value is Chinese, or begins with a separate mark
    const CHINESE = [
      'account.passwordChangeFailed',
      'order.agree',
      'measure.said',
      'tasking.modeHint',
      'why.together',
      'why.both',
    ];
    const left = zh.filter(
      ([key, text]) => !CHINESE.includes(key) && new RegExp(`${HAN}\\{\\{|\\}\\}${HAN}`, 'u').test(text),
    );
    expect(left).toEqual([]);
  });
});

describe('the keys', () => {
  test('no text is without use', () => {
    const code = sources('src', 'server', 'contract')
      .map(({ text }) => text)
      .join('\n');
    const begun = [...code.matchAll(/`([\w.]{3,})\$\{/g)].map(([, start = '']) => start);
    const ended = [...code.matchAll(/\$\{[^}]*\}((?:\.\w+)+)`/g)].map(([, end = '']) => end);
    const quoted = new Set([...code.matchAll(/'(?=([\w.-]+)')/g)].map(([, text]) => text));
    const asWords = new Set([...code.matchAll(/words="([^"]+)"/g)].map(([, text]) => text));
    const isUsed = (key: string): boolean =>
      quoted.has(key) ||
      asWords.has(key) ||
      // an empty list names its title, and says the text beside it
      (key.endsWith('Text') && isUsed(key.slice(0, -'Text'.length))) ||
      // the server names a refusal without its group
      (key.startsWith('errors.') && quoted.has(key.slice('errors.'.length))) ||
      begun.some((start) => key.startsWith(start)) ||
      ended.some((end) => key.endsWith(end));
    const unused = en
      .map(([key]) => key.replace(PLURAL, ''))
      .filter((key) => !key.startsWith('mails.') && !isUsed(key));
    expect(unused).toEqual([]);
  });
});
