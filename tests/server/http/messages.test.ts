import { describe, expect, it } from 'vitest';
import { languageOf, message } from '../../../server/base/messages.ts';

describe('messages in the language of the caller', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['zh', 'zh'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['en-GB,zh;q=0.9', 'en'],
    ['en;q=0.4, zh-Hans;q=0.7', 'zh'],
    ['fr, de;q=0.9', 'en'],
    ['fr, zh;q=0.1', 'zh'],
    ['zh;q=0', 'en'],
    [';;;,,q=', 'en'],
  ])('Accept-Language %j is %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });

  it('figures are filled in', () => {
    expect(message('areaOverLimit', 'en', { limit: 100_000 })).toBe('Area over limit: 100,000 km²');
    expect(message('areaOverLimit', 'zh', { limit: 100_000 })).toContain('100,000');
  });
});
