import { expect, test, vi } from 'vitest';
import { createActor, fromPromise, setup } from 'xstate';
import type { ClearShares, Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../../src/geo/aoi.ts';
import { clearSharesMachine } from '../../../src/machines/search/clearShares.machine.ts';
import { resultsMachine } from '../../../src/machines/search/results.machine.ts';
import { foundScenes, hasClearShares } from '../../../src/machines/search/results.selectors.ts';
import { condition, scene, smallAoi } from '../../model/shared/samples.ts';

test('results stay, without clear shares, when the actor that asks for them breaks', async () => {
  const breaking = clearSharesMachine.provide({
    actors: {
      askClear: fromPromise<ClearShares, { scenes: readonly Scene[]; aoi: Aoi }>(() =>
        Promise.resolve({ shares: [40], pending: [], estimated: [] }),
      ),
    },
    actions: {
      tell: () => {
        throw new Error('broken');
      },
    },
  });
  const portal = setup({
    actors: { results: resultsMachine.provide({ actors: { clearShares: breaking } }) },
  }).createMachine({
    invoke: { id: 'results', src: 'results', input: { pricing: null, isOrdering: true }, onError: {} },
  });
  const results = createActor(portal).start().getSnapshot().children.results!;
  results.send({
    type: 'scenes.found',
    aoi: smallAoi,
    condition,
    scenes: [scene('A', 'one')],
    numberMatched: 1,
  });
  results.send({ type: 'clear.sought' });
  expect(hasClearShares(results.getSnapshot())).toBe(true);
  await vi.waitFor(() => expect(hasClearShares(results.getSnapshot())).toBe(false));
  expect(results.getSnapshot().status).toBe('active');
  expect(foundScenes(results.getSnapshot())).toHaveLength(1);
});
