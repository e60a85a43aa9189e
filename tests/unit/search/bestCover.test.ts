import { expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import { resultsMachine } from '../../../src/machines/search/results/results.machine.ts';
import { condition, scene, smallAoi } from '../../model/shared/samples.ts';

test.each([
  ['one supplier where scenes can be ordered, as an order takes one', true],
  ['all suppliers where they cannot', false],
])('best cover begins with %s', (_, isOrdering) => {
  // the results report to the portal
  const portal = setup({ actors: { results: resultsMachine } }).createMachine({
    invoke: { id: 'results', src: 'results', input: { pricing: null, isOrdering } },
  });
  const results = createActor(portal).start().getSnapshot().children.results!;
  const scenes = [scene('A', 'Skyview'), scene('B', 'Orbita')];
  results.send({ type: 'scenes.found', aoi: smallAoi, condition, scenes, numberMatched: 2 });
  results.send({ type: 'cover.opened' });
  const cover = results.getSnapshot().children.bestCover!;
  expect(cover.getSnapshot().context.isOneSupplier).toBe(isOrdering);
  cover.send({ type: 'supplier.toggled' });
  expect(cover.getSnapshot().context.isOneSupplier).toBe(!isOrdering);
});
