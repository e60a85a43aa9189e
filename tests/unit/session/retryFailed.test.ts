import { expect, test, vi } from 'vitest';
import { type AnyActorRef, createActor, fromPromise, setup } from 'xstate';
import { retryFailed } from '../../../src/machines/session/healing.ts';

const list = setup({}).createMachine({
  initial: 'failed',
  states: {
    failed: { tags: 'failed', on: { 'reload.requested': 'loading', 'usage.reloaded': 'loading' } },
    loading: { on: { 'reload.requested': 'failed' } },
  },
});
const image = setup({}).createMachine({
  initial: 'failed',
  states: { failed: { on: { 'image.retried': 'loading' } }, loading: {} },
});
const page = setup({ actors: { list, image, call: fromPromise(() => new Promise(() => {})) } }).createMachine(
  {
    invoke: [
      { src: 'list', id: 'list' },
      { src: 'image', id: 'image' },
      { src: 'call', id: 'call' },
    ],
  },
);

test('what failed is tried again wherever it runs, and what the event means elsewhere is left alone', () => {
  const actor = createActor(page).start();
  const children = actor.getSnapshot().children;
  const sent = Object.values(children).map((child) => vi.spyOn(child!, 'send'));
  retryFailed(actor);
  expect(children['list']?.getSnapshot().value).toBe('loading');
  expect(children['image']?.getSnapshot().value).toBe('loading');
  expect(sent.map(({ mock }) => mock.calls)).toEqual([
    [[{ type: 'reload.requested' }]],
    [[{ type: 'image.retried' }]],
    [],
  ]);
  // a list that loads would go back
  retryFailed(actor);
  expect(children['list']?.getSnapshot().value).toBe('loading');
});

test('what is no machine has nothing to try again; a child that is gone is passed over', () => {
  const send = vi.fn();
  const can = () => true;
  for (const snapshot of [undefined, null, 'text', {}, { can }, { children: {} }])
    retryFailed({ getSnapshot: () => snapshot, send } as unknown as AnyActorRef);
  expect(send).not.toHaveBeenCalled();
  const snapshot = { children: { gone: undefined }, can: () => false, hasTag: () => true };
  retryFailed({ getSnapshot: () => snapshot, send } as unknown as AnyActorRef);
  expect(send).not.toHaveBeenCalled();
});
