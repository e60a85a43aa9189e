import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Refusal } from '../../../server/base/refusal.ts';
import { isOverTime, onBehalfOf, type Caller } from '../../../server/base/caller.ts';
import { inTurns, nextTurn, whilePresent } from '../../../server/base/spells.ts';
import { rectangleRing } from '../../../src/geo/entry/bbox.ts';
import { searchOf } from '../../../server/stac/requests/searchRequest.ts';
import { openTurns, type TurnLimits, type Turns } from '../../../server/base/turns.ts';

const callerNamed = (who: string, signal?: AbortSignal): Caller => ({ who, call: 'GET /', bytes: 0, signal });

const WIDE: TurnLimits = { atOnce: 1, each: 1, waitingEach: 100, waiting: 10_000 };
/** Turns of work that takes no time, so that none has had more than another. */
const timeless = (more: Partial<TurnLimits> = {}) => openTurns({ ...WIDE, ...more }, () => 0);

/** Work that ends when it is told to; notes the order in which it began. */
function stage(turns: Turns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const settled: Promise<unknown>[] = [];
  const end = async (name: string) => {
    ends.get(name)?.();
    ends.delete(name);
    await tick();
  };
  return {
    begun,
    ask(who: string, name: string, signal?: AbortSignal, isLater = false) {
      const done = turns.run({ ...callerNamed(who, signal), isLater }, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
      settled.push(done.catch(() => undefined));
      return done;
    },
    /** Ends work that has begun, and lets what is due begin. */
    end,
    /** Ends everything, one after the other, as it begins. */
    async endAll() {
      await tick();
      for (let at = 0; at < begun.length; at++) await end(begun[at]!);
      await Promise.all(settled);
    },
  };
}

const tick = () => new Promise<void>((resolve) => setImmediate(resolve));
const refusalOf = (turns: Turns, who: string): Refusal => {
  try {
    turns.enter(who);
  } catch (error) {
    return error as Refusal;
  }
  throw new Error('not refused');
};

describe('turns between callers', () => {
  it('one caller’s thousand wait for one another, another caller’s only for one of them', async () => {
    const { ask, begun, endAll } = stage(timeless({ waitingEach: 1000 }));
    for (let n = 0; n < 1000; n++) void ask('loud', `loud ${n}`);
    for (let n = 0; n < 3; n++) void ask('quiet', `quiet ${n}`);
    await endAll();
    expect(begun).toHaveLength(1003);
    // the first began alone; from then on the two take turns
    const order = ['loud 0', 'loud 1', 'quiet 0', 'loud 2', 'quiet 1', 'loud 3', 'quiet 2', 'loud 4'];
    expect(begun.slice(0, order.length)).toEqual(order);
    expect(begun.slice(-2)).toEqual(['loud 998', 'loud 999']);
  });

  it('three callers are served round in the order of their last turns', async () => {
    const { ask, begun, endAll } = stage(timeless());
    for (const who of ['a', 'a', 'a', 'b', 'b', 'c', 'c', 'c']) void ask(who, who);
    await endAll();
    expect(begun.join('')).toBe('aabcabcc');
  });

  it('of one caller, pictures of the list wait behind those of the map, and leave the line with their page', async () => {
    const turns = timeless();
    const { ask, begun, endAll } = stage(turns);
    const page = new AbortController();
    void ask('a', 'map 1');
    for (const name of ['row 1', 'row 2']) void ask('a', name, undefined, true);
    const left = ask('a', 'row 3', page.signal, true);
    void ask('a', 'map 2');
    void ask('b', 'row of b', undefined, true);
    page.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    await endAll();
    expect(begun).toEqual(['map 1', 'map 2', 'row of b', 'row 1', 'row 2']);
    expect(turns.load()).toEqual({ running: 0, waiting: 0 });
  });

  it('a free place goes to the caller with the least in progress', async () => {
    const { ask, begun, end, endAll } = stage(timeless({ atOnce: 3, each: 3 }));
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('a', name);
    for (const name of ['b1', 'b2']) void ask('b', name);
    await tick();
    expect(begun).toEqual(['a1', 'a2', 'a3']);
    await end('a1');
    await end('a2');
    // both have one in progress now, and a was served longer ago
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'a4']);
    await endAll();
    expect(begun).toHaveLength(6);
  });

  it('of those with as much in progress, it goes to the caller who had the least lately', async () => {
    const clock = { ms: 0 };
    const { ask, begun, end, endAll } = stage(openTurns({ ...WIDE, light: 0 }, () => clock.ms));
    for (const [who, ms] of [
      ['small', 20],
      ['large', 400],
      ['other', 10],
    ] as const) {
      void ask(who, who);
      await tick();
      clock.ms += ms;
      await end(who);
    }
    void ask('held', 'held');
    for (const who of ['large', 'small', 'other', 'new']) void ask(who, `${who} again`);
    await endAll();
    expect(begun.slice(4)).toEqual(['new again', 'other again', 'small again', 'large again']);
  });

  it('what a caller had is forgotten within seconds', async () => {
    const clock = { ms: 0 };
    const { ask, begun, end, endAll } = stage(openTurns({ ...WIDE, light: 0 }, () => clock.ms));
    void ask('large', 'large');
    await tick();
    clock.ms += 400;
    await end('large');
    clock.ms += 8_000;
    void ask('small', 'small');
    await tick();
    clock.ms += 20;
    await end('small');
    void ask('first', 'first');
    for (const who of ['small', 'large']) void ask(who, `${who} again`);
    await endAll();
    expect(begun.slice(2)).toEqual(['first', 'large again', 'small again']);
  });

  it('who has nothing in progress, and had less than the others, gets a place beyond the others’', async () => {
    const clock = { ms: 0 };
    const turns = openTurns({ ...WIDE, atOnce: 2, light: 1 }, () => clock.ms);
    const { ask, begun, end, endAll } = stage(turns);
    void ask('quiet', 'quiet');
    await tick();
    clock.ms += 50;
    await end('quiet');
    for (const name of ['a1', 'a2']) void ask('a', name);
    for (const name of ['b1', 'b2']) void ask('b', name);
    await tick();
    clock.ms += 500;
    void ask('quiet', 'quiet again');
    await tick();
    expect(begun).toEqual(['quiet', 'a1', 'b1', 'quiet again']);
    await end('a1');
    // a has had more than the others, and waits for a place of the two
    expect(begun).toHaveLength(4);
    await end('quiet again');
    expect(begun.at(-1)).toBe('a2');
    await endAll();
    expect(turns.load()).toEqual({ running: 0, waiting: 0 });
  });

  it('who waits gets that place once the others have had more', async () => {
    const clock = { ms: 0 };
    const { ask, begun, end, endAll } = stage(openTurns({ ...WIDE, atOnce: 2, light: 1 }, () => clock.ms));
    void ask('quiet', 'quiet');
    await tick();
    clock.ms += 50;
    await end('quiet');
    for (const who of ['a', 'b']) void ask(who, who);
    void ask('quiet', 'quiet again');
    await tick();
    expect(begun).toEqual(['quiet', 'a', 'b']);
    clock.ms += 200;
    await expect.poll(() => begun).toEqual(['quiet', 'a', 'b', 'quiet again']);
    await endAll();
  });

  it('a caller alone has no more in progress than one may have', async () => {
    const turns = openTurns({ ...WIDE, atOnce: 5, each: 2 });
    const { ask, begun, endAll } = stage(turns);
    for (const name of ['1', '2', '3', '4']) void ask('a', name);
    await tick();
    expect([begun, turns.load()]).toEqual([['1', '2'], { running: 2, waiting: 2 }]);
    await endAll();
    expect([begun, turns.load()]).toEqual([['1', '2', '3', '4'], { running: 0, waiting: 0 }]);
  });

  it('too many waiting of one caller are refused with 429, others still get in; too many of all with 503', async () => {
    const turns = openTurns({ ...WIDE, waitingEach: 2, waiting: 3 });
    const { ask, endAll } = stage(turns);
    for (const name of ['a1', 'a2', 'a3']) void ask('a', name);
    expect(refusalOf(turns, 'a')).toMatchObject({ key: 'accountBusy', status: 429 });
    void ask('b', 'b1');
    expect(refusalOf(turns, 'c')).toMatchObject({ key: 'serverBusy', status: 503 });
    expect(refusalOf(turns, 'a').status).toBe(429);
    await endAll();
    const place = turns.enter('c');
    place.leave();
    expect(turns.load()).toEqual({ running: 0, waiting: 0 });
  });

  it('those who are refused are asked back one after the other, at the pace of the work', async () => {
    const clock = { ms: 0 };
    const turns = openTurns({ ...WIDE, each: 2, atOnce: 2, waitingEach: 1 }, () => clock.ms);
    // each piece of work takes 4 s, and two are in progress at a time
    for (let n = 0; n < 200; n++)
      await turns.run(callerNamed('a'), async () => {
        clock.ms += 4000;
      });
    const { ask, endAll } = stage(turns);
    for (const name of ['a1', 'a2', 'a3']) void ask('a', name);
    const waits = [1, 2, 3, 4].map(() => refusalOf(turns, 'a'));
    expect(waits.map(({ retryAfter }) => retryAfter)).toEqual([2, 4, 6, 8]);
    expect(waits.map(({ params }) => params)).toEqual([2, 4, 6, 8].map((count) => ({ count })));
    clock.ms += 7000;
    expect(refusalOf(turns, 'a').retryAfter).toBe(3);
    for (let n = 0; n < 100; n++) refusalOf(turns, 'a');
    expect(refusalOf(turns, 'a').retryAfter).toBe(60);
    await endAll();
  });

  it('a caller who gives up frees the place: the work never begins', async () => {
    const turns = openTurns({ ...WIDE, waitingEach: 1 });
    const { ask, begun, endAll } = stage(turns);
    const leaving = new AbortController();
    void ask('a', 'a1');
    const gone = ask('a', 'a2', leaving.signal);
    expect(refusalOf(turns, 'a').status).toBe(429);
    leaving.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    void ask('a', 'a3');
    await expect(ask('b', 'b1', leaving.signal)).rejects.toThrow('gone');
    await endAll();
    expect([begun, turns.load()]).toEqual([['a1', 'a3'], { running: 0, waiting: 0 }]);
  });

  it('failed work gives its place back', async () => {
    const turns = openTurns(WIDE);
    const failing = turns.run(callerNamed('a'), () => Promise.reject(new Error('failed')));
    const after = turns.run(callerNamed('a'), async () => 'done');
    await expect(failing).rejects.toThrow('failed');
    expect(await after).toBe('done');
  });

  it('waiting is a part of a call’s time, after which it is given up; a picture waits as long as it is wanted', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const fates = [];
      for (const waitsLong of [false, true]) {
        const turns = openTurns({ ...WIDE, atOnce: 1, waitsLong });
        const { ask, end } = stage(turns);
        const held = turns.enter('other');
        await held.turn();
        const fate = ask('a', 'a').then(
          () => 'done',
          (error: unknown) => (isOverTime(error) ? 'over' : 'failed'),
        );
        await vi.advanceTimersByTimeAsync(24_999);
        expect(turns.load()).toEqual({ running: 1, waiting: 1 });
        await vi.advanceTimersByTimeAsync(1);
        expect(turns.load()).toEqual({ running: 1, waiting: waitsLong ? 1 : 0 });
        held.leave();
        await tick();
        if (waitsLong) await end('a');
        fates.push(await fate);
      }
      expect(fates).toEqual(['over', 'done']);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('work on the thread that answers calls', () => {
  // what the test before began is over
  beforeEach(async () => {
    await tick();
    await tick();
  });

  it('goes on one piece in each turn of the loop, in the order of their coming; calls come between', async () => {
    const order: (string | number)[] = [];
    const work = [1, 2, 3].map((n) => nextTurn().then(() => order.push(n)));
    const calls = (async () => {
      for (let n = 0; n < 3; n++) {
        await tick();
        order.push('call');
      }
    })();
    await Promise.all([...work, calls]);
    expect(order).toEqual([1, 'call', 2, 'call', 3, 'call']);
  });

  it('one caller’s work waits for one piece of each other’s, however much theirs is', async () => {
    const order: string[] = [];
    const of = (who: string, name: string) =>
      nextTurn(undefined, callerNamed(who)).then(() => order.push(name));
    await Promise.all([
      ...[1, 2, 3, 4].map((n) => of('loud', `loud ${n}`)),
      ...[1, 2].map((n) => of('quiet', `quiet ${n}`)),
    ]);
    expect(order).toEqual(['loud 1', 'quiet 1', 'loud 2', 'quiet 2', 'loud 3', 'loud 4']);
  });

  it('of callers that wait, the one whose last turn is longest ago goes on first, whoever came first', async () => {
    const order: string[] = [];
    const of = (who: string) => nextTurn(undefined, callerNamed(who)).then(() => order.push(who));
    await of('account of Ada');
    await of('account of Bo');
    await Promise.all(['account of Bo', 'account of Cy', 'account of Ada'].map(of));
    expect(order.slice(2)).toEqual(['account of Ada', 'account of Bo', 'account of Cy']);
  });

  it('strangers’ pieces don’t delay those of accounts', async () => {
    const order: string[] = [];
    const of = (who: string) => nextTurn(undefined, callerNamed(who)).then(() => order.push(who));
    await Promise.all([...[1, 2, 3, 4].map((n) => of(`client 192.0.2.${n}`)), of('account 4')]);
    expect(order.indexOf('account 4')).toBeLessThan(2);
  });

  /**
   * Three pieces of an account that take 5 ms each.
   * @returns ms between the end of the first and the begin of the third, but for the second, and turns of the loop between their begins
   */
  async function rests(): Promise<{ ms: number; turns: number }> {
    const times: number[] = [];
    const turns: number[] = [];
    let turn = 0;
    const life = { ended: false };
    const count = (): void => {
      turn++;
      if (!life.ended) setImmediate(count);
    };
    count();
    const piece = async () => {
      await nextTurn(undefined, callerNamed('account 5'));
      turns.push(turn);
      times.push(performance.now());
      while (performance.now() - times.at(-1)! < 5);
      times.push(performance.now());
    };
    await Promise.all([piece(), piece(), piece()]);
    life.ended = true;
    const [, end = 0, began = 0, ended = 0, again = 0] = times;
    return { ms: began - end + (again - ended), turns: turns.at(-1)! - turns[0]! };
  }

  it('rests after a piece while another account’s request is being answered, not while its own is', async () => {
    // on a busy machine a rest takes longer, and has fewer turns
    expect((await whilePresent('account 6', rests)).ms).toBeGreaterThan(6);
    expect((await whilePresent('account 5', rests)).turns).toBe(2);
    expect((await whilePresent('client 192.0.2.1', rests)).turns).toBe(2);
  });

  it('rests as long when another account’s small work comes between', async () => {
    const life = { ended: false };
    const between = async () => {
      while (!life.ended) {
        await nextTurn(undefined, callerNamed('account 6'));
        // it comes back while the loop rests
        await tick();
        await tick();
      }
    };
    const rested = await whilePresent('account 7', async () => {
      const small = between();
      const { ms } = await rests();
      life.ended = true;
      await small;
      return ms;
    });
    expect(rested).toBeGreaterThan(6);
  });

  it('ends its rest for another account’s work', async () => {
    const order: string[] = [];
    await whilePresent('account 6', async () => {
      const long = rests().then(() => order.push('5'));
      await tick();
      await tick();
      const ending = vi.spyOn(globalThis, 'clearTimeout');
      await nextTurn(undefined, callerNamed('account 6')).then(() => order.push('6'));
      expect(ending).toHaveBeenCalled();
      ending.mockRestore();
      await long;
    });
    expect(order).toEqual(['6', '5']);
  });

  it('waits with its first spell too, if other work has begun in this turn', async () => {
    const order: string[] = [];
    const call = tick().then(() => order.push('call'));
    const work = ['a', 'b'].map((name) => inTurns([1], undefined, () => order.push(name)));
    await Promise.all([...work, call]);
    expect(order).toEqual(['a', 'call', 'b']);
  });

  /** Reads a filter of 40 boxes on a clock on which each look takes 1 ms. @param meanwhile done in every turn of the loop in between */
  const readBoxes = async (meanwhile: () => void, signal?: AbortSignal): Promise<void> => {
    const geometries = Array.from({ length: 40 }, (_, at) => ({
      type: 'Polygon',
      coordinates: [rectangleRing([at, 0, at + 0.5, 1])],
    }));
    const intersects = { type: 'GeometryCollection', geometries };
    let at = 0;
    const times = vi.spyOn(performance, 'now').mockImplementation(() => (at += 1));
    const end = new AbortController();
    const coming = (async () => {
      for (; !end.signal.aborted; await tick()) meanwhile();
    })();
    try {
      await onBehalfOf(callerNamed('a', signal), () =>
        searchOf({ intersects }, { fields: null, filterLang: 'cql2-json' }),
      );
    } finally {
      end.abort();
      await coming;
      times.mockRestore();
    }
  };

  it('calls come between the small areas of a search’s filter, which are checked on the loop', async () => {
    let calls = 0;
    await readBoxes(() => (calls += 1));
    expect(calls).toBeGreaterThan(5);
  });

  it('the small areas of a filter are not read to their end for a caller who has left', async () => {
    const left = new AbortController();
    let calls = 0;
    const leave = () => (calls += 1) === 3 && left.abort(new Error('gone'));
    await expect(readBoxes(leave, left.signal)).rejects.toThrow('gone');
    expect(calls).toBe(3);
  });

  it('is given up by who has left meanwhile', async () => {
    const left = new AbortController();
    const waiting = nextTurn(left.signal);
    left.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
  });
});
