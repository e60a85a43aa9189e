import { expect, test, vi } from 'vitest';
import { openPaper } from '../../../server/orders/papers/paper.ts';

test('on papers no figure of an amount lies over its point', async () => {
  const paper = await openPaper({ title: 'Receipt', language: 'en', texts: '7.', at: new Date(0) });
  const line = paper.text('7', 0, 500);
  const pair = paper.doc.widthOfString('7') + paper.doc.widthOfString('.');
  const drawn = vi.spyOn(paper.doc, 'text');
  // 21 pairs take two lines of 20; closer together they would take one
  expect(paper.text('7.'.repeat(21), 0, 20 * pair)).toBe(2 * line);
  expect(drawn.mock.calls.map((call) => [call[0].length, call.at(-1)])).toMatchObject([
    [40, { features: { kern: false } }],
    [2, { features: { kern: false } }],
  ]);
});
