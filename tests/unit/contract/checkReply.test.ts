import { describe, expect, test } from 'vitest';
import { searchReply } from '../../../contract/search.ts';
import { checkReply } from '../../../src/services/call/checkReply.ts';
import { scenes } from '../../model/shared/samples.ts';

const many = (count: number): unknown[] =>
  Array.from({ length: count }, (_, at) => ({ ...scenes[0], id: `scene-${at}`, beyond: 'the contract' }));
const reply = (features: unknown[]) => ({
  result: 1,
  type: 'FeatureCollection',
  features,
  numberMatched: 9000,
});

describe('§7: a reply is checked completely, however long', () => {
  test.each([0, 1, 249, 250, 251, 500, 1000, 1234])(
    '%i scenes give the same result as a check in one piece',
    async (count) => {
      const whole = searchReply.parse(reply(many(count)));
      expect((await checkReply(searchReply, reply(many(count)), undefined))?.data).toEqual(whole);
    },
  );

  test.each([0, 249, 250, 251, 749, 999])(
    'one invalid scene at index %i refuses the whole reply',
    async (place) => {
      const features = many(1000);
      features[place] = { ...scenes[0], geometry: { type: 'Polygon', coordinates: [[[0, 'north']]] } };
      expect(await checkReply(searchReply, reply(features), undefined)).toBeNull();
    },
  );

  test('an invalid envelope refuses a long reply', async () => {
    expect(await checkReply(searchReply, { ...reply(many(1000)), result: 'yes' }, undefined)).toBeNull();
  });

  test('a long list that is not in the contract is removed', async () => {
    const checked = await checkReply(searchReply, { result: 1, rows: many(1000) }, undefined);
    expect(checked).toEqual({ data: { result: 1 }, leftOut: 0 });
  });

  test('other tasks of the page run while a long reply is checked', async () => {
    const order: string[] = [];
    setTimeout(() => order.push('other'), 0);
    await checkReply(searchReply, reply(many(5000)), undefined);
    order.push('checked');
    expect(order).toEqual(['other', 'checked']);
  });

  test('an aborted check stops early', async () => {
    const abort = new AbortController();
    const checking = checkReply(searchReply, reply(many(1000)), abort.signal);
    abort.abort();
    await expect(checking).rejects.toThrow('aborted');
  });
});
