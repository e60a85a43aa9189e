import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { assign, fromPromise, setup, spawnChild, type AnyStateMachine } from 'xstate';
import { model } from '../paths/explore.ts';
import { models } from '../session/models.ts';
import { done } from '../shared/outcomes.ts';
import { failureInWords, randomWalk, randomWalks } from './walk.ts';

// a machine may send events to a child that a walk ended; XState warns of each
beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterAll(() => void vi.restoreAllMocks());

const savedList = models.find(({ name }) => name === 'savedList')!;

test('150 random walks with late, doubled and out-of-order answers break no sentence', async () => {
  expect((await randomWalks(models, 150, 1)).map(failureInWords)).toEqual([]);
}, 120_000);

/** The second batch of deletions replaces the first, which is then never sent. */
function forgetsDue(copy: AnyStateMachine): void {
  const letGo = assign((({ context }: { context: { pending: number[] } }) => ({
    pending: [],
    due: context.pending,
  })) as never);
  Object.assign(copy.implementations.actions, { letGo });
}

test('a list that forgets deletions of a second batch is found, by the fewest events', async () => {
  const [failure] = await randomWalks([{ ...savedList, broken: forgetsDue }], 100, 1);
  expect(failure).toMatchObject({
    machine: 'savedList',
    sentence: 'held and due deletions are lost only by undo, by their call and by leaving',
  });
  expect(failure!.moves.filter((move) => move.startsWith('deletion.requested'))).toHaveLength(2);
  expect(failure!.moves.length).toBeLessThanOrEqual(6);
});

test('a machine that takes a late answer is found', async () => {
  const look = fromPromise(async () => 0);
  const machine = setup({ types: { context: {} as { looks: number } }, actors: { look } }).createMachine({
    context: { looks: 0 },
    on: {
      // a spawned actor outlives the one that replaces it
      'look.requested': { actions: spawnChild('look', { id: 'look' }) },
      'xstate.done.actor.look': { actions: assign({ looks: ({ context }) => context.looks + 1 }) },
    },
  });
  const events = [{ type: 'look.requested' }, done('look', 0)];
  const looking = model({ name: 'looking', machine, variants: { empty: undefined }, events }, () => null);
  const [failure] = await randomWalks([looking], 20, 1);
  expect(failure).toMatchObject({ sentence: 'a late answer changes nothing' });
  expect(failure!.moves.at(-1)).toMatch(/^xstate\.done\.actor\.look of [12] calls ago$/);
  expect(failure!.moves.length).toBeLessThanOrEqual(4);
});

test('a walk is the same for the same seed', async () => {
  const broken = { ...savedList, broken: forgetsDue };
  const seeds = Array.from({ length: 20 }, (_, seed) => seed);
  const found = await Promise.all(seeds.map((seed) => randomWalk(broken, seed)));
  expect(found.some((failure) => failure !== null)).toBe(true);
  for (const [seed, failure] of found.entries()) expect(await randomWalk(broken, seed)).toEqual(failure);
});
