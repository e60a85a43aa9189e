import { expect, test } from 'vitest';
import { assign, createActor, fromPromise, setup, type AnyMachineSnapshot } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import { model, shownBy, type ModelEvent } from '../../model/paths/explore.ts';
import { done, failed } from '../../model/shared/outcomes.ts';
import { Judge, type Ledger } from './conform.ts';
import { misfits, shapeOf } from './shape.ts';
import { assumedBy, unmet } from './unseen.ts';

const fetchList = fromPromise<{ id: number }[]>(() => Promise.reject(new Error('not provided')));
const machine = setup({ types: { context: {} as { list: unknown[] } }, actors: { fetchList } }).createMachine(
  {
    context: { list: [] },
    initial: 'loading',
    states: {
      loading: {
        invoke: {
          id: 'fetchList',
          src: 'fetchList',
          onDone: { target: 'loaded', actions: assign({ list: ({ event }) => event.output }) },
          onError: 'failed',
        },
      },
      loaded: {
        on: { 'first.chosen': { guard: ({ context }) => context.list.length > 0, target: 'chosen' } },
      },
      failed: {},
      chosen: {},
    },
  },
);
const events = [{ type: 'first.chosen' }, done('fetchList', [{ id: 1 }]), ...failed('fetchList')];
const list = model(
  {
    name: 'list',
    machine,
    variants: { empty: undefined },
    events,
    refusals: { fetchList: ['notAllowed'] },
  },
  () => null,
);

/** What the model says to an answer that the machine takes. */
function judged(answer: ModelEvent, ledger: Ledger = new Set()): string | null {
  const actor = createActor(
    machine.provide({ actors: { fetchList: fromPromise(() => new Promise(() => {})) } }),
  );
  actor.start();
  const shown = () => shownBy(list, actor.getSnapshot() as AnyMachineSnapshot);
  const watch = new Judge(list).watch('empty', ledger);
  expect(watch.begin(shown(), 'active')).toBeNull();
  actor.send(answer as never);
  return watch.see(answer, shown(), 'active', null);
}
const refused = (messageKey?: string): ModelEvent => ({
  type: 'xstate.error.actor.fetchList',
  error: new CallError('refused', 'No.', { result: 0, message: 'No.', ...(messageKey && { messageKey }) }),
});

test('an answer as in the model passes, and is noted', () => {
  const ledger: Ledger = new Set();
  expect(judged(done('fetchList', [{ id: 7 }, { id: 8 }]), ledger)).toBeNull();
  expect([...ledger]).toEqual(['list fetchList done fetchList']);
});

test('an unknown refusal is named with its machine and actor', () => {
  expect(judged(refused('notFound'))).toBe(
    "list, fetchList: the server's answer “refused notFound” is not a refusal that the model has",
  );
});

test('an unknown kind of answer is named', () => {
  expect(judged(done('fetchList', []))).toBe(
    "list, fetchList: the server's answer “done empty list” is not in the model, which has “done list”",
  );
});

test('a field that no sample has is named', () => {
  expect(judged(done('fetchList', [{ id: 7, name: 'Harbour' }]))).toMatch(
    /another shape: \[\]\.name is not in the model$/,
  );
});

test('an event that can happen, but not in the model, is named', () => {
  const elsewhere = { ...list, machine: machine.provide({}), events: events.map((one) => ({ ...one })) };
  elsewhere.events[1] = done('fetchList', []);
  elsewhere.events.push(done('fetchList', [{ id: 1 }]));
  // the same answer leads elsewhere in the model
  const watch = new Judge({ ...elsewhere, events: elsewhere.events.slice(0, -1) }).watch('empty', new Set());
  const shown = { value: 'loaded', tags: [], can: ['first.chosen'] };
  expect(watch.see(done('fetchList', []), shown, 'active', null)).toMatch(
    /in "loaded" first\.chosen can happen, not so in the model$/,
  );
});

test('a missing field, and one that may be missing, are told apart', () => {
  const shape = shapeOf([{ id: 1, name: 'a' }, { id: 2 }]);
  expect(misfits(shape, { id: 3 })).toEqual([]);
  expect(misfits(shape, { name: 'b' })).toEqual(['id is absent, in the model number']);
  expect(misfits(shape, { id: null })).toEqual(['id is null, in the model number']);
});

test('an assumed answer that was never given is missed, unless it is listed', () => {
  const given: Ledger = new Set(['list fetchList done fetchList', 'list fetchList refused']);
  const assumed = assumedBy(list, ['fetchList']);
  const because = 'another back end';
  const listed = ['silent', 'offline', 'malformed', 'unauthorized'].map((answer) => ({
    of: ['list fetchList'],
    answer,
    because,
  }));
  expect(unmet(assumed, given, listed)).toEqual([
    'the server never answered “list fetchList refused notAllowed”, which its model assumes',
  ]);
});

test('a listed answer that is given, or assumed by no model, is stale', () => {
  const given: Ledger = new Set(assumedBy(list, ['fetchList']));
  const listed = [
    { of: ['list fetchList'], answer: 'offline', because: 'no network' },
    { of: ['list fetchList'], answer: 'gone', because: 'never' },
  ];
  expect(unmet([...given], given, listed)).toEqual([
    'the server does answer “list fetchList offline” (no network)',
    'no model assumes “list fetchList gone” (never)',
  ]);
});
