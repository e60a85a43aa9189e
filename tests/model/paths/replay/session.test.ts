import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { assign, createActor, fromPromise, setup, waitFor, type AnyMachineSnapshot } from 'xstate';
import { CallError } from '../../../../contract/calls/callError.ts';
import { seeded } from '../../../../src/raster/kMeans.ts';
import { sessionRecorder } from '../../../../src/wiring/inspector/recordSession.ts';
import { mutantsOf } from '../../mutation/mutants.ts';
import { models } from '../../session/models.ts';
import { actorOf, isOutcome, type Model, type ModelEvent } from '../explore.ts';
import { pathFileIn } from '../pathFile.ts';
import { isDelay, Live, replay, settled, type Seen } from './replay.ts';
import { findingInWords, findingOf, findingsOf, markedWrong, savedPaths } from './session.ts';
import type { SavedPath } from './saved.ts';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

const named = (name: string) => models.find((model) => model.name === name)!;

/** The events that can happen now. */
function possible({ events }: Model, live: Live): ModelEvent[] {
  const { snapshot } = live;
  if (snapshot.status !== 'active') return [];
  const known = new Set(
    (snapshot as AnyMachineSnapshot)._nodes.flatMap((node) => [...node.transitions.keys()]),
  );
  return events.filter((event) => {
    const actor = actorOf(event);
    if (actor !== null) return live.waitsFor(actor, 0);
    return isDelay(event) || isOutcome(event) ? known.has(event.type) : snapshot.can(event);
  });
}

/** A session of a machine that goes its way by chance. */
async function session(model: Model, length: number, seed: number) {
  const random = seeded(seed);
  const [variant, input] = Object.entries(model.variants)[0]!;
  const { now } = (input ?? {}) as { now?: unknown };
  const recorder = sessionRecorder(() => (typeof now === 'function' ? (now as () => Date)().getTime() : 0));
  const live = new Live(model, variant, undefined, recorder.inspect);
  const events: ModelEvent[] = [];
  await settled();
  for (let at = 0; at < length; at += 1) {
    const now = possible(model, live);
    const event = now[Math.floor(random() * now.length)];
    if (event === undefined) break;
    events.push(event);
    live.happen(event);
    await settled();
  }
  const file = pathFileIn(recorder.text());
  const paths = savedPaths(file).filter(({ machine }) => machine === model.name);
  return { file: { ...file, paths }, events };
}

// the player's files are texts, which a session doesn't keep
test.each(models.filter(({ name }) => name !== 'player'))('a session of $name replays', async (model) => {
  for (const seed of [1, 2, 3]) {
    const { file, events } = await session(model, 60, seed);
    expect(file.paths.length).toBe(events.length === 0 ? 0 : 1);
    expect((await findingsOf(file)).map(findingInWords)).toEqual([]);
  }
});

test('20 faults that are put into machines are each named at their step', async () => {
  const variantOf = (model: Model) => Object.keys(model.variants)[0]!;
  /** What is seen after each step: whole, and the state, tags and effects alone. */
  const along = async (model: Model, events: readonly ModelEvent[]) => {
    const seen: Seen[] = [];
    const fault = await replay(model, variantOf(model), events, undefined, seen).then(() => null, String);
    const told = seen.map(({ can: _, ...one }) => one);
    const bare = told.map(({ value, tags, called, notified, sent, did }) => [
      value,
      tags,
      ...[called, notified, sent, did].map((list) => list.length),
    ]);
    const texts = (list: readonly unknown[]) => [...list, fault].map((one) => JSON.stringify(one));
    return { whole: texts(told), bare: texts(bare) };
  };
  const firstOther = (one: readonly string[], other: readonly string[]) =>
    one.findIndex((text, at) => text !== other[at]);
  const said: string[] = [];
  for (const [name, seed] of [
    ['orders', 5],
    ['saveAoi', 6],
    ['watchForm', 7],
    ['exports', 8],
    ['auth', 9],
    ['saveSearch', 10],
    ['sceneOrder', 11],
  ] as const) {
    if (said.length === 20) break;
    const model = named(name);
    const { file, events } = await session(model, 80, seed);
    const [path] = savedPaths(file);
    const right = await along(model, events);
    let found = 0;
    for (const { name: fault, breaks } of mutantsOf(model.machine)) {
      if (found === 4 || said.length === 20) break;
      const wrong = await along({ ...model, broken: breaks }, events);
      const step = firstOther(right.whole, wrong.whole);
      // the session doesn't come there, came from there, or keeps too little of the values in which they differ
      if (step < 1 || step !== firstOther(right.bare, wrong.bare)) continue;
      if (said.at(-1)?.startsWith(`${name} ${step}:`) === true) continue;
      const finding = await findingOf(path!, breaks);
      expect(finding, `${name}: ${fault}, at step ${step}`).not.toBeNull();
      const named = path!.steps.findIndex(({ number }) => number === finding!.number) + 1;
      expect(named, `${name}: ${fault}: ${finding!.says}`).toBe(step);
      said.push(`${name} ${step}: ${finding!.says}`);
      found += 1;
    }
  }
  expect(said).toHaveLength(20);
  expect(said.every((one) => /: .+ (?:after|at) .+: .+/.test(one))).toBe(true);
});

