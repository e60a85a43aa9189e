import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { activeStates, chartOf, eventName, labelOf } from '../../../src/machines/inspector/chart.ts';

const machine = createMachine({
  id: 'door',
  initial: 'shut',
  states: {
    shut: {
      tags: 'quiet',
      on: { 'door.pushed': { guard: 'isFree', target: 'moving' }, '*': {} },
    },
    moving: {
      type: 'parallel',
      invoke: { id: 'motor', src: 'motor', onDone: 'open', onError: 'shut' },
      after: { 1000: 'shut' },
      states: {
        wing: { initial: 'left', states: { left: {}, right: {} } },
        light: { initial: 'off', states: { off: {}, left: {} } },
      },
    },
    open: { always: { guard: () => false, target: 'shut' } },
  },
} as never);
/** Made by each test, so that a broken rule is seen by it. */
const chartNow = () => chartOf(machine);

test('a chart has every state, the first of each compound one, what runs in it, and its tags', () => {
  const chart = chartNow();
  const seen = chart.states.map(({ id, isFirst, type }) => `${id} ${type}${isFirst ? ' first' : ''}`);
  expect(seen).toEqual([
    'door compound',
    'door.shut atomic first',
    'door.moving parallel',
    'door.moving.wing compound',
    'door.moving.wing.left atomic first',
    'door.moving.wing.right atomic',
    'door.moving.light compound',
    'door.moving.light.off atomic first',
    'door.moving.light.left atomic',
    'door.open atomic',
  ]);
  expect(chart.states.find(({ key }) => key === 'moving')).toMatchObject({ runs: ['motor'], parent: 'door' });
  expect(chart.states.find(({ key }) => key === 'shut')).toMatchObject({ tags: ['quiet'], runs: [] });
});

test('a transition says its event, its guard, and whether a viewer may send it', () => {
  const chart = chartNow();
  const seen = chart.transitions.map(({ name, guard, isFact, from }) => [
    from,
    labelOf({ name, guard }),
    isFact,
  ]);
  expect(seen).toEqual([
    ['door.shut', 'door.pushed [isFree]', true],
    ['door.shut', '*', false],
    ['door.moving', 'motor done', false],
    ['door.moving', 'motor failed', false],
    ['door.moving', 'after 1000', false],
    ['door.open', 'always [inline]', false],
  ]);
  // ids are unique within a state
  expect(new Set(chart.transitions.map(({ id }) => id)).size).toBe(6);
  expect(chart.transitions[0]!.id).toBe('door.shut/0');
});

test('an event is called by what it means', () => {
  const named = ['xstate.done.actor.logIn', 'xstate.error.actor.logIn', 'xstate.after.PAUSE.a.b', '', 'a.b'];
  expect(named.map(eventName)).toEqual(['logIn done', 'logIn failed', 'after PAUSE', 'always', 'a.b']);
});

test('the active states of a value, with those above; states of one name are told apart', () => {
  const chart = chartNow();
  const active = (value: unknown) => [...activeStates(chart, value)].sort();
  expect(active('shut')).toEqual(['door', 'door.shut']);
  expect(active({ moving: { wing: 'right', light: 'left' } })).toEqual([
    'door',
    'door.moving',
    'door.moving.light',
    'door.moving.light.left',
    'door.moving.wing',
    'door.moving.wing.right',
  ]);
  expect(active('unknown')).toEqual(['door']);
  expect(active(null)).toEqual(['door']);
});
