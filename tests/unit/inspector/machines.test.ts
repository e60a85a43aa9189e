import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { activeStates, chartOf } from '../../../src/machines/inspector/chart.ts';
import { examples } from '../../../src/machines/inspector/eventExamples.json';
import { machineJson } from '../../../src/machines/inspector/machineJson.ts';
import { allTransitions, nodesOf } from '../../model/mutation/instrument.ts';
import { models } from '../../model/session/models.ts';

describe.each(models)('$name', ({ machine }) => {
  const chart = chartOf(machine);

  test('its chart has every state and every transition once', () => {
    expect(chart.states.map(({ id }) => id)).toEqual([
      machine.root.id,
      ...nodesOf(machine).map(({ id }) => id),
    ]);
    expect(chart.transitions).toHaveLength(allTransitions(machine).length);
    expect(new Set(chart.transitions.map(({ id }) => id)).size).toBe(chart.transitions.length);
    const known = new Set(chart.states.map(({ id }) => id));
    for (const { from, to } of chart.transitions) for (const id of [from, ...to]) expect(known).toContain(id);
  });

  test("copied as JSON for Stately's editor it is the same machine", () => {
    const text = machineJson(machine);
    expect(text).not.toMatch(/undefined|\[object|=>/);
    const again = chartOf(createMachine(JSON.parse(text) as never));
    expect(again.states).toEqual(chart.states);
    const bare = (transitions: typeof chart.transitions) =>
      transitions
        .map(({ from, to, event, guard }) =>
          JSON.stringify({ from, to, event, guard: guard?.replace(/^inline.*/, 'inline') }),
        )
        .sort();
    expect(bare(again.transitions)).toEqual(bare(chart.transitions));
  });

  test('each of its facts has an example to send', () => {
    const own: Record<string, object> | undefined = (examples as Record<string, Record<string, object>>)[
      machine.id
    ];
    const facts = chart.transitions.filter(({ isFact }) => isFact).map(({ event }) => event);
    for (const event of facts) expect(own?.[event]).toMatchObject({ type: event });
  });
});

test('the states that are on are found in a state value', () => {
  const portal = chartOf(models.find(({ name }) => name === 'portal')!.machine);
  const on = activeStates(portal, { session: { signedIn: 'noForm' }, connection: 'online' });
  expect(on).toEqual(
    new Set([
      'portal',
      'portal.session',
      'portal.session.signedIn',
      'portal.session.signedIn.noForm',
      'portal.connection',
      'portal.connection.online',
    ]),
  );
  expect(activeStates(portal, { session: 'nowhere' })).toEqual(new Set(['portal', 'portal.session']));
});
