import { expect, test } from 'vitest';
import {
  factsOfMoment,
  pathFileIn,
  pathGone,
  PLAYED_ACTOR,
} from '../../../src/machines/inspector/player.machine.ts';
import { EMPTY_LOG, withFacts } from '../../../src/machines/inspector/log.ts';
import { sequenceOf } from '../../../src/machines/inspector/viewer.machine.ts';
import { PATH_SCHEMA as SCHEMA } from '../../../src/machines/inspector/sessionFile.ts';

const expected = (value: string, more: object = {}) => ({
  value,
  tags: [],
  changed: {},
  notified: [],
  sent: [],
  called: [],
  did: [],
  ...more,
});
const TEXT = JSON.stringify({
  schema: SCHEMA,
  machine: 'orders',
  paths: [
    {
      id: 'orders-0001',
      title: 'refresh',
      variant: 'an account of type 3',
      start: expected('resting', { changed: { page: 1 } }),
      steps: [
        {
          says: 'refresh is pressed',
          event: { type: 'refresh.pressed' },
          expect: expected('loading', {
            called: [{ actor: 'fetchOrders', input: { page: 1, token: 'abc' } }],
          }),
        },
        {
          says: 'fetchOrders is done',
          event: { type: 'xstate.done.actor.fetchOrders' },
          outcome: { actor: 'fetchOrders', ending: 'done' },
          expect: expected('resting', {
            changed: { rows: 3 },
            notified: [{ type: 'orders.loaded', count: 3 }],
            sent: [{ to: 'cancelling', type: 'list.changed' }],
          }),
        },
      ],
    },
  ],
});
const file = pathFileIn(TEXT)!;
const logOf = (moments: readonly number[]) =>
  moments.reduce(
    (before, moment) => withFacts(before, factsOfMoment(file, file.paths[0]!, moment)),
    EMPTY_LOG,
  );

test('a played path is a log like a page’s: states, context, and actors that come and go', () => {
  const log = logOf([0, 1, 2]);
  expect(log.now[PLAYED_ACTOR]).toMatchObject({
    id: 'orders',
    machine: 'orders',
    snapshot: { value: 'resting', context: { page: 1, rows: 3 } },
  });
  const names = (moments: number[]) => Object.values(logOf(moments).now).map(({ id }) => id);
  expect(names([0, 1])).toEqual(['parent', 'orders', 'fetchOrders']);
  expect(names([0, 1, 2])).toEqual(['parent', 'orders']);
  expect(withFacts(log, [pathGone(2)]).now).toEqual({});
  expect(JSON.stringify(log)).not.toContain('abc');
});

test('the sequence says who told whom, oldest first; an event of nobody comes from outside', () => {
  const log = logOf([0, 1, 2]);
  const { lanes, messages } = sequenceOf(log, log.entries.toReversed());
  const name = (lane: number | null) => (lane === null ? null : lanes[lane]!.id);
  expect(messages.map(({ from, to, event }) => [name(from), name(to), event])).toEqual([
    [null, 'orders', 'refresh.pressed'],
    ['fetchOrders', 'fetchOrders', 'done'],
    ['fetchOrders', 'orders', 'xstate.done.actor.fetchOrders'],
    ['orders', 'cancelling', 'list.changed'],
    ['orders', 'parent', 'orders.loaded'],
  ]);
  expect(messages.map(({ number }) => number)).toEqual(
    messages.map(({ number }) => number).toSorted((a, b) => a - b),
  );
});

test('only a path file with paths is played', () => {
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    TEXT.replace(SCHEMA, 'groundtrack.path/0'),
    TEXT.replace(/"paths".*/s, '"paths":[]}'),
  ])
    expect(pathFileIn(text)).toBeNull();
});

test('a file without a path, or with a path that lacks its start or steps, can’t be played', () => {
  const read = (paths: unknown) => pathFileIn(JSON.stringify({ schema: SCHEMA, machine: 'orders', paths }));
  expect(read([{ start: {}, steps: [] }])).not.toBeNull();
  expect(read([])).toBeNull();
  expect(read([{ start: {} }])).toBeNull();
  expect(read([{ steps: [] }])).toBeNull();
  expect(
    read([
      { start: {}, steps: [] },
      { start: 'x', steps: [] },
    ]),
  ).toBeNull();
});
