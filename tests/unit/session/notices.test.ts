import { describe, expect, test } from 'vitest';
import { withNotice } from '../../../src/machines/session/portal.context.ts';
import type { NoticeTone } from '../../../src/machines/shared/notice.ts';

const NONE = { notices: [], lastNotice: 0 };

/** The texts shown after these notices, oldest first. */
function shownAfter(...raised: [topic: string, tone: NoticeTone, text: string][]): unknown[] {
  return raised
    .reduce<Parameters<typeof withNotice>[0]>(
      (list, [topic, tone, text]) => withNotice(list, { topic, tone, message: { text } }),
      NONE,
    )
    .notices.map(({ message }) => message.text);
}

describe('toasts', () => {
  test('are never more than three', () => {
    expect(
      shownAfter(['a', 'info', '1'], ['b', 'info', '2'], ['c', 'info', '3'], ['d', 'info', '4']),
    ).toEqual(['2', '3', '4']);
  });

  test('keep an error while an older success can go', () => {
    expect(
      shownAfter(['a', 'error', 'E'], ['b', 'success', '2'], ['c', 'info', '3'], ['d', 'success', '4']),
    ).toEqual(['E', '3', '4']);
    expect(
      shownAfter(['a', 'error', '1'], ['b', 'error', '2'], ['c', 'error', '3'], ['d', 'success', '4']),
    ).toEqual(['2', '3', '4']);
  });

  test('never show a red one beside the success of the same thing', () => {
    expect(shownAfter(['order 7', 'error', 'failed'], ['order 7', 'success', 'cancelled'])).toEqual([
      'cancelled',
    ]);
    expect(shownAfter(['order 7', 'error', 'failed'], ['order 8', 'success', 'cancelled'])).toEqual([
      'failed',
      'cancelled',
    ]);
  });

  test('show the same words once', () => {
    expect(shownAfter(['a', 'error', 'no'], ['b', 'error', 'no'])).toEqual(['no']);
  });
});
