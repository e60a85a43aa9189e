import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import type { Model, ModelEvent } from '../explore.ts';
import { allTransitions, nodesOf } from '../../mutation/instrument.ts';
import { models } from '../../session/models.ts';
import { done, after } from '../../shared/outcomes.ts';
import { check, recorded } from '../pathFile.ts';
import * as sample from '../../shared/samples.ts';
import { shrink } from './shrink.ts';

const sceneOrder = models.find(({ name }) => name === 'sceneOrder')!;

/** A bug that the product doesn't have: declining an order closes the form. */
function brokenOnPurpose(copy: AnyStateMachine): void {
  const declined = allTransitions(copy).find(({ id }) => id.includes('confirming|order.declined|'))!;
  const end = nodesOf(copy).find((node) => node.type === 'final')!;
  Object.assign(declined.transition, { target: [end] });
}

const events: ModelEvent[] = [
  // the level that it has: the price is asked for again
  { type: 'draft.changed', patch: { productLevel: 'L1' } },
  { type: 'terms.toggled' },
  { type: 'terms.toggled' },
  { type: 'draft.changed', patch: { orderName: 'Harbour' } },
  after('PRICE_DELAY', 'sceneOrder.editing.settling'),
  { type: 'xstate.error.actor.fetchPrice', error: sample.failures.offline },
  { type: 'price.requested' },
  done('fetchPrice', sample.price),
  { type: 'terms.toggled' },
  { type: 'submit.requested' },
  { type: 'order.declined' },
  { type: 'submit.requested' },
];

test('a path that fails is reduced to the events without which it would not fail', async () => {
  const path = await recorded(sceneOrder, 'long', 'two scenes of one supplier', events);
  const broken: Model = { ...sceneOrder, broken: brokenOnPurpose };
  expect(await check(sceneOrder, path)).toBeNull();
  expect(await check(broken, path)).toMatchObject({
    step: 11,
    expected: { value: { editing: 'priced' } },
    seen: { value: 'done' },
  });

  const small = (await shrink(broken, path))!;
  expect(small.title.split(' → ')).toEqual([
    'draft.changed',
    'xstate.done.actor.fetchPrice',
    'terms.toggled',
    'submit.requested',
    'order.declined',
  ]);
  expect((await check(broken, small))?.seen).toMatchObject({ value: 'done' });
  expect(await check(sceneOrder, small)).toBeNull();
});

test('a path that does not fail is not reduced', async () => {
  const path = await recorded(sceneOrder, 'long', 'two scenes of one supplier', events);
  expect(await shrink(sceneOrder, path)).toBeNull();
});
