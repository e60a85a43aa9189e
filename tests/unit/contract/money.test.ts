import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoints, type EndpointName } from '../../../contract/calls/endpoints.ts';
import type { Row } from '../../../contract/calls/row.ts';
import { asItIs, toWire } from '../../../contract/calls/wire.ts';
import { centsOf, dollarsOf, dollarsText, money } from '../../../contract/orders/money.ts';
import { product, fraction } from '../../../lab/attack/exactPrice.ts';

/** The largest amount with which the law is tested, cents: ten trillion dollars. */
const CENTS_MAX = 1_000_000_000_000_000;

describe('Law 8: money is dollars at the wire and integer cents inside', () => {
  test.each([
    [0, 0],
    [0.29, 29],
    [1.005, 101],
    [1.00499, 100],
    [0.285, 29],
    [8.345, 835],
    [1234.56, 123_456],
    [1e-7, 0],
    [0.004, 0],
    [0.005, 1],
    [-12.5, -1250],
    [-0.001, 0],
    [1e21, Number.NaN],
    [1.5e21, Number.NaN],
  ])('%d dollars are %d cents, half up on the decimal notation', (dollars, cents) => {
    expect(centsOf(dollars)).toBe(cents);
  });

  test('cents, written as dollars and read again, are the same cents, with two decimals at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: -CENTS_MAX, max: CENTS_MAX }), (cents) => {
        const written = JSON.stringify(dollarsOf(cents));
        expect(written).toMatch(/^-?\d+(\.\d{1,2})?$/);
        expect(centsOf(Number(written))).toBe(cents + 0);
      }),
      { numRuns: 2000 },
    );
  });

  test('dollars of any decimals are rounded once, exactly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 99_999 }),
        (whole, part) => {
          const text = `${whole}.${String(part).padStart(5, '0')}`;
          const { over, under } = product(fraction(text), fraction('100'));
          expect(BigInt(centsOf(Number(text)))).toBe((2n * over + under) / (2n * under));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('as text it has two decimals', () => {
    expect([0, 5, 1250, 123_456].map(dollarsText)).toEqual(['0.00', '0.05', '12.50', '1234.56']);
  });

  test.each([Number.NaN, Infinity, 1e21, '1', null])('%s is no money', (value) => {
    expect(money.safeParse(value).success).toBe(false);
  });

  test('exactly these calls convert; all others are written and read as they are', () => {
    const names = Object.keys(endpoints) as EndpointName[];
    const converting = (part: 'body' | 'reply') =>
      names.filter((name) => {
        const schema = (endpoints[name] as Row)[part];
        return schema !== undefined && toWire(schema) !== asItIs;
      });
    expect(converting('body').sort()).toEqual(['archiveSubmit', 'createApiKey', 'taskingSubmit']);
    expect(converting('reply').sort()).toEqual([
      'aoiFacts',
      'apiKeys',
      'archiveOrders',
      'archivePrice',
      'archiveSubmit',
      'createApiKey',
      'deliveriesOver',
      'orderDetails',
      'payRecords',
      'saveQuote',
      'submitOutcome',
      'taskingOrders',
      'taskingPrice',
      'taskingSubmit',
    ]);
  });

  test('only money is written otherwise: all else is sent as it is, a field that is no field of the contract too', () => {
    const [day, price] = ['not a day', { finalPrice: 123_456, discount: 'x', lines: [{ finalPrice: 5 }] }];
    const written = { ...price, finalPrice: 1234.56, lines: [{ finalPrice: 0.05 }] };
    expect(toWire(endpoints.archivePrice.reply)({ result: 1, day, data: price })).toEqual({
      result: 1,
      day,
      data: written,
    });
    const missing = { orderName: '', agreedPrice: undefined };
    expect(toWire(endpoints.taskingSubmit.body)(missing)).toEqual(missing);
    const keys = [{ monthlyLimit: null }, { monthlyLimit: 2_000_000 }];
    expect(toWire(endpoints.apiKeys.reply)({ data: keys })).toEqual({
      data: [{ monthlyLimit: null }, { monthlyLimit: 20_000 }],
    });
    const made = { num: '1', name: 'Harbour', status: 1, ctime: '' };
    const outcome = (of: object | null) =>
      toWire(endpoints.submitOutcome.reply)({ result: 1, data: { made: of } });
    expect([
      outcome(null),
      outcome({ kind: 'tasking', ...made, finalPrice: 1250 }),
      outcome({ kind: 'imageryExport', ...made, credits: 1250 }),
    ]).toEqual([
      { result: 1, data: { made: null } },
      { result: 1, data: { made: { kind: 'tasking', ...made, finalPrice: 12.5 } } },
      { result: 1, data: { made: { kind: 'imageryExport', ...made, credits: 1250 } } },
    ]);
    expect(() => toWire(endpoints.archivePrice.reply)({ data: { finalPrice: 1.5 } })).toThrow(
      z.core.$ZodError,
    );
  });

  test('no schema of a call has money in it that is not converted, by its name', () => {
    const MONEY = /^(finalPrice|cost|agreedPrice|monthlyLimit)$|cents|dollars?$/iu;
    const found = new Set<string>();
    const walk = (schema: { def?: object } | undefined, path: string): void => {
      if (schema === undefined) return;
      const def = schema.def as Record<string, never> & { type?: string; shape?: object };
      for (const [name, field] of Object.entries(def.shape ?? {})) {
        const inner = JSON.stringify(z.toJSONSchema(field as z.ZodMiniType, { io: 'input' }));
        if (MONEY.test(name) && !inner.includes('US dollars')) found.add(`${path}.${name}`);
        walk(field as never, `${path}.${name}`);
      }
      for (const part of ['innerType', 'element', 'valueType'] as const) walk(def[part], path);
      for (const option of (def['options'] ?? []) as never[]) walk(option, path);
    };
    for (const [name, row] of Object.entries(endpoints)) {
      walk(row.body as never, `${name} body`);
      walk(row.reply as never, name);
    }
    // credits
    expect([...found]).toEqual(['imageryExports.list.cost']);
  });
});
