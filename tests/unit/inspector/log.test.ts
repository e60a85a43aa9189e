import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  actorsAt,
  cleared,
  EMPTY_LOG,
  type Fact,
  isOf,
  type SeenActor,
  type SeenSnapshot,
  withFacts,
} from '../../../src/machines/inspector/log.ts';
import { actorToShow, type ViewerContext } from '../../../src/machines/inspector/viewer.machine.ts';

const seen = (value: string, status: SeenSnapshot['status'] = 'active'): SeenSnapshot => ({
  status,
  value,
  tags: [],
  context: null,
});
const actor = (key: string, value = 'a'): SeenActor => ({
  key,
  page: key.split('/')[0] ?? '',
  id: key,
  parent: null,
  machine: 'shell',
  snapshot: seen(value),
});
const started = (key: string): Fact => ({ kind: 'started', at: 0, actor: actor(key) });
const moved = (key: string, value: string, status: SeenSnapshot['status'] = 'active'): Fact => ({
  kind: 'event',
  at: 0,
  key,
  source: null,
  event: { type: 'moved' },
  snapshot: seen(value, status),
  isHandled: true,
});
const gone = (page: string): Fact => ({ kind: 'gone', at: 0, page });
const values = (actors: Readonly<Record<string, SeenActor>>) =>
  Object.values(actors).map(({ key, snapshot }) => `${key}=${String(snapshot.value)}`);

const anyFact = fc.oneof(
  fc.constantFrom('p/1', 'p/2', 'q/1').map(started),
  fc
    .tuple(
      fc.constantFrom('p/1', 'p/2', 'q/1'),
      fc.constantFrom('a', 'b', 'c'),
      fc.constantFrom('active', 'done', 'stopped'),
    )
    .map(([key, value, status]) => moved(key, value, status as 'active')),
  fc.constantFrom('p', 'q').map(gone),
);

describe('the log of an inspection', () => {
  const facts = [started('p/1'), moved('p/1', 'b'), started('p/2'), moved('p/1', 'c', 'done'), gone('p')];
  const log = withFacts(EMPTY_LOG, facts);

  test('shows the states as they were after each entry', () => {
    expect([0, 1, 2, 3, 4, 5].map((number) => values(actorsAt(log, number)))).toEqual([
      [],
      ['p/1=a'],
      ['p/1=b'],
      ['p/1=b', 'p/2=a'],
      ['p/2=a'],
      [],
    ]);
  });

  test('a page that is gone takes its actors along, and no others', () => {
    const two = withFacts(EMPTY_LOG, [started('p/1'), started('q/1'), gone('p')]);
    expect(values(two.now)).toEqual(['q/1=a']);
    expect([
      isOf(gone('p'), 'p/1'),
      isOf(gone('p'), 'q/1'),
      isOf(started('p/1'), 'p/1'),
      isOf(moved('p/1', 'b'), 'p/2'),
    ]).toEqual([true, false, true, false]);
  });

  test('cleared, it knows what runs and nothing of what happened', () => {
    const after = cleared(withFacts(EMPTY_LOG, facts.slice(0, 3)));
    expect([after.entries, values(after.now), values(actorsAt(after, 0))]).toEqual([
      [],
      ['p/1=b', 'p/2=a'],
      ['p/1=b', 'p/2=a'],
    ]);
  });

  test('travelling to the last entry is being there, however facts came and whatever was forgotten', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyFact, { maxLength: 60 }), { maxLength: 40 }), (packets) => {
        const grown = packets.reduce(withFacts, EMPTY_LOG);
        const at = (number: number) => values(actorsAt(grown, number));
        expect(at(grown.next)).toEqual(values(grown.now));
        expect(grown.entries.length).toBeLessThanOrEqual(1000);
        const whole = withFacts(EMPTY_LOG, packets.flat());
        expect(values(whole.now)).toEqual(values(grown.now));
      }),
      { numRuns: 60 },
    );
  });

  test('remembers the latest thousand', () => {
    const long = withFacts(EMPTY_LOG, [
      started('p/1'),
      ...Array.from({ length: 1500 }, (_, at) => moved('p/1', String(at))),
    ]);
    expect([
      long.entries.length,
      long.entries[0]?.number,
      values(long.before),
      values(actorsAt(long, 502)),
    ]).toEqual([1000, 502, ['p/1=499'], ['p/1=500']]);
  });
});

test('when the shown actor has ended, the next of its machine is shown', () => {
  const now = { 'p/2': { key: 'p/2', machine: 'orders' } as SeenActor };
  const shown = (actor: string | null) =>
    actorToShow({ actor, machine: 'orders' } as ViewerContext, {
      before: {},
      entries: [],
      now,
      next: 1,
    });
  expect(shown('p/1')).toBe('p/2');
  expect(shown('p/2')).toBe('p/2');
  expect(shown(null)).toBeNull();
});
