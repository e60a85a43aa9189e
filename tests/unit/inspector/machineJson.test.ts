import { expect, test } from 'vitest';
import { assign, createMachine, fromPromise, raise, setup } from 'xstate';
import { machineJson } from '../../../src/machines/inspector/machineJson.ts';

/** A machine with all that a definition can say. */
const door = setup({
  actors: { motor: fromPromise(() => Promise.resolve()) },
  actions: { ring: () => undefined, write: (_, _params: { text: string; token: string }) => undefined },
  guards: { isFree: () => true },
}).createMachine({
  id: 'door',
  initial: 'shut',
  entry: 'ring',
  states: {
    shut: {
      tags: ['quiet', 'safe'],
      entry: raise({ type: 'held' }),
      exit: { type: 'write', params: { text: 'bye', token: 'K7PM4X' } },
      on: {
        pushed: [{ guard: 'isFree', target: 'moving' }, { target: ['moving.wing.right', 'moving.light.on'] }],
        knocked: {
          actions: ['ring', { type: 'write', params: () => ({ text: '', token: '' }) }, assign({})],
        },
        held: {},
      },
    },
    moving: {
      type: 'parallel',
      invoke: [
        { src: 'motor', id: 'turn', onDone: 'open', onError: [{ guard: () => true, target: 'shut' }, {}] },
        { src: fromPromise(() => Promise.resolve()), id: 'hum' } as never,
      ],
      after: { 1000: 'shut', 2000: [{ guard: 'isFree', target: 'shut', reenter: true }, { target: 'open' }] },
      states: {
        wing: {
          initial: 'left',
          states: { left: {}, right: { entry: () => undefined, exit: () => undefined } },
        },
        light: { initial: 'off', states: { off: {}, on: {} } },
        last: {
          initial: 'old',
          states: { old: { type: 'history', history: 'deep', target: 'new' }, new: {} },
        },
      },
    },
    open: { id: 'wideOpen', always: [{ guard: () => false, target: 'gone' }] },
    gone: { type: 'final' },
  },
});

test('a machine is told with its states and transitions, each piece by its name or its place', () => {
  expect(JSON.parse(machineJson(door))).toEqual({
    id: 'door',
    initial: 'shut',
    entry: ['ring'],
    states: {
      shut: {
        tags: ['quiet', 'safe'],
        entry: [{ type: 'inline raise door.shut/entry:1' }],
        exit: [{ type: 'write', params: { text: 'bye', token: '‹secret›' } }],
        on: {
          pushed: [
            { target: '#door.moving', guard: { type: 'isFree' } },
            { target: ['#door.moving.wing.right', '#door.moving.light.on'] },
          ],
          knocked: [{ actions: ['ring', { type: 'write' }, { type: 'inline assign door.shut/2:3' }] }],
          held: [{}],
        },
      },
      moving: {
        type: 'parallel',
        invoke: [
          {
            id: 'turn',
            src: 'motor',
            onDone: [{ target: '#wideOpen' }],
            onError: [{ target: '#door.shut', guard: { type: 'inline guard door.moving/1' } }, {}],
          },
          { id: 'hum', src: 'xstate.invoke.1.door.moving' },
        ],
        after: {
          1000: [{ target: '#door.shut' }],
          2000: [{ target: '#door.shut', guard: { type: 'isFree' }, reenter: true }, { target: '#wideOpen' }],
        },
        states: {
          wing: {
            initial: 'left',
            states: {
              left: {},
              right: {
                entry: [{ type: 'inline action door.moving.wing.right/entry:1' }],
                exit: [{ type: 'inline action door.moving.wing.right/exit:1' }],
              },
            },
          },
          light: { initial: 'off', states: { off: {}, on: {} } },
          last: { initial: 'old', states: { old: { type: 'history', history: 'deep' }, new: {} } },
        },
      },
      open: {
        id: 'wideOpen',
        always: [{ target: '#door.gone', guard: { type: 'inline guard wideOpen/0' } }],
      },
      gone: { type: 'final' },
    },
  });
});

test('it is written to be read: two spaces, a line at the end', () => {
  expect(machineJson(createMachine({ id: 'lamp', tags: 'lit' }))).toBe(
    '{\n  "id": "lamp",\n  "tags": [\n    "lit"\n  ]\n}\n',
  );
});
