import { afterEach, describe, expect, test } from 'vitest';
import { CallError } from '../../../contract/calls/callError.ts';
import { messageOf, messageOrFallback, serverMessageOf } from '../../../src/machines/shared/failure.ts';
import { applyLanguage, translate } from '../../../src/ui/shared/i18n/language.ts';
import { messageText } from '../../../src/ui/shared/i18n/messageText.ts';

const FALLBACK = 'errors.searchFailed';
const limit = 'Area over limit: 100,000 km²';
const byKey = new CallError('refused', limit, {
  message: limit,
  messageKey: 'areaOverLimit',
  messageParams: { limit: 100_000 },
});
const newerKey = new CallError('refused', 'Not on Sundays.', { messageKey: 'closedOnSundays' });

describe('§8: the server message or the default', () => {
  test.each([
    [
      'its key, its parameters and its text',
      byKey,
      { key: 'errors.areaOverLimit', params: { limit: 100_000 }, text: limit },
    ],
    ['a text alone', new CallError('refused', 'Not today.'), { text: 'Not today.' }],
    [
      'a key without a text',
      new CallError('refused', undefined, { messageKey: 'loginWrong' }),
      { key: 'errors.loginWrong' },
    ],
    ['the default without either', new CallError('refused'), { key: FALLBACK }],
    ['the default for an empty text', new CallError('refused', ''), { key: FALLBACK }],
    [
      "the default for an answer that is not the contract's",
      new CallError('malformed', 'Oops', { messageKey: 'loginWrong' }),
      { key: FALLBACK },
    ],
    ['the default for an error of another kind', new Error('broken'), { key: FALLBACK }],
  ])('%s', (_, error, message) => {
    expect(messageOf(error, FALLBACK)).toEqual(message);
    expect(messageOrFallback(error, FALLBACK)).toEqual(message);
  });

  test('nothing when no answer came or the session has ended, unless a message is due', () => {
    const ended = new CallError('unauthorized', 'Invalid token', { messageKey: 'invalidToken' });
    expect([messageOf(ended, FALLBACK), messageOf(new CallError('offline'), FALLBACK)]).toEqual([null, null]);
    expect(messageOrFallback(ended, FALLBACK)).toEqual({ key: 'errors.invalidToken' });
    expect(messageOrFallback(new CallError('offline'), FALLBACK)).toEqual({ key: FALLBACK });
    expect(serverMessageOf(ended)).toBeNull();
  });
});

describe('a server message on the screen', () => {
  afterEach(() => applyLanguage('en'));
  const shown = (error: CallError) => messageText(translate, messageOrFallback(error, FALLBACK));

  test('with a key it changes with the language', async () => {
    await applyLanguage('en');
    expect(shown(byKey)).toBe(limit);
    await applyLanguage('zh');
    expect(shown(byKey)).toBe('面积超出限制：100,000 km²');
  });

  test('with a text alone, or a key that this client does not know, it stays the text', async () => {
    await applyLanguage('zh');
    expect(shown(new CallError('refused', 'Not today.'))).toBe('Not today.');
    expect(shown(newerKey)).toBe('Not on Sundays.');
  });

  test('a count chooses the plural', async () => {
    await applyLanguage('en');
    const tooMany = (count: number) =>
      shown(new CallError('refused', undefined, { messageKey: 'accountBusy', messageParams: { count } }));
    expect([tooMany(1), tooMany(2)]).toEqual([
      'Too many of your requests are in progress. Try again in 1 second.',
      'Too many of your requests are in progress. Try again in 2 seconds.',
    ]);
  });
});
