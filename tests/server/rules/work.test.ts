import { availableParallelism } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import type { Turns } from '../../../server/base/turns.ts';
import type { Refusal } from '../../../server/base/refusal.ts';
import { callerOf, openAllTurns, workOf, type Work } from '../../../server/base/work.ts';
import { testConfig } from '../support/harness.ts';

/** How much fits in: work of one caller, then of others, until each is refused. */
function placesOf(turns: Turns): { each: number; waitingEach: number; atOnce: number; waiting: number } {
  const fill = (who: () => string): number => {
    for (;;)
      try {
        const turn = turns.enter(who()).turn();
        turn.catch(() => {});
      } catch (error) {
        return (error as Refusal).status;
      }
  };
  expect(fill(() => 'one')).toBe(429);
  const { running: each, waiting: waitingEach } = turns.load();
  let others = 0;
  expect(fill(() => `other ${others++}`)).toBe(503);
  const { running: atOnce, waiting } = turns.load();
  return { each, waitingEach, atOnce, waiting };
}

/** Kinds with a place for who had little lately: `placesOf` counts it with the others, and those inside are no more. */
const shared = (each: number, others: number, waiting: { waitingEach: number; waiting: number }) => ({
  each,
  atOnce: others + 1,
  waitingEach: waiting.waitingEach,
  waiting: waiting.waiting - 1,
});

function allPlaces(settings: Readonly<Record<string, string>>, tileThreads: number, processors = 16) {
  const turns = openAllTurns(testConfig('/nowhere', settings), tileThreads, processors);
  return Object.fromEntries(Object.entries(turns).map(([kind, one]) => [kind, placesOf(one)]));
}

describe('turns of a process (decision 197)', () => {
  it('each kind of work has places for all callers and for one', () => {
    const settings = {
      ACCOUNT_SEARCHES: '2',
      ACCOUNT_CALLS: '4',
      ACCOUNT_WAITING: '6',
      SERVER_WAITING: '40',
    };
    const calls = { waitingEach: 6, waiting: 40 };
    // a page asks for five times as many pictures
    const pictures = { waitingEach: 30, waiting: 200 };
    expect(allPlaces(settings, 3)).toEqual({
      searches: shared(2, 5, calls),
      surveys: shared(2, 3, calls),
      shares: shared(2, 8, calls),
      tiles: { each: 3, atOnce: 3, ...pictures },
      quicklooks: { each: 2, atOnce: 4, ...pictures },
      assets: { each: 4, atOnce: 8, ...pictures },
      orders: shared(2, 5, calls),
      exports: shared(2, 3, calls),
      calls: shared(4, 7, calls),
      identities: { each: 2, atOnce: 4, ...pictures },
      anonymous: { each: 2, atOnce: 6, ...calls },
      bodies: { each: 6, atOnce: 200, ...calls },
      anonymousBodies: { each: 20, atOnce: 100, ...calls },
      largeBodies: { each: 1, atOnce: 3, ...calls },
    });
  });

  it('an account may have as many searches and calls in progress as the settings say', () => {
    const places = allPlaces({ ACCOUNT_SEARCHES: '9', ACCOUNT_CALLS: '12' }, 1);
    expect(places['searches']).toMatchObject({ each: 9, atOnce: 11 });
    expect(places['calls']).toMatchObject({ each: 12, atOnce: 14 });
  });

  it.each([1, 2])(
    'most busy kinds have as many places as processors, two at least, and one for who had little lately (%s)',
    (processors) => {
      const places = allPlaces({}, 1, processors);
      const atOnce = Object.entries(places).map(([kind, { atOnce: count }]) => [kind, count]);
      expect(Object.fromEntries(atOnce)).toMatchObject({
        searches: 6,
        surveys: 3,
        shares: 3,
        orders: 6,
        exports: 3,
        calls: 6,
        anonymous: 4,
      });
      for (const kind of ['searches', 'surveys', 'shares', 'orders', 'exports', 'calls', 'anonymous'])
        expect(places[kind]?.each, kind).toBeLessThan(places[kind]?.atOnce ?? 0);
    },
  );

  it('a database on another machine leaves all processors to the calls', () => {
    const exportsAtOnce = (settings: Readonly<Record<string, string>>) =>
      placesOf(openAllTurns(testConfig('/nowhere', settings), 1).exports).atOnce;
    expect(exportsAtOnce({ DATABASE_URL: 'postgres://db.example/portal' })).toBe(4);
    expect(exportsAtOnce({})).toBe(availableParallelism() > 2 ? 4 : 3);
  });

  it.each<[kind: Work, atOnce: number, waits: boolean]>([
    ['tiles', 3, true],
    ['quicklooks', 4, true],
    ['assets', 8, true],
    ['identities', 4, false],
    ['calls', 7, false],
  ])('of all work only pictures wait as long as they are wanted: %s', async (kind, atOnce, waits) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const turns = openAllTurns(testConfig('/nowhere'), 3, 16)[kind];
      for (let at = 0; at < atOnce; at += 1) await turns.enter(`busy ${at}`).turn();
      const late = turns.run({ who: 'late', call: 'GET /', bytes: 0 }, () => Promise.resolve());
      late.catch(() => {});
      await vi.advanceTimersByTimeAsync(60_000);
      expect(turns.load()).toEqual({ running: atOnce, waiting: waits ? 1 : 0 });
    } finally {
      vi.useRealTimers();
    }
  });

  it('heavy calls are work of their own kind', () => {
    const kinds: Partial<Record<Work, Parameters<typeof workOf>[0][]>> = {
      searches: ['searchScenes'],
      surveys: ['relaxedSearch', 'nearestCovered', 'aoiFacts', 'coverageCalendar'],
      shares: ['clearShares'],
      tiles: ['layerValues'],
      orders: ['archivePrice', 'archiveSubmit', 'taskingPrice', 'taskingSubmit'],
      exports: ['imageryExportPrice', 'imageryExportSubmit', 'submitExportTask'],
      calls: ['login'],
    };
    for (const [kind, calls] of Object.entries(kinds))
      for (const call of calls) expect(workOf(call, false), call).toBe(kind);
    expect(workOf('searchScenes', true)).toBe('anonymous');
  });

  it('a caller is an account, or before the log-in a client', () => {
    expect(callerOf({ id: 7 }, '192.0.2.1')).toBe('account 7');
    expect(callerOf(null, '192.0.2.1')).toBe('client 192.0.2.1');
  });
});
