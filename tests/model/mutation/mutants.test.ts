import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import type { Model } from '../paths/explore.ts';
import { models } from '../session/models.ts';
import { EQUAL, shortened } from './equalMutants.ts';
import { killedBy, mutantsOf } from './mutants.ts';
import { mutated } from './sourceMutants.ts';

const named = (name: string): Model => models.find((model) => model.name === name)!;

afterEach(() => void vi.restoreAllMocks());

// a sample that takes seconds; `npm run mutants` tests all mutants
test.each(['auth', 'codeLock', 'sceneOrder', 'saveAoi'])(
  'of %s broken in every known way, generated paths notice at least 95 of 100',
  async (name) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { killed, all, survivors } = await killedBy(named(name));
    expect(all).toBeGreaterThan(20);
    expect(killed / all, survivors.join('\n')).toBeGreaterThanOrEqual(0.95);
  },
);

test('guards, transitions, targets, actions, invoked actors and tags are broken', () => {
  const names = mutantsOf(named('auth').machine).map(({ name }) => name);
  for (const what of [
    'guard negated',
    'guard always true',
    'guard always false',
    'dropped',
    'leads to',
    'without forgetRefusal',
    'does not run logIn',
    'without tag busy',
  ])
    expect(
      names.some((name) => name.includes(what)),
      what,
    ).toBe(true);
});

test('a mutant that breaks nothing is not said to be noticed', async () => {
  const nothing = { name: 'nothing', at: { state: 'saveAoi.closed' }, breaks: () => {} };
  expect(await killedBy(named('saveAoi'), [nothing])).toEqual({ killed: 0, all: 1, survivors: ['nothing'] });
});

test('arguments and fields are swapped, and an await is left out', () => {
  const source = `export const priced = async (km2: number, cents: number) => {
  await keep({ km2: km2, cents: cents });
  return Math.max(km2, cents) + priceOf(km2, cents);
};
`;
  expect(mutated('priced.rules.ts', source, 0).mutants.map(({ is }) => is)).toEqual([
    '{ km2: cents, cents: km2 }',
    '(keep({ km2: km2, cents: cents }))',
    'priceOf(cents, km2)',
  ]);
});

test('an excuse is of a mutant that exists', () => {
  const made = new Map<string, string[]>();
  const mutantsIn = (file: string) => {
    const known = made.get(file);
    if (known !== undefined) return known;
    const { mutants } = mutated(file, readFileSync(file, 'utf8'), 0);
    const found = mutants.flatMap(({ was, is }) => [shortened(was), `${shortened(was)} → ${is}`]);
    made.set(file, found);
    return found;
  };
  const gone = EQUAL.filter(
    ([file, was, is]) => !mutantsIn(file).includes(is === '' ? was : `${was} → ${is}`),
  );
  expect(gone).toEqual([]);
});

test('comparisons, conditions, arithmetic and constants of rules are broken; types and constants of a module are not', () => {
  const source =
    'const LIMIT = 5;\nexport const fits = (size: 3 | 4, isOpen: boolean) => isOpen && size * 2 < LIMIT;\n';
  const { code, mutants } = mutated('fits.rules.ts', source, 10);
  expect(mutants.map(({ id, line, was, is }) => [id, line, was, is])).toEqual([
    [10, 2, '2', '(2 + 1)'],
    [11, 2, 'size * 2', '(size) / (2)'],
    [12, 2, 'size * 2 < LIMIT', '(size * 2) <= (LIMIT)'],
    [13, 2, 'size * 2 < LIMIT', '(size * 2) >= (LIMIT)'],
    [14, 2, 'isOpen && size * 2 < LIMIT', '(isOpen) || (size * 2 < LIMIT)'],
  ]);
  expect(code).toContain('const LIMIT = 5;');
  expect(code).toContain('size: 3 | 4');
  // a mutant that is left out keeps its number, so that the others keep theirs
  const fewer = mutated('fits.rules.ts', source, 10, (index) => index < 4);
  expect(fewer.mutants).toEqual(mutants);
  expect([...fewer.code.matchAll(/__isMutant\((\d+)\)/g)].map(([, id]) => id)).toEqual(['14']);
});
