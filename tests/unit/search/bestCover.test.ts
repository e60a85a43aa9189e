import { expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import { budgetCents, hasTypedCover, targetPercent } from '../../../src/machines/search/bestCover.machine.ts';
import { resultsMachine } from '../../../src/machines/search/results.machine.ts';
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

test('a budget is a positive amount, in cents; without one there is no limit', () => {
  expect(['', '  ', '0.01', '$1,250.50', '12'].map(budgetCents)).toEqual([null, null, 1, 125_050, 1200]);
  expect(['0', '0.004', '-5', 'much', '1e30'].map(budgetCents)).toEqual(Array(5).fill(Number.NaN));
});

test('a share is between the limits; a comma is a point', () => {
  expect(['50', '99,5', '100'].map(targetPercent)).toEqual([50, 99.5, 100]);
  expect(['', '49.9', '100.1', 'all'].map(targetPercent)).toEqual([null, null, null, null]);
});

test('closing loses a share or a budget that was typed', () => {
  const isLost = (typed: string, budget: string) => hasTypedCover({ context: { typed, budget } } as never);
  expect([isLost('95', ''), isLost('90', ''), isLost('95', '500'), isLost('90', '500')]).toEqual([
    false,
    true,
    true,
    true,
  ]);
});
