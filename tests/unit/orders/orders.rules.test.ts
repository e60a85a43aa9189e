import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linksFileOf, movedOrders, statusKeyOf } from '../../../src/machines/orders/orders.machine.ts';
import { isCancellable, orderStatusRow } from '../../../contract/orders/orderStatus.ts';
import { order } from '../../model/shared/samples.ts';
import en from '../../fixtures/texts/en.ts';
import { lookWait } from '../../../src/machines/orders/pricedForm.rules.ts';
import { pageCountOf, rangeOf } from '../../../src/machines/shared/pages.rules.ts';

describe('§4 Order status', () => {
  test.each([
    [1, 'to be processed', 'To be processed'],
    [3, 'to be reviewed', 'To be reviewed'],
    [4, 'in process', 'In process'],
    [5, 'in process', 'In process'],
    [6, 'in process', 'In process'],
    [7, 'completed', 'Completed'],
    [8, 'failed', 'Failed'],
    [9, 'cancelled', 'Cancelled'],
  ])('number %i is labelled %s', (status, label, word) => {
    expect(orderStatusRow(status).label).toBe(label);
    const words: Record<string, string> = en.orders.status;
    expect(words[statusKeyOf(status).replace('orders.status.', '')]).toBe(word);
  });

  test('unknown numbers show as in process (decision 25)', () => {
    for (const status of [0, 2, 10, -1, 4.5, Number.NaN]) {
      expect(orderStatusRow(status)).toBe(orderStatusRow(4));
      expect(statusKeyOf(status)).toBe('orders.status.other');
    }
    expect(en.orders.status.other).toBe(en.orders.status[4]);
  });

  test('3 has the warning colour, 7 the success colour, 9 the error colour', () => {
    expect([3, 7, 9].map((status) => orderStatusRow(status).tone)).toEqual(['warn', 'ok', 'err']);
  });

  test('cancel is offered only while status is below 5', () => {
    const offered = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((status) => isCancellable(status));
    expect(offered).toEqual([1, 2, 3, 4]);
  });

  test('link download is a text file named after the order number plus _links.txt', () => {
    const files = ['https://portal.example/a.zip', 'https://portal.example/b.zip'];
    expect(linksFileOf('GT-20261115-0117', files)).toEqual({
      name: 'GT-20261115-0117_links.txt',
      text: 'https://portal.example/a.zip\nhttps://portal.example/b.zip\n',
    });
    expect(linksFileOf('GT-1', []).text).toBe('');
  });
});

describe('§7 Pagination', () => {
  test('page size 10; the page count is the total divided by 10, rounded up', () => {
    expect([1, 9, 10, 11, 20, 27, 1_000_001].map(pageCountOf)).toEqual([1, 1, 1, 2, 2, 3, 100_001]);
  });

  test('an empty list has one page', () => {
    expect(pageCountOf(0)).toBe(1);
    expect(rangeOf(1, 0)).toEqual({ from: 0, to: 0 });
  });

  test('the pages together show each row of the list once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (total) => {
        const pages = Array.from({ length: pageCountOf(total) }, (_, index) => rangeOf(index + 1, total));
        const rows = pages.flatMap(({ from, to }) =>
          Array.from({ length: to - from + 1 }, (_, at) => from + at),
        );
        expect(rows).toEqual(Array.from({ length: total }, (_, index) => index + 1));
      }),
    );
  });

  test('the last page ends with the total: 21–27 of 27', () => {
    expect(rangeOf(3, 27)).toEqual({ from: 21, to: 27 });
  });
});

describe('Status changes of shown orders', () => {
  test('an order with another status than before has moved', () => {
    const moved = movedOrders([order('GT-1', 3), order('GT-2', 7)], [order('GT-1', 4), order('GT-2', 7)]);
    expect(moved.map(({ orderNum, status }) => [orderNum, status])).toEqual([['GT-1', 4]]);
  });

  test('new and removed orders have not moved', () => {
    expect(movedOrders([], [order('GT-1', 4)])).toEqual([]);
    expect(movedOrders([order('GT-1', 4)], [order('GT-2', 1)])).toEqual([]);
  });
});

test('after a lost reply the outcome is asked for each second, then less and less often, every 10 s in the end', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 100].map(lookWait)).toEqual([
    1000, 1000, 2000, 3000, 4000, 10_000, 10_000, 10_000,
  ]);
});
