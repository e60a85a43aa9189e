import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { measureAreas, prepareCover } from '../../../src/workers/workers.ts';
import { box } from '../../fixtures/box.ts';

const started: FakeWorker[] = [];

/** Answers each question with the areas that it is told, and can fail to load. */
class FakeWorker extends EventTarget {
  isUsed = false;
  constructor() {
    super();
    started.push(this);
  }
  postMessage(): void {
    this.isUsed = true;
    const data = { type: 'answered', answer: { areas: Float64Array.of(started.indexOf(this)) } };
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  terminate(): void {}
}

const square = (side: number) => box(0, 0, side, side);
const measure = () => measureAreas([square(1)], aoiOf(square(2)), { signal: new AbortController().signal });

beforeEach(() => {
  started.length = 0;
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a worker that was started ahead answers the next question, and only that one', async () => {
  prepareCover();
  prepareCover();
  expect(started).toHaveLength(1);
  expect(await measure()).toEqual(Float64Array.of(0));
  expect(await measure()).toEqual(Float64Array.of(1));
});

test('one that could not be loaded is asked nothing', async () => {
  prepareCover();
  started[0]!.dispatchEvent(new Event('error'));
  expect(await measure()).toEqual(Float64Array.of(1));
  expect(started.map(({ isUsed }) => isUsed)).toEqual([false, true]);
});

test('without workers the question is refused, not the preparation', async () => {
  vi.unstubAllGlobals();
  prepareCover();
  await expect(measure()).rejects.toThrow('Worker is not defined');
});