describe('what is saved', () => {
  /** A machine that holds, sends, asks for and fails with whatever it is given. */
  const holder = (outcome: () => Promise<unknown>) =>
    setup({
      types: { context: {} as Record<string, unknown>, input: {} as unknown },
      actors: { ask: fromPromise<unknown, unknown>(outcome) },
    }).createMachine({
      id: 'holder',
      context: ({ input }) => ({ input, last: null }),
      initial: 'idle',
      on: { '*': { actions: assign({ last: ({ event }) => event }) } },
      states: {
        idle: { on: { asked: 'asking' } },
        asking: {
          invoke: {
            id: 'ask',
            src: 'ask',
            input: ({ context }: { context: Record<string, unknown> }) => context['last'],
            onDone: { target: 'idle', actions: assign({ last: ({ event }) => event.output }) },
            onError: { target: 'idle', actions: assign({ last: ({ event }) => event.error }) },
          },
        },
      },
    });

  const FIELDS = `upass opwd npwd npwdr vcode token skey downloadUrl quicklookUrl tiles authorization cookie
    password newPassword passphrase clientSecret accessToken refreshToken credentials apiKey api_key captcha
    verifyCode webhookSecret`.split(/\s+/);
  const secretOf = (at: number) => `Zq${'x'.repeat(at % 7)}${at}harbour`;
  /** 40 values, each with a secret of its own. */
  const planted: readonly ((secret: string) => unknown)[] = [
    ...FIELDS.map((field) => (secret: string) => ({ [field]: secret })),
    (secret) => ({ token: [secret, secret] }),
    (secret) => ({ token: { held: secret } }),
    (secret) => new Map([['skey', secret]]),
    (secret) => new Map([['held', { upass: secret }]]),
    (secret) => new Set([{ token: secret }]),
    (secret) => [[[{ deep: { cookie: secret } }]]],
    (secret) => `https://tiles.example/{z}/{x}/{y}.png?key=${secret}`,
    (secret) => `/?skey=${secret}`,
    (secret) => `/web/delivery/GT-1/${secret}/A_L1.zip`,
    (secret) => `/web/usersearchrecord/view/share/${secret}`,
    (secret) => `gt_live_${secret}${'a'.repeat(40)}`,
    (secret) => `${secret}@harbourline.example`,
    (secret) => `write to ${secret}@harbourline.example today`,
    (secret) => ({ file: new File([secret], `${secret}.kml`) }),
    (secret) => new TextEncoder().encode(secret),
    (secret) =>
      new CallError('refused', `the word ${secret} is taken`, { message: 'no', token: secret } as never),
  ];

  test('of 40 planted secrets none is in the file: not from events, inputs, contexts, outcomes or errors', async () => {
    expect(planted).toHaveLength(40);
    for (const way of ['event', 'input', 'output', 'error', 'nested'] as const) {
      const recorder = sessionRecorder();
      for (const [at, plant] of planted.entries()) {
        const value = plant(secretOf(at));
        const actor = createActor(
          holder(() => {
            if (way === 'output') return Promise.resolve(value);
            if (way === 'error')
              return Promise.reject(
                Object.assign(new CallError('refused', 'no', { message: 'no', value } as never)),
              );
            return Promise.resolve(null);
          }),
          { inspect: recorder.inspect, input: way === 'input' ? value : null },
        ).start();
        if (way === 'event') actor.send({ type: 'given', value });
        if (way === 'nested') actor.send({ type: 'given', list: [{ first: { value } }] });
        actor.send({ type: 'asked' });
        await waitFor(actor, (snapshot) => snapshot.matches('idle'));
        actor.send({ type: 'looked' });
        actor.stop();
      }
      const text = recorder.text();
      expect(savedPaths(pathFileIn(text)).length).toBeGreaterThan(30);
      for (const at of planted.keys()) expect(text.includes(secretOf(at)), `${way} ${at}`).toBe(false);
    }
  });

  test('the last 500 events, of which the actors begin where the others ended', async () => {
    const recorder = sessionRecorder();
    const actor = createActor(
      holder(() => Promise.resolve()),
      { inspect: recorder.inspect, input: 1 },
    ).start();
    for (let at = 1; at <= 620; at += 1) actor.send({ type: 'given', at });
    const file = pathFileIn(recorder.text());
    expect(file.session).toMatchObject({ from: 121, to: 620 });
    const [path] = savedPaths(file);
    expect(path!.steps).toHaveLength(500);
    expect(path!.steps[0]).toMatchObject({ number: 121, event: { type: 'given', at: 121 } });
    expect(path!.begin).toMatchObject({ value: 'idle', context: { last: { type: 'given', at: 120 } } });
    actor.stop();
  });

  test('at most 1 MB, with the latest events', () => {
    const recorder = sessionRecorder();
    const actor = createActor(
      holder(() => Promise.resolve()),
      { inspect: recorder.inspect, input: 1 },
    ).start();
    for (let at = 1; at <= 200; at += 1)
      actor.send({
        type: 'given',
        rows: Array.from({ length: 90 }, (_, row) => `${at}-${row}-${'é'.repeat(150)}`),
      });
    const text = recorder.text();
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(1_000_000);
    const steps = savedPaths(pathFileIn(text))[0]!.steps;
    expect(steps.at(-1)!.number).toBe(200);
    expect(steps.length).toBeGreaterThan(10);
    actor.stop();
  });

  test('a free text is another of its length, the same for the same; a long list is as long as it was', () => {
    const recorder = sessionRecorder();
    const actor = createActor(
      holder(() => Promise.resolve()),
      { inspect: recorder.inspect, input: 1 },
    ).start();
    const list = Array.from({ length: 250 }, (_, id) => ({ id }));
    actor.send({
      type: 'given',
      name: 'my harbour of 2026',
      again: 'my harbour of 2026',
      code: 'GT-1',
      list,
    });
    const text = recorder.text();
    expect(text).not.toContain('harbour');
    const { event } = savedPaths(pathFileIn(text))[0]!.steps[0]!;
    expect(event['name']).toBe(event['again']);
    expect(event['name']).toHaveLength('my harbour of 2026'.length);
    expect(event['code']).toBe('GT-1');
    expect(event['list']).toMatchObject({ $more: 150 });
    actor.stop();
  });
});

