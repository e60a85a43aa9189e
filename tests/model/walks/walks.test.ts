import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { assign, type AnyStateMachine } from 'xstate';
import { models } from '../session/models.ts';
import { failureInWords, randomWalk, randomWalks } from './walk.ts';

// a machine may send events to a child that a walk ended; XState warns of each
beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterAll(() => void vi.restoreAllMocks());

const savedList = models.find(({ name }) => name === 'savedList')!;

test('500 random walks with late, doubled and out-of-order answers break no sentence', async () => {
  expect((await randomWalks(models, 500, 1)).map(failureInWords)).toEqual([]);
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

test('a walk is the same for the same seed', async () => {
  const broken = { ...savedList, broken: forgetsDue };
  const seeds = Array.from({ length: 20 }, (_, seed) => seed);
  const found = await Promise.all(seeds.map((seed) => randomWalk(broken, seed)));
  expect(found.some((failure) => failure !== null)).toBe(true);
  for (const [seed, failure] of found.entries()) expect(await randomWalk(broken, seed)).toEqual(failure);
});
