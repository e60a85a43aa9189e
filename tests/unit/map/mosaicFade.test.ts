import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Mosaic } from '../../../src/machines/search/loadedSet.rules.ts';
import { fadingParts, followFormer, formerMosaic } from '../../../src/ui/map/layers/mosaic/mosaicFade.ts';
import { box } from '../../fixtures/box.ts';

const mosaicOf = (...ids: string[]) =>
  ({ parts: ids.map((id, at) => ({ id, area: box(at, 0, at + 1, 1) })) }) as unknown as Mosaic;
let isReduced = false;

beforeEach(() => {
  isReduced = false;
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  formerMosaic.set(null);
});

test('a mosaic that the filters change stays below the new one for 160 ms', () => {
  const [first, second] = [mosaicOf('A', 'B'), mosaicOf('B', 'C')];
  const follow = followFormer();
  follow(first);
  expect(formerMosaic.get()).toBeNull();
  follow(second);
  expect(formerMosaic.get()).toBe(first);
  expect(fadingParts(formerMosaic.get(), second).map(({ id }) => id)).toEqual(['A']);
  vi.advanceTimersByTime(159);
  follow(second);
  expect(formerMosaic.get()).toBe(first);
  vi.advanceTimersByTime(1);
  expect(formerMosaic.get()).toBeNull();
});

test('a mosaic that goes leaves nothing; with reduced motion the new one is there at once', () => {
  const follow = followFormer();
  follow(mosaicOf('A'));
  follow(null);
  expect(formerMosaic.get()).toBeNull();
  isReduced = true;
  follow(mosaicOf('A'));
  follow(mosaicOf('B'));
  expect(formerMosaic.get()).toBeNull();
});
