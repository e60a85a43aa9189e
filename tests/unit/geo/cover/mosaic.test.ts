import { array, assert, double, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aoiOf, type AreaGeometry } from '../../../../src/geo/aoi.ts';
import { areaKm2 } from '../../../../src/geo/area/area.ts';
import { clippedTo, intersectionOf, unionShare } from '../../../../src/geo/cover/cover.ts';
import { mosaicOf } from '../../../../src/geo/cover/mosaic.ts';
import { boxAt } from '../../../fixtures/box.ts';

const aoi = aoiOf(boxAt(103, 1, 1));
const terms = (clear: readonly number[], groups: readonly number[] | null = null) => ({
  clear,
  groups,
  most: 1000,
});
const placesOf = (found: ReturnType<typeof mosaicOf>) => found?.parts.map(({ at }) => at);

describe('Clear mosaic', () => {
  test('takes the fewest footprints within two points of the clearest cover', () => {
    const whole = boxAt(102.9, 0.9, 1.2);
    const halves = [boxAt(102.9, 0.9, 0.6, 1.2), boxAt(103.5, 0.9, 0.6, 1.2)] as const;
    // one of 99 % is as good as two of 100 %
    expect(placesOf(mosaicOf([...halves, whole], aoi, terms([1, 1, 0.99])))).toEqual([2]);
    expect(placesOf(mosaicOf([...halves, whole], aoi, terms([1, 1, 0.9])))).toEqual([0, 1]);
  });

  test('the clearest footprint lies on top, and parts below it show only what it leaves', () => {
    const [cloudy, clear] = [boxAt(103, 1, 1), boxAt(103, 1, 0.6, 1)];
    const found = mosaicOf([cloudy, clear], aoi, terms([0.5, 1]))!;
    expect(placesOf(found)).toEqual([1, 0]);
    const [top, below] = found.parts.map(({ area }) => areaKm2(area) / aoi.areaKm2);
    expect(top).toBeCloseTo(0.6, 3);
    expect(below).toBeCloseTo(0.4, 3);
    expect(found.share).toBeCloseTo(1, 6);
    expect(found.clear).toBeCloseTo(0.6 + 0.4 * 0.5, 3);
  });

  test('has footprints of one group only: of the one that shows the AOI best', () => {
    const halves = [boxAt(103, 1, 0.5, 1), boxAt(103.5, 1, 0.5, 1)];
    const list = [...halves, boxAt(103, 1, 0.9, 1)];
    expect(placesOf(mosaicOf(list, aoi, terms([1, 1, 1])))).toHaveLength(2);
    expect(placesOf(mosaicOf(list, aoi, terms([1, 1, 1], [0, 1, 2])))).toEqual([2]);
  });

  test('counts how many others overlap beside it', () => {
    const outside = Array.from({ length: 14 }, () => boxAt(104.1, 1.2, 0.3));
    expect(mosaicOf([boxAt(103, 1, 1), ...outside], aoi, terms(Array(15).fill(1) as number[]))?.overlap).toBe(
      14,
    );
  });

  test('is none without a footprint that meets the AOI', () => {
    expect(mosaicOf([boxAt(110, 10, 1)], aoi, terms([1]))).toBeNull();
    expect(mosaicOf([], aoi, terms([]))).toBeNull();
  });

  test('parts never overlap, lie within AOI and footprint, and together are what the footprints cover', () => {
    const footprint = record({
      x: double({ min: 102.6, max: 103.9, noNaN: true }),
      y: double({ min: 0.6, max: 1.9, noNaN: true }),
      size: double({ min: 0.15, max: 0.7, noNaN: true }),
      clear: double({ min: 0, max: 1, noNaN: true }),
    });
    assert(
      property(array(footprint, { minLength: 1, maxLength: 12 }), (list) => {
        const areas = list.map(({ x, y, size }) => boxAt(x, y, size));
        const found = mosaicOf(areas, aoi, terms(list.map(({ clear }) => clear)));
        if (found === null) return;
        const clears = found.parts.map(({ at }) => list[at]!.clear);
        expect(clears).toEqual(clears.toSorted((a, b) => b - a));
        const sum = found.parts.reduce((all, { area }) => all + areaKm2(area), 0);
        const covered = unionShare(
          found.parts.map(({ at }) => areas[at]!),
          aoi,
        );
        expect(found.share).toBeCloseTo(covered, 6);
        expect(sum / aoi.areaKm2).toBeCloseTo(covered, 6);
        for (const { at, area } of found.parts) {
          const within = intersectionOf(area, areas[at]!);
          expect(within === null ? 0 : areaKm2(within)).toBeCloseTo(areaKm2(area), 3);
        }
      }),
      { numRuns: 60, seed: 3 },
    );
  });
});

test('what is drawn of an area within a footprint has the area of their intersection', () => {
  const footprint: AreaGeometry = {
    type: 'Polygon',
    coordinates: [
      [
        [103.2, 1.9],
        [103.1, 1.1],
        [104.3, 0.9],
        [104.4, 1.7],
        [103.2, 1.9],
      ],
    ],
  };
  expect(areaKm2(clippedTo(footprint, aoi.geometry)!)).toBeCloseTo(
    areaKm2(intersectionOf(footprint, aoi.geometry)!),
    3,
  );
  expect(clippedTo(boxAt(110, 10, 1), aoi.geometry)).toBeNull();
});
