import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { areaAnswer, type AreaTask } from '../../../server/base/areas/areaTask.ts';
import { areaOfWkt, deliveredKm2, sharedArea } from '../../../server/base/areas/areas.ts';
import { openThread, sharing, TaskTooLong, type Thread } from '../../../server/base/thread.ts';
import { onBehalfOf } from '../../../server/base/caller.ts';
import { boundMemory } from '../../../server/base/memory.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';

/** A closed outline around a place whose corners lie on two circles. */
const outline = (corners: number, longitude: number): [number, number][] => {
  const ring = Array.from({ length: corners }, (_, at): [number, number] => {
    const [angle, radius] = [(at / corners) * 2 * Math.PI, at % 2 === 0 ? 0.2 : 0.19];
    return [longitude + radius * Math.cos(angle), 1.3 + radius * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
};
const LARGEST = aoiOf({ type: 'Polygon', coordinates: [outline(9998, 103.8)] });
const FOOTPRINTS = Array.from({ length: 10 }, (_, at) => ({
  type: 'Polygon' as const,
  coordinates: [outline(40, 103.8 + at / 100)],
}));

const ANSWERING = `import { parentPort, threadId } from 'node:worker_threads';
  parentPort.postMessage({ id: null, isLoaded: true });
  parentPort.on('message', ({ id }) => parentPort.postMessage({ id, bytes: Uint8Array.of(threadId) }));`;
const work = new URL(`data:text/javascript,${encodeURIComponent(ANSWERING)}`);
const numberOf = async (thread: Thread<string>) => (await thread.ask('who are you?'))[0];

/** Whether other callers had their turn before the answer. */
async function letsOthersIn(answer: Promise<unknown>): Promise<boolean> {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await answer;
  clearInterval(timer);
  return turns > 0;
}

describe('Nothing about areas holds the thread that answers calls', () => {
  it('an area of 10,000 vertices is checked, priced and clipped while others have their turn', async () => {
    expect(await letsOthersIn(areaOfWkt(LARGEST.wkt))).toBe(true);
    expect(await letsOthersIn(deliveredKm2(FOOTPRINTS, LARGEST.geometry))).toBe(true);
    expect(await letsOthersIn(sharedArea(FOOTPRINTS[0]!, LARGEST.geometry))).toBe(true);
  });

  it('an area with an edge wider than 180° is refused: a call can’t ask which way is meant', async () => {
    const fiji = 'POLYGON((179 -17,-179 -17,-179 -16,179 -16,179 -17))';
    await expect(areaOfWkt(fiji)).rejects.toMatchObject({ key: 'geometry.edgeUnclear' });
  });

  it('the answers are those of the same rules', async () => {
    expect(await areaOfWkt(LARGEST.wkt)).toEqual(LARGEST);
    const few = FOOTPRINTS.slice(0, 2);
    const delivered = areaAnswer({ kind: 'delivered', footprints: few, clip: LARGEST.geometry });
    expect(await deliveredKm2(few, LARGEST.geometry)).toEqual(delivered);
  });

  it('a refusal comes with its sentence', async () => {
    const crossed = LARGEST.wkt.replace('((', '((103.8 1.3, ').replace('))', ', 103.8 1.3))');
    await expect(areaOfWkt(crossed)).rejects.toMatchObject({ key: 'geometry.selfCrossing' });
  });
});

describe('A task has a budget', () => {
  it('one beyond it ends with its thread, and the next is answered', async () => {
    const close = vi.fn(async () => {});
    const done = new Uint8Array([1]);
    const thread: Thread<'endless' | 'short'> = {
      start: async () => {},
      ask: (task) => (task === 'endless' ? new Promise(() => {}) : Promise.resolve(done)),
      worked: () => performance.now(),
      close,
    };
    const limited = sharing([thread], 5);
    const answers = [limited.ask('endless'), limited.ask('short')] as const;
    await expect(answers[0]).rejects.toBeInstanceOf(TaskTooLong);
    expect(close).toHaveBeenCalledOnce();
    expect(await answers[1]).toBe(done);
  });

  it('the start of a thread takes nothing from it', async () => {
    const done = new Uint8Array([1]);
    const slow: Thread<'short'> = {
      start: () => new Promise((resolve) => setTimeout(resolve, 50)),
      ask: async () => done,
      worked: () => performance.now(),
      close: async () => {},
    };
    expect(await sharing([slow], 20).ask('short')).toBe(done);
  });

  it('waiting for a processor takes nothing from it, up to five times its length', async () => {
    const thread = (task: Promise<Uint8Array>): Thread<'starved'> => ({
      start: async () => {},
      ask: () => task,
      worked: () => 0,
      close: async () => {},
    });
    const done = new Uint8Array([1]);
    const later = new Promise<Uint8Array>((resolve) => setTimeout(resolve, 60, done));
    expect(await sharing([thread(later)], 20).ask('starved')).toBe(done);
    const never = sharing([thread(new Promise(() => {}))], 5).ask('starved');
    await expect(never).rejects.toBeInstanceOf(TaskTooLong);
  });

  it('the time that a thread has worked is that of its processor', async () => {
    const thread = openThread<AreaTask>(
      new URL('../../../server/base/areas/area.worker.ts', import.meta.url),
      'area',
    );
    await thread.start();
    const task: AreaTask = { kind: 'area', wkt: LARGEST.wkt };
    const before = thread.worked();
    await thread.ask(task);
    const first = thread.worked() - before;
    expect(first).toBeGreaterThan(20);
    // nothing is asked of it meanwhile, whatever the clock says
    const idle = thread.worked();
    await new Promise((resolve) => setTimeout(resolve, 60));
    if (process.platform === 'linux') expect(thread.worked() - idle).toBeLessThan(20);
    await thread.close();
  });

  it('a thread that is idle for long ends; the next task starts another', async () => {
    const lasting = openThread<string>(work, 'lasting');
    const first = await numberOf(lasting);
    const tired = openThread<string>(work, 'tired', 'short', { idleMs: 1 });
    const other = await numberOf(tired);
    await expect.poll(() => numberOf(tired)).not.toBe(other);
    expect(await numberOf(lasting)).toBe(first);
    await Promise.all([lasting.close(), tired.close()]);
  });

  describe('the memory of the process is bounded', () => {
    const rss = vi.spyOn(process.memoryUsage, 'rss');
    beforeEach(() => {
      rss.mockReturnValue(1);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    });
    afterEach(() => {
      vi.useRealTimers();
      rss.mockRestore();
      boundMemory(512);
    });

    it('a thread without a task ends within half a minute when memory is short', async () => {
      const thread = openThread<string>(work, 'idle');
      const first = await numberOf(thread);
      vi.advanceTimersByTime(60_000);
      expect(await numberOf(thread)).toBe(first);
      rss.mockReturnValue(1e12);
      vi.advanceTimersByTime(30_000);
      expect(await numberOf(thread)).not.toBe(first);
      await thread.close();
    });

    it('as many threads run as fit into the memory: the one without a task for longest ends for another', async () => {
      boundMemory(4 * 64);
      const threads = Array.from({ length: 5 }, (_, n) => openThread<string>(work, `thread ${n}`));
      const numbers: unknown[] = [];
      for (const thread of threads) {
        numbers.push(await numberOf(thread));
        vi.advanceTimersByTime(8_000);
      }
      expect(await numberOf(threads[0]!)).not.toBe(numbers[0]);
      expect(await numberOf(threads[4]!)).toBe(numbers[4]);
      await Promise.all(threads.map((thread) => thread.close()));
    });
  });

  it('a task whose caller leaves ends with its thread', async () => {
    const close = vi.fn(async () => {});
    const ask = vi.fn(() => new Promise<Uint8Array>(() => {}));
    const thread: Thread<'endless'> = { start: async () => {}, ask, worked: () => 0, close };
    const left = new AbortController();
    const caller = { who: 'account 1', call: 'POST /', bytes: 0, signal: left.signal };
    const answer = onBehalfOf(caller, () => sharing([thread], 60_000).ask('endless'));
    await expect.poll(() => ask.mock.calls.length).toBe(1);
    left.abort(new Error('gone'));
    await expect(answer).rejects.toThrow('gone');
    await expect.poll(() => close.mock.calls.length).toBe(1);
  });

  it('a task whose result is kept for others is done even if its caller leaves', async () => {
    const close = vi.fn(async () => {});
    let finish: (bytes: Uint8Array) => void = () => {};
    const ask = vi.fn(() => new Promise<Uint8Array>((resolve) => (finish = resolve)));
    const thread: Thread<'picture'> = { start: async () => {}, ask, worked: () => 0, close };
    const left = new AbortController();
    const caller = { who: 'account 1', call: 'GET /', bytes: 0, signal: left.signal };
    const threads = sharing([thread], 60_000, true);
    const answers = [1, 2].map(() => onBehalfOf(caller, () => threads.ask('picture')));
    await expect.poll(() => ask.mock.calls.length).toBe(1);
    left.abort(new Error('gone'));
    const done = new Uint8Array([1]);
    for (const [at, answer] of answers.entries()) {
      await expect.poll(() => ask.mock.calls.length).toBe(at + 1);
      finish(done);
      expect(await answer).toBe(done);
    }
    expect(close).not.toHaveBeenCalled();
  });

  it('one account’s tasks leave a thread to another’s, and wait for one another', async () => {
    const begun: string[] = [];
    const thread = (): Thread<string> => ({
      start: async () => {},
      ask(task) {
        begun.push(task);
        return new Promise(() => {});
      },
      worked: () => 0,
      close: async () => {},
    });
    const threads = sharing([thread(), thread()], 60_000);
    const over = new AbortController();
    const ask = (who: string, task: string) => {
      const caller = { who, call: 'POST /', bytes: 0, signal: over.signal };
      onBehalfOf(caller, () => threads.ask(task)).catch(() => undefined);
    };
    ask('account 1', 'a long one');
    ask('account 1', 'another long one');
    ask('account 2', 'a short one');
    await expect.poll(() => begun).toEqual(['a long one', 'a short one']);
    over.abort();
  });
});
