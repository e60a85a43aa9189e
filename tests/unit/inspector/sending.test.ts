import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { chartOf, type Chart } from '../../../src/machines/inspector/chart.ts';
import type { Fact } from '../../../src/machines/inspector/log.ts';
import type { ChartLayout } from '../../../src/machines/inspector/layout.ts';
import { portalMachine } from '../../../src/machines/session/portal.machine.ts';
import { shellMachine } from '../../../src/machines/session/shell.machine.ts';
import { viewerMachine } from '../../../src/machines/inspector/viewer.machine.ts';

const shell: Fact = {
  kind: 'started',
  at: 0,
  actor: {
    key: 'p/1',
    page: 'p',
    id: 'shell',
    parent: null,
    machine: 'shell',
    snapshot: { status: 'active', value: 'open', tags: [], context: null },
  },
};

/** A viewer with one running, selected actor, and what it sends. */
function openViewer() {
  const sent: unknown[] = [];
  const viewer = createActor(
    viewerMachine.provide({
      actors: {
        watchPortals: fromCallback(() => {}),
        layOut: fromPromise<ChartLayout, { chart: Chart }>(() =>
          Promise.resolve({ width: 1, height: 1, boxes: [], lines: [] }),
        ),
      },
      actions: { sendEvent: (_, params) => sent.push(params) },
    }),
    {
      input: {
        machines: {
          portal: { chart: chartOf(portalMachine), json: '{}' },
          shell: { chart: chartOf(shellMachine), json: '{}' },
        },
        examples: { shell: { 'panel.chosen': { type: 'panel.chosen', panel: 'order' } } },
        preferences: { language: 'en', theme: 'system', footprints: 'auto', hasToolKeys: true },
      },
    },
  ).start();
  viewer.send({ type: 'facts.came', facts: [shell] });
  viewer.send({ type: 'actor.chosen', key: 'p/1' });
  return { viewer, sent };
}

test('an event that says no more than its type goes to the chosen actor at once', () => {
  const { viewer, sent } = openViewer();
  viewer.send({ type: 'fact.chosen', event: 'panel.toggled' });
  expect(sent).toEqual([{ key: 'p/1', event: { type: 'panel.toggled' } }]);
  expect(viewer.getSnapshot().context.draft).toBeNull();
});

test('one that says more is written first, and goes as it was written', () => {
  const { viewer, sent } = openViewer();
  viewer.send({ type: 'fact.chosen', event: 'panel.chosen' });
  expect(JSON.parse(viewer.getSnapshot().context.draft?.text ?? '')).toEqual({
    type: 'panel.chosen',
    panel: 'order',
  });
  viewer.send({ type: 'draft.changed', text: '{"type": "xstate.stop"}' });
  viewer.send({ type: 'draft.submitted' });
  expect(viewer.getSnapshot().context.draft?.isRefused).toBe(true);
  expect(sent).toEqual([]);
  viewer.send({ type: 'draft.changed', text: '{"type": "panel.chosen", "panel": "search"}' });
  viewer.send({ type: 'draft.submitted' });
  expect(sent).toEqual([{ key: 'p/1', event: { type: 'panel.chosen', panel: 'search' } }]);
  expect(viewer.getSnapshot().context.draft).toBeNull();
});

test('one that is put away is not sent, and leaves nothing behind', () => {
  const { viewer, sent } = openViewer();
  viewer.send({ type: 'fact.chosen', event: 'panel.chosen' });
  viewer.send({ type: 'draft.closed' });
  expect(sent).toEqual([]);
  expect(viewer.getSnapshot().context.draft).toBeNull();
});

test('nothing can be sent to an app that is no portal', () => {
  const { viewer, sent } = openViewer();
  const of = { sessionId: 'x:0', createdAt: '5', _version: '0.7.2' };
  const snapshot = { status: 'active', value: 'open', context: {} };
  viewer.send({
    type: 'messages.came',
    page: 'app',
    messages: [
      { ...of, type: '@xstate.actor', name: 'lamp', definition: '{"id":"lamp","on":{"press":{}}}' },
      { ...of, type: '@xstate.snapshot', event: { type: 'xstate.init' }, snapshot },
    ],
  });
  viewer.send({ type: 'actor.chosen', key: 'app/x:0' });
  expect(viewer.getSnapshot().context).toMatchObject({ actor: 'app/x:0', machine: 'lamp' });
  viewer.send({ type: 'fact.chosen', event: 'press' });
  expect(sent).toEqual([]);
  expect(viewer.getSnapshot().context.draft).toBeNull();
});
