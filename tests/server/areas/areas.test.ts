import { describe, expect, it, vi } from 'vitest';
import { areaAnswer } from '../../../server/base/areas/areaTask.ts';
import { areaOfWkt, deliveredKm2, sharedArea } from '../../../server/base/areas/areas.ts';
import { TaskTooLong, withinBudget, type Thread } from '../../../server/base/thread.ts';
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
      close,
    };
    const limited = withinBudget(thread, 5);
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
      close: async () => {},
    };
    expect(await withinBudget(slow, 20).ask('short')).toBe(done);
  });
});
