import { describe, expect, test } from 'vitest';
import { models } from '../session/models.ts';
import { COMMON, nothing } from './invariant.ts';
import { INVARIANTS } from './invariants.ts';

test('invariants belong to machines, and each machine has three or more', () => {
  const names = models.map(({ name }) => name);
  expect(Object.keys(INVARIANTS).filter((name) => !names.includes(name))).toEqual([]);
  for (const name of names)
    expect(Object.keys({ ...COMMON, ...INVARIANTS[name] }).length).toBeGreaterThanOrEqual(3);
});

const all = Object.entries({ 'every machine': COMMON, ...INVARIANTS });

describe.each(all)('%s', (_, invariants) => {
  test.each(Object.entries(invariants))('%s: a fault breaks it', (_sentence, { holds, broken }) => {
    expect(holds({ ...nothing, ...broken } as never)).toBe(false);
  });
});
