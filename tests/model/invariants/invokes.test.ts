import type { AnyStateNode } from 'xstate';
import { expect, test } from 'vitest';
import { withDescendants } from '../../../src/machines/inspector/chart.ts';
import { models } from '../session/models.ts';

/** Every invoked actor of every machine: where it is invoked, and whether a failure of it leads anywhere. */
const invoked = models.flatMap(({ machine }) =>
  withDescendants(machine.root as AnyStateNode).flatMap((node) =>
    node.invoke.map(({ id }) => ({
      id,
      place: `${node.id}: ${id}`,
      isHandled: node.transitions.has(`xstate.error.actor.${id}`),
    })),
  ),
);

test('each invoked actor has an id of its own', () => {
  // XState numbers those without one
  expect(invoked.flatMap(({ id, place }) => (/^\d+\./.test(id) ? [place] : []))).toEqual([]);
});

test('each state that invokes an actor says what follows if the actor fails', () => {
  expect(invoked.length).toBeGreaterThan(100);
  expect(invoked.flatMap(({ isHandled, place }) => (isHandled ? [] : [place]))).toEqual([]);
});
