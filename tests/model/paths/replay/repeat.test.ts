import { expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import type { Model } from '../explore.ts';
import { models } from '../../session/models.ts';
import { recorded } from '../pathFile.ts';
import { repeated, shuffled, type Replayed, type Run } from './repeat.ts';

async function runsOf(paths: Replayed[], times: number, seed: number): Promise<Run[]> {
  const runs: Run[] = [];
  for await (const run of repeated(paths, times, seed)) runs.push(run);
  return runs;
}

/** A machine with a module-level counter: what it shows depends on earlier runs. */
function forgetful(limit: number): Model {
  let opened = 0;
  const machine = setup({}).createMachine({
    context: { isLate: false },
    on: { opened: { actions: assign({ isLate: () => (opened += 1) > limit }) } },
  });
  return { name: 'forgetful', machine, variants: { 'at its start': {} }, events: [], abstract: () => null };
}

test('an order comes of its seed: the same entries, the same again, others for another seed', () => {
  const entries = Array.from({ length: 50 }, (_, index) => index);
  const order = shuffled(entries, 7);
  expect(order.toSorted((one, other) => one - other)).toEqual(entries);
  expect(shuffled(entries, 7)).toEqual(order);
  expect(shuffled(entries, 8)).not.toEqual(order);
  expect(order).not.toEqual(entries);
  // every place can come first
  expect(new Set(entries.map((seed) => shuffled([0, 1, 2], seed)[0]))).toEqual(new Set([0, 1, 2]));
});

test('paths of a product machine pass in every run, each with a seed of its own', async () => {
  const model = models.find(({ name }) => name === 'codeLock')!;
  const paths = await Promise.all(
    ['one', 'two'].map(async (id) => ({
      model,
      path: await recorded(model, id, Object.keys(model.variants)[0]!, []),
    })),
  );
  expect(await runsOf(paths, 3, 40)).toEqual([40, 41, 42].map((seed) => ({ seed, failed: [] })));
});

test('a path that depends on what ran before is found, and its run is the last', async () => {
  const model = forgetful(3);
  const opened = { type: 'opened' };
  const path = await recorded(model, 'opens', 'at its start', [opened]);
  const runs = await runsOf([{ model, path }], 9, 1);
  expect(runs.map(({ seed, failed }) => [seed, failed.length])).toEqual([
    [1, 0],
    [2, 0],
    [3, 1],
  ]);
  expect(runs.at(-1)?.failed[0]).toMatchObject({
    path: { id: 'opens' },
    difference: { step: 1, seen: { changed: { isLate: true } } },
  });
});
