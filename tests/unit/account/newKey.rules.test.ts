import { expect, test } from 'vitest';
import {
  keyProblems,
  limitCents,
  NO_KEY,
  requestOf,
  toggledScope,
} from '../../../src/machines/account/newKey.machine.ts';

const draft = { ...NO_KEY, name: ' Nightly search ' };

test.each([
  ['', null],
  ['  ', null],
  ['20000', 2_000_000],
  ['0.01', 1],
  ['19.99', 1999],
  ['100000000', 10_000_000_000],
])('the limit %j is %j cents', (text, cents) => {
  expect(limitCents(text)).toBe(cents);
});

test.each(['0', '-5', '1.234', '1e3', 'much', '100000000.01', '1,000'])('%j is no limit', (text) => {
  expect(limitCents(text)).toBeNaN();
});

test('a key may end today, not before; a name and a scope are needed', () => {
  const on = (endsOn: string) => keyProblems({ ...draft, endsOn }, '2026-11-21');
  expect([on(''), on('2026-11-21')]).toEqual([{}, {}]);
  expect(on('2026-11-20')).toEqual({ endsOn: 'errors.apiKeyEnds' });
  expect(keyProblems({ ...NO_KEY, scopes: [] }, '2026-11-21')).toEqual({
    name: 'account.required',
    scopes: 'keys.noScope',
  });
});

test('scopes keep their order; the last one can be taken out', () => {
  const both = toggledScope(toggledScope(draft, 'exports'), 'order');
  expect(both.scopes).toEqual(['search', 'order', 'exports']);
  expect(toggledScope(draft, 'search').scopes).toEqual([]);
});

test('a sandbox key has no limit, whatever was typed before', () => {
  const sandbox = { ...draft, limit: 'much', sandbox: true };
  expect(keyProblems(sandbox, '2026-11-21')).toEqual({});
  expect(requestOf(sandbox)).toEqual({
    name: 'Nightly search',
    scopes: ['search'],
    sandbox: true,
    endsOn: null,
    monthlyLimit: null,
  });
  expect(requestOf({ ...draft, limit: '20000', endsOn: '2027-05-22' })).toMatchObject({
    endsOn: '2027-05-22',
    monthlyLimit: 2_000_000,
  });
});