describe('what another build does not know is named', () => {
  const saved = async (): Promise<SavedPath> => savedPaths((await session(named('saveAoi'), 20, 4)).file)[0]!;

  test('a machine, an event, a state', async () => {
    const path = await saved();
    expect((await findingOf({ ...path, machine: 'formerMachine' }))!.says).toContain(
      'this build has no machine formerMachine',
    );
    const [first] = path.steps;
    const former = { ...first!, event: { type: 'former.event' }, label: 'former.event' };
    former.expect = { ...former.expect, changed: { name: 'text' } };
    expect((await findingOf({ ...path, steps: [former] }))!.says).toContain(
      'saveAoi of this build doesn’t know former.event',
    );
    const begin = { ...path.begin, value: 'formerState' };
    expect((await findingOf({ ...path, begin }))!.says).toMatch(/formerState/);
  });
});

test('a step that is marked as wrong fails as long as the machine does the same, and passes when it does otherwise', async () => {
  const model = named('saveAoi');
  const { file } = await session(model, 30, 4);
  const [path] = savedPaths(file);
  const last = path!.steps.findLast(
    ({ expect: { value } }, at) => at > 0 && value !== path!.steps[at - 1]!.expect.value,
  )!;
  const wrong = markedWrong(file, last.number!);
  expect((await findingsOf(wrong)).map(findingInWords)).toEqual([
    `step ${last.number}, ${path!.title.split(',')[0]} after ${last.says}: it still does what was marked as wrong`,
  ]);
  const mended = savedPaths(wrong)[0]!;
  mended.steps.at(-1)!.expect = { ...last.expect, value: 'elsewhere' };
  expect(await findingsOf(wrong)).toEqual([]);
  expect(() => markedWrong(file, 9999)).toThrow('the session has no step 9999');
});
