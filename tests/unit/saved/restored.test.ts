import { expect, test } from 'vitest';
import { restoredOf } from '../../../src/machines/saved/saved.rules.ts';
import * as sample from '../../model/shared/samples.ts';

const SHOWN = 'POLYGON ((103 1, 104 1, 104 2, 103 2, 103 1))';
const SEARCHED = 'POLYGON ((10 50, 11 50, 11 51, 10 51, 10 50))';
const dump = {
  condition: { ...sample.condition, aoiWkt: SEARCHED },
  result: sample.scenes,
  resultStatus: { numberMatched: 9 },
  leftOut: 2,
} as Parameters<typeof restoredOf>[1];
const saved = (aoiGeom: string, isOutline?: boolean) => ({
  name: 'Harbour',
  aoiGeom,
  ...(isOutline !== undefined && { isOutline }),
});
/** The western edge of the area that comes back. */
const west = (...given: Parameters<typeof restoredOf>) => restoredOf(...given).area?.aoi.bbox[0];

test('the area of a saved search is the saved one; where that is an outline only, the one that was searched', () => {
  expect(west(saved(SHOWN), dump)).toBe(103);
  expect(west(saved(SHOWN, false), dump)).toBe(103);
  expect(west(saved(SHOWN, true), dump)).toBe(10);
  // the other where one can't be read
  expect(west(saved('nowhere'), dump)).toBe(10);
  expect(west(saved(SHOWN, true), { ...dump, condition: null })).toBe(103);
  expect(west(saved('nowhere'), { ...dump, condition: null })).toBeUndefined();
});

test('it comes back with its scenes; those that could not be read are not counted', () => {
  const { area, search } = restoredOf(saved(SHOWN), dump);
  expect(area?.source).toEqual({ kind: 'saved', name: 'Harbour' });
  expect(search).toMatchObject({
    type: 'search.recalled',
    condition: dump.condition,
    scenes: sample.scenes,
    numberMatched: 7,
    leftOut: 2,
    newIds: [],
  });
  const all = restoredOf(saved(SHOWN), { ...dump, leftOut: undefined });
  expect(all.search.numberMatched).toBe(9);
  const uncounted = restoredOf(saved(SHOWN), { ...dump, resultStatus: {} });
  expect(uncounted.search.numberMatched).toBe(sample.scenes.length);
  // a condition without its area can't be searched again
  expect(restoredOf(saved('nowhere'), { ...dump, condition: null }).search.condition).toBeNull();
});
