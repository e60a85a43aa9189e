import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { scenesForBench } from '../../../lab/bench/support/scenesForBench.ts';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import { extensions } from '../../../contract/calls/extensions.ts';
import { searchReply } from '../../../contract/search.ts';
import { fitsExactly } from '../../../src/services/call/quickCheck.ts';

const found = () => ({
  result: 1,
  type: 'FeatureCollection',
  features: scenesForBench(3, 1),
  numberMatched: 3,
});

/** Replaces, removes or adds a value at a random path of a JSON value. */
function spoiled(value: unknown, picks: readonly number[], by: unknown): unknown {
  if (typeof value !== 'object' || value === null || picks.length === 0) return by;
  const keys = [...Object.keys(value), 'another'];
  const key = keys[picks[0]! % keys.length]!;
  if (Array.isArray(value))
    return value.map((one: unknown, at) => (String(at) === key ? spoiled(one, picks.slice(1), by) : one));
  const changed = { ...value, [key]: spoiled(Reflect.get(value, key), picks.slice(1), by) };
  return by === undefined && picks.length === 1 ? JSON.parse(JSON.stringify(changed)) : changed;
}

describe('§7: quick check of a long reply', () => {
  test('scenes that match the contract pass without the schema', () => {
    expect(fitsExactly(searchReply, found())).toBe(true);
  });

  test('a record of texts and numbers is checked quickly too', () => {
    const params = z.record(z.string(), z.union([z.string(), z.number()]));
    const fitting = [{}, { limit: 100_000, unit: 'km²' }];
    for (const value of fitting) {
      expect(fitsExactly(params, value)).toBe(true);
      expect(params.parse(value)).toEqual(value);
    }
    for (const value of [{ limit: null }, { limit: [1] }, [], null, 'limit'])
      expect(fitsExactly(params, value)).toBe(false);
    const digits = z.record(z.string().check(z.regex(/^\d+$/)), z.number());
    expect(fitsExactly(digits, { a: 1 })).toBe(false);
  });

  test('a reply that passes is unchanged by the schema, whatever was modified', () => {
    let passed = 0;
    fc.assert(
      fc.property(
        fc.array(fc.nat(40), { minLength: 1, maxLength: 6 }),
        fc.oneof(
          fc.jsonValue({ maxDepth: 2 }),
          fc.constantFrom(undefined, Infinity, 'Polygon', 'OPTICAL', 0.5, null, [], [[0, 0]]),
        ),
        (picks, by) => {
          const reply = spoiled(found(), picks, by);
          if (!fitsExactly(searchReply, reply)) return;
          passed += 1;
          const parsed = searchReply.safeParse(reply);
          expect(parsed.success && parsed.data).toEqual(reply);
        },
      ),
      { numRuns: 3000 },
    );
    expect(passed).toBeGreaterThan(50);
  });

  test('values that the schema would change, or checks in an unknown way, are left to it', () => {
    expect(fitsExactly(searchReply, { ...found(), beyond: 'the contract' })).toBe(false);
    expect(fitsExactly(z.string().check(z.trim()), ' a ')).toBe(false);
    expect(fitsExactly(z.object({ a: z.string().check(z.includes('b')) }), { a: 'b' })).toBe(false);
    const matched = z.object({ a: z.string().check(z.regex(/b/)) });
    expect([fitsExactly(matched, { a: 'b' }), fitsExactly(matched, { a: 'c' })]).toEqual([true, false]);
    expect(fitsExactly(z.looseObject({ a: z.string() }), { a: 'b' })).toBe(false);
    expect(fitsExactly(z.number().check(z.gte(3)), 2)).toBe(false);
    expect(fitsExactly(z.int(), 1.5)).toBe(false);
    expect(fitsExactly(z.pipe(z.string(), z.transform(Number)), '1')).toBe(false);
    expect(fitsExactly(z.prefault(z.string(), 'x'), undefined)).toBe(false);
  });

  test('a reply that passes is valid for every call of the contract', () => {
    for (const row of Object.values({ ...endpoints, ...extensions }))
      for (const value of [{}, null, [], 'text', { result: '1' }, { result: 1, data: { toString: 1 } }])
        if (fitsExactly(row.reply as z.ZodMiniType, value))
          expect(row.reply.safeParse(value)).toEqual({ success: true, data: value });
  });
});
