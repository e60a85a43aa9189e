import { expect, test } from 'vitest';
import { assign, fromPromise, setup } from 'xstate';
import { graphOf, model } from '../paths/explore.ts';
import { done, failed } from '../shared/outcomes.ts';
import { endless } from './temporal.ts';

/** A form that is sent; one without `isLeft` keeps its refusal, one without `ends` is busy for good. */
function formWith({ ends, isLeft }: { ends: boolean; isLeft: boolean }) {
  const machine = setup({
    types: { context: {} as { refusal: string | null } },
    actors: { send: fromPromise(async () => {}) },
  }).createMachine({
    context: { refusal: null },
    initial: 'editing',
    states: {
      editing: {
        on: {
          'form.submitted': 'sending',
          ...(isLeft ? { 'draft.changed': { actions: assign({ refusal: null }) } } : {}),
        },
      },
      sending: {
        tags: 'busy',
        on: { 'form.left': { target: 'editing', actions: assign({ refusal: null }) } },
        invoke: {
          id: 'send',
          src: 'send',
          ...(ends ? { onError: { target: 'refused', actions: assign({ refusal: 'no' }) } } : {}),
        },
      },
      refused: isLeft ? { on: { 'draft.changed': 'editing', 'form.submitted': 'sending' } } : {},
    },
  });
  const form = model<{ refusal: unknown }>(
    {
      name: 'form',
      machine,
      variants: { empty: undefined },
      events: [
        { type: 'form.submitted' },
        { type: 'form.left' },
        { type: 'draft.changed' },
        done('send'),
        ...failed('send'),
      ],
    },
    ({ refusal }) => refusal,
  );
  return endless(graphOf(form, 'empty'));
}

test('a form that ends and can be left breaks no temporal sentence', () => {
  expect(formWith({ ends: true, isLeft: true })).toEqual([]);
});

test('a state that waits for an answer and takes none is busy for good', () => {
  expect(formWith({ ends: false, isLeft: true })).toEqual([
    'busy ends by answers and delays alone: empty: form.submitted',
  ]);
});

test('a refusal that nothing removes is found, by a shortest walk', () => {
  expect(formWith({ ends: true, isLeft: false })).toEqual([
    'every refusal can be left: empty: form.submitted → xstate.error.actor.send#1',
  ]);
});
