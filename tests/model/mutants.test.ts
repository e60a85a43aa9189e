import { expect, test, vi } from 'vitest';
import type { Model } from './explore.ts';
import { models } from './models.ts';
import { killedBy, mutantsOf } from './mutants.ts';

const named = (name: string): Model => models.find((model) => model.name === name)!;

// `npm run mutants` breaks all of them; these are a sample that takes seconds
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
