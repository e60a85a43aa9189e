import { describe, expect, test } from 'vitest';
import { createActor, createMachine, fromCallback, fromPromise, waitFor } from 'xstate';
import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { EMPTY_LOG, withFacts } from '../../../src/machines/inspector/log.ts';
import { heardFrom, NOTHING_HEARD } from '../../../src/machines/inspector/messages.ts';
import { authFormMachine } from '../../../src/machines/auth/authForm.machine.ts';
import { passwordChangeMachine } from '../../../src/machines/account/passwordChange.machine.ts';
import { baseTilesMachine } from '../../../src/machines/map/baseTiles.machine.ts';
import { HIDDEN } from '../../../src/machines/inspector/redact.ts';
import { shellMachine } from '../../../src/machines/session/shell.machine.ts';
import { messagesFrom, messageStore } from '../../../src/wiring/inspector/inspect.ts';
import { settings } from '../../model/shared/samples.ts';

/** The facts that a viewer reads in a portal's messages. */
const factsIn = (messages: readonly unknown[]) => {
  const { facts, heard } = heardFrom({ machines: {}, heard: NOTHING_HEARD }, {}, 'p', messages);
  expect(heard.refused).toBe(0);
  return facts;
};
const apis = { order_archive: true, order_tasking: true, imagery_export: true };

describe('what a live portal tells', () => {
  test('each actor, each event with its sender, and what came of it', () => {
    const messages: StatelyInspectionEvent[] = [];
    const actor = createActor(
      shellMachine.provide({
        actions: { notifyShown: () => {}, notifyHidden: () => {}, notifyPanel: () => {} },
      }),
      {
        input: { utype: 1, apis, analyticsUrl: settings.analyticsUrl, panel: 'search' },
        inspect: messagesFrom((message) => messages.push(message)),
      },
    ).start();
    actor.send({ type: 'panel.toggled' });
    actor.send({ type: 'compare.closed' });
    const facts = factsIn(messages);
    expect(facts.map((fact) => fact.kind)).toEqual(['started', 'event', 'event', 'event']);
    expect(facts[0]).toMatchObject({ actor: { id: 'shell', machine: 'shell', parent: null } });
    expect(facts[2]).toMatchObject({
      event: { type: 'panel.toggled' },
      snapshot: { value: 'hidden' },
      isHandled: true,
    });
    // a hidden panel doesn't handle comparison events
    expect(facts[3]).toMatchObject({
      event: { type: 'compare.closed' },
      snapshot: { value: 'hidden' },
      isHandled: false,
    });
    actor.stop();
    expect(Object.keys(withFacts(EMPTY_LOG, factsIn(messages)).now)).toEqual([]);
  });

  test('passwords and codes are told by no actor: not the form, not the call, not its outcome', async () => {
    const secrets = ['harbour-2026', 'lighthouse-77', 'K7PM4X', 'mei.lin@harbourline.example'];
    const messages: StatelyInspectionEvent[] = [];
    const inspect = messagesFrom((message) => messages.push(message));
    const change = createActor(
      passwordChangeMachine.provide({
        actors: {
          changePassword: fromPromise(({ input }) =>
            Promise.reject(Object.assign(new Error('no'), { input })),
          ),
        },
      }),
      { inspect },
    ).start();
    change.send({
      type: 'draft.changed',
      patch: { opwd: 'harbour-2026', npwd: 'lighthouse-77', npwdr: 'lighthouse-77' },
    });
    change.send({ type: 'password.submitted' });
    await waitFor(change, (snapshot) => snapshot.context.failure !== null);
    const register = createActor(
      authFormMachine.provide({ actors: { submitForm: fromPromise(() => Promise.resolve()) } }),
      { input: { purpose: 'register' }, inspect },
    ).start();
    register.send({
      type: 'draft.changed',
      patch: { email: 'mei.lin@harbourline.example', vcode: 'K7PM4X', upass: 'harbour-2026' },
    });
    const message = JSON.stringify(messages);
    expect(message).toContain('changePassword');
    for (const secret of secrets) expect(message).not.toContain(secret);
    register.stop();
    change.stop();
  });

  test('the names of states are told, also where a field of that name is a secret', () => {
    const messages: StatelyInspectionEvent[] = [];
    const source = { title: 'OSM', tiles: ['https://tiles.example/k3y/{z}/{x}/{y}.png'] };
    const actor = createActor(baseTilesMachine, {
      input: {
        sources: { OSM: source, GMAP: source } as never,
        base: 'OSM',
        now: () => new Date(0),
      },
      inspect: messagesFrom((message) => messages.push(message)),
    }).start();
    actor.send({ type: 'tiles.asked', base: 'OSM' });
    expect(factsIn(messages).at(-1)).toMatchObject({
      snapshot: { value: { tiles: { had: 'awaited' } }, context: { sources: { OSM: { tiles: HIDDEN } } } },
    });
    expect(JSON.stringify(messages)).not.toContain('k3y');
    actor.stop();
  });

  test('an actor that is no machine is told with its parent', () => {
    const messages: StatelyInspectionEvent[] = [];
    const actor = createActor(
      fromCallback(() => {}),
      { inspect: messagesFrom((message) => messages.push(message)) },
    ).start();
    expect(factsIn(messages)[0]).toMatchObject({ kind: 'started', actor: { machine: null } });
    actor.stop();
  });

  test('a viewer that opens late is told what runs, however much has been forgotten', () => {
    const [store, all] = [messageStore(), [] as StatelyInspectionEvent[]];
    const inspect = messagesFrom((message) => {
      store.add(message);
      all.push(message);
    });
    const toggle = createMachine({
      id: 'toggle',
      initial: 'off',
      states: { off: { on: { go: 'on' } }, on: { on: { go: 'off' } } },
    });
    const [one, other] = [createActor(toggle, { inspect }), createActor(toggle, { inspect })];
    one.start();
    other.start().send({ type: 'go' });
    other.stop();
    for (let at = 0; at < 1501; at += 1) one.send({ type: 'go' });
    expect(all.length).toBeGreaterThan(3000);
    expect(store.all().length).toBeLessThan(2010);
    const running = withFacts(EMPTY_LOG, factsIn(store.all())).now;
    expect(Object.values(running).map(({ machine, snapshot }) => [machine, snapshot.value])).toEqual([
      ['toggle', 'on'],
    ]);
  });
});
