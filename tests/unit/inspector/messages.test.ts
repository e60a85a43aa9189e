import { createInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import { expect, test, vi } from 'vitest';
import { createActor, createMachine, fromPromise, sendParent, setup } from 'xstate';
import { EMPTY_LOG, type Fact, type InspectionLog, withFacts } from '../../../src/machines/inspector/log.ts';
import {
  type Heard,
  heardFrom,
  type Machines,
  NOTHING_HEARD,
} from '../../../src/machines/inspector/messages.ts';

/** A viewer's knowledge: reads messages, one batch after the other. */
function reader(page = 'app') {
  const known: { machines: Machines; heard: Heard; log: InspectionLog; facts: Fact[] } = {
    machines: {},
    heard: NOTHING_HEARD,
    log: EMPTY_LOG,
    facts: [],
  };
  const read = (...messages: unknown[]) => {
    const { facts, ...others } = heardFrom(known, known.log.now, page, messages);
    Object.assign(known, others, { log: withFacts(known.log, facts), facts: [...known.facts, ...facts] });
  };
  const running = () => Object.values(known.log.now).map(({ id, snapshot }) => [id, snapshot.value]);
  return { known, read, running };
}

const of = (sessionId: string) => ({ sessionId, createdAt: '7', _version: '0.7.2', rootId: 'x:0', id: null });
const announced = (sessionId: string, name: string, more: object = {}) => ({
  ...of(sessionId),
  type: '@xstate.actor',
  name,
  definition: `{"id":"${name}","initial":"a","states":{"a":{"on":{"go":"b"}},"b":{}}}`,
  ...more,
});
const snapshot = (sessionId: string, value: string, type: string, more: object = {}) => ({
  ...of(sessionId),
  type: '@xstate.snapshot',
  event: { type },
  snapshot: { status: 'active', value, context: {}, tags: [], ...more },
});
const sent = (sessionId: string, type: string, sourceId?: string) => ({
  ...of(sessionId),
  type: '@xstate.event',
  event: { type },
  sourceId,
});

test('what @statelyai/inspect sends of an app is read: actors below their parents, charts, events with their senders', async () => {
  const lamp = setup({}).createMachine({
    id: 'lamp',
    initial: 'off',
    states: { off: { on: { press: 'on' } }, on: { entry: sendParent({ type: 'lamp.lit' }) } },
  });
  const house = setup({ actors: { lamp, call: fromPromise(() => Promise.resolve(4)) } }).createMachine({
    id: 'house',
    initial: 'dark',
    invoke: { src: 'lamp', id: 'hall' },
    states: {
      dark: { on: { 'lamp.lit': { target: 'bright', guard: () => true } } },
      bright: { invoke: { src: 'call', id: 'call', onDone: 'paid' } },
      paid: {},
    },
  });
  const messages: StatelyInspectionEvent[] = [];
  const { inspect } = createInspector({
    send: (message) => messages.push(JSON.parse(JSON.stringify(message))),
  });
  const actor = createActor(house, { inspect }).start();
  actor.getSnapshot().children.hall!.send({ type: 'press' });
  await vi.waitFor(() =>
    expect(messages.at(-1)).toMatchObject({
      type: '@xstate.snapshot',
      snapshot: { status: 'done', output: 4 },
    }),
  );
  const { known, read, running } = reader();
  read(...messages);
  expect(known.heard.refused).toBe(0);
  expect(running()).toEqual([
    ['house', 'paid'],
    ['hall', 'on'],
  ]);
  // @statelyai/inspect sorts names, and sends of a function its name
  expect(
    known.machines['house']!.chart.transitions.map(({ from, to, name, guard }) => [from, to, name, guard]),
  ).toEqual([
    ['house.bright', ['house.paid'], 'call done', null],
    ['house.dark', ['house.bright'], 'lamp.lit', 'guard'],
  ]);
  const ids = Object.fromEntries(
    known.facts.flatMap((fact) => (fact.kind === 'started' ? [[fact.actor.key, fact.actor.id]] : [])),
  );
  expect(
    known.facts.flatMap((fact) =>
      fact.kind === 'event' && !fact.event.type.startsWith('xstate.init')
        ? [[ids[fact.source ?? ''] ?? null, ids[fact.key], fact.event.type]]
        : [],
    ),
  ).toEqual(
    expect.arrayContaining([
      [null, 'hall', 'press'],
      ['hall', 'house', 'lamp.lit'],
      ['call', 'house', 'xstate.done.actor.call'],
    ]),
  );
});

test('an actor that is announced and never runs is not shown: StrictMode creates a second one', () => {
  const { read, running } = reader();
  read(announced('x:0', 'toggle'), announced('x:1', 'toggle'));
  expect(running()).toEqual([]);
  // an event for an actor that hasn't started doesn't start it
  read(
    sent('x:0', 'go'),
    sent('x:1', 'xstate.init'),
    snapshot('x:1', 'a', 'xstate.init'),
    snapshot('x:1', 'b', 'go'),
  );
  expect(running()).toEqual([['toggle', 'b']]);
});

test('an actor that was stopped and starts again, as StrictMode does, is shown again', () => {
  const { known, read, running } = reader();
  read(
    announced('x:0', 'toggle'),
    snapshot('x:0', 'a', 'xstate.init'),
    snapshot('x:0', 'a', 'xstate.stop', { status: 'stopped' }),
  );
  expect(running()).toEqual([]);
  read(snapshot('x:0', 'a', 'xstate.init'), snapshot('x:0', 'b', 'go'));
  expect(running()).toEqual([['toggle', 'b']]);
  expect(known.facts.map(({ kind }) => kind)).toEqual([
    'started',
    'event',
    'event',
    'started',
    'event',
    'event',
  ]);
});

test('an actor runs below its parent, whose first snapshot comes later', () => {
  const { known, read } = reader();
  read(
    announced('x:0', 'house'),
    announced('x:1', 'lamp', { parentId: 'x:0' }),
    snapshot('x:1', 'a', 'xstate.init'),
  );
  expect(Object.values(known.log.now).map(({ id, parent }) => [id, parent])).toEqual([
    ['house', null],
    ['lamp', 'app/x:0'],
  ]);
});

test('an actor whose announcement was lost is shown by its session', () => {
  const { known, read } = reader();
  read(snapshot('x:9', 'b', 'go'));
  expect(known.log.now['app/x:9']).toMatchObject({ id: 'x:9', machine: null, snapshot: { value: 'b' } });
});

test('a parent is shown once, before anything is known of it', () => {
  const { known, read } = reader();
  read(announced('x:0', 'house', { definition: null }), announced('x:1', 'lamp', { parentId: 'x:0' }));
  read(snapshot('x:1', 'a', 'xstate.init'), snapshot('x:0', 'a', 'xstate.init'));
  const started = known.facts.filter(({ kind }) => kind === 'started');
  expect(started).toHaveLength(2);
  expect(started[0]).toEqual({
    kind: 'started',
    at: 7,
    actor: {
      key: 'app/x:0',
      page: 'app',
      id: 'house',
      parent: null,
      machine: null,
      snapshot: { status: 'active', value: null, tags: [], context: null },
    },
  });
});

test('a state inside of others is read', () => {
  const { known, read } = reader();
  read(snapshot('x:0', { session: { signedIn: 'noForm' } } as never, 'go'));
  expect(known.heard.refused).toBe(0);
  expect(known.log.now['app/x:0']?.snapshot.value).toEqual({ session: { signedIn: 'noForm' } });
});

test('who sent an event is known until it is taken, and of an actor that takes none only the last 100', () => {
  const { known, read } = reader();
  const waiting = () => known.heard.sources['app/x:0']?.map(({ source }) => source);
  read(snapshot('x:0', 'a', 'xstate.init'));
  expect(known.heard.sources).toEqual({});
  read(sent('x:0', 'go', 'x:1'), sent('x:0', 'stop', 'x:2'), sent('x:0', 'go', 'x:3'));
  read(snapshot('x:0', 'b', 'go'), snapshot('x:0', 'b', 'other'));
  expect(waiting()).toEqual(['app/x:2', 'app/x:3']);
  read(...Array.from({ length: 99 }, (_, at) => sent('x:0', 'more', `y:${at}`)));
  expect(waiting()).toHaveLength(100);
  expect(waiting()?.slice(0, 2)).toEqual(['app/x:3', 'app/y:0']);
});

test('an event after which nothing has changed is told so', () => {
  const { known, read } = reader();
  read(announced('x:0', 'toggle'), snapshot('x:0', 'b', 'xstate.init'), snapshot('x:0', 'b', 'go'));
  read(snapshot('x:0', 'b', 'again'), snapshot('x:0', 'b', 'more', { context: { count: 1 } }));
  expect(known.facts.flatMap((fact) => (fact.kind === 'event' ? [fact.isHandled] : []))).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test('two machines of the same id have a chart each; the same machine has one', () => {
  const { known, read } = reader();
  const other = { definition: '{"id":"toggle","on":{"press":{}}}' };
  read(announced('x:0', 'toggle'), announced('x:1', 'toggle', other), announced('x:2', 'toggle'));
  expect(Object.values(known.heard.actors).map(({ machine }) => machine)).toEqual([
    'toggle',
    'toggle 2',
    'toggle',
  ]);
  expect(known.machines['toggle 2']!.chart.states.map(({ id }) => id)).toEqual(['toggle']);
  expect(Object.keys(known.machines)).toEqual(['toggle', 'toggle 2']);
});

test('a definition that was cut or makes no machine is drawn as far as it goes; other logic has no chart', () => {
  const { known, read } = reader();
  const chartOf = (name: string, definition: string) => {
    read(announced(name, name, { definition }));
    return known.machines[name]?.chart.states.map(({ id }) => id) ?? null;
  };
  expect(
    chartOf(
      'deep',
      '{"id":"deep","initial":"a","states":{"a":{"states":"[Object]"},"b":{"entry":"[Array]"}}}',
    ),
  ).toEqual(['deep', 'deep.a', 'deep.b']);
  expect(chartOf('lost', '{"id":"lost","initial":"a","states":{"a":{"on":{"go":"nowhere"}}}}')).toEqual([
    'lost',
  ]);
  expect(chartOf('promise', '{"id":"promise"}')).toBeNull();
  expect(chartOf('text', '{"id":')).toBeNull();
  read(announced('x:7', 'word', { definition: '"lamp"' }));
  expect(known.heard.actors['app/x:7']?.machine).toBeNull();
});

test('messages of a wrong shape are counted and change nothing', () => {
  const { known, read } = reader();
  const wrong = [
    { type: '@xstate.actor' },
    { type: '@xstate.other', ...of('x:0') },
    { ...announced('x:0', 'toggle'), sessionId: 5 },
    { ...snapshot('x:0', 'a', 'go'), createdAt: 'yesterday' },
    { ...snapshot('x:0', 'a', 'go'), createdAt: '1e300' },
    { ...snapshot('x:0', 'a', 'go'), event: 'go' },
    snapshot('x:0', 'a', 'go', { status: 'asleep' }),
    snapshot('x:0', 5 as never, 'go'),
    null,
  ];
  read(...wrong);
  expect([known.heard.refused, known.facts, known.heard.actors]).toEqual([wrong.length, [], {}]);
  read(announced('x:0', 'toggle'), snapshot('x:0', 'a', 'xstate.init'));
  expect([known.heard.refused, Object.keys(known.log.now)]).toEqual([wrong.length, ['app/x:0']]);
});

test('of a large context only a part is kept, and it once while it stays the same', () => {
  const { known, read } = reader();
  const wide = Array.from({ length: 40 }, (_, at) =>
    Array.from({ length: 40 }, () => 'x'.repeat(600) + String(at)),
  );
  read(announced('x:0', 'toggle'), snapshot('x:0', 'a', 'xstate.init', { context: { wide } }));
  read(snapshot('x:0', 'b', 'go', { context: { wide: structuredClone(wide) } }));
  const contexts = known.facts.flatMap((fact) => (fact.kind === 'event' ? [fact.snapshot.context] : []));
  expect(JSON.stringify(wide).length).toBeGreaterThan(960_000);
  expect(JSON.stringify(contexts[0]).length).toBeLessThan(80_000);
  expect(JSON.stringify(contexts[0])).toContain('x'.repeat(600));
  expect(contexts[1]).toBe(contexts[0]);
});

test('secrets of an app are hidden as those of a portal', () => {
  const { known, read } = reader();
  read(
    snapshot('x:0', 'a', 'go', { context: { password: 'harbour-2026', mail: 'mei@harbourline.example' } }),
  );
  read({ ...snapshot('x:0', 'a', 'go'), event: { type: 'logged.in', token: 'K7PM4X' } });
  expect(JSON.stringify(known.facts)).not.toMatch(/harbour-2026|mei@|K7PM4X/);
});

test('an app that is gone takes its actors along, and those of a portal stay', () => {
  const { known, read } = reader();
  read(announced('x:0', 'toggle'), snapshot('x:0', 'a', 'xstate.init'), sent('x:0', 'go', 'x:1'));
  const { facts } = heardFrom(known, {}, 'p', [
    announced('x:0', 'shell'),
    snapshot('x:0', 'a', 'xstate.init'),
  ]);
  known.log = withFacts(known.log, facts);
  read({ type: '@statelyai.disconnected' });
  expect(Object.keys(known.log.now)).toEqual(['p/x:0']);
  expect([known.heard.actors, known.heard.sources]).toEqual([{}, {}]);
});

test('the definition of a machine is one that XState makes a machine of', () => {
  const { known, read } = reader();
  read(announced('x:0', 'toggle'));
  expect(Object.keys(createMachine(JSON.parse(known.machines['toggle']!.json) as never).root.states)).toEqual(
    ['a', 'b'],
  );
});
