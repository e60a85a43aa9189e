import { assert, array, constantFrom, double, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aoiOf, type AreaGeometry } from '../../../../src/geo/aoi.ts';
import { areaKm2 } from '../../../../src/geo/area/area.ts';
import { bestCover, greedyCover } from '../../../../src/geo/cover/bestCover.ts';
import { unionShare } from '../../../../src/geo/cover/cover.ts';
import { boxAt } from '../../../fixtures/box.ts';

const aoi = aoiOf(boxAt(103, 1, 1));
/** Tilted quadrilaterals in and around the AOI, like footprints. */
const footprints = array(
  record({
    x: double({ min: 102.6, max: 103.9, noNaN: true }),
    y: double({ min: 0.6, max: 1.9, noNaN: true }),
    size: double({ min: 0.15, max: 0.7, noNaN: true }),
    tilt: double({ min: 0, max: 0.2, noNaN: true }),
  }).map(({ x, y, size, tilt }): AreaGeometry => ({
    type: 'Polygon',
    coordinates: [
      [
        [x, y],
        [x + size, y - tilt * size],
        [x + size * (1 + tilt), y + size],
        [x + tilt * size, y + size * (1 + tilt)],
        [x, y],
      ],
    ],
  })),
  { minLength: 1, maxLength: 14 },
);

describe('Best cover', () => {
  test('never covers less than the given share if it can be reached, and never takes more than plain greedy', () => {
    assert(
      property(footprints, constantFrom(0.5, 0.7, 0.95), (list, share) => {
        const best = bestCover(list, aoi, share);
        const greedy = greedyCover(list, aoi, share);
        const most = unionShare(list, aoi);
        if (most >= share + 1e-6) expect(best.share).toBeGreaterThanOrEqual(share - 1e-6);
        else expect(best.share).toBeCloseTo(most, 6);
        expect(best.places.length).toBeLessThanOrEqual(greedy.places.length);
        expect(new Set(best.places).size).toBe(best.places.length);
      }),
      { numRuns: 40, seed: 5 },
    );
  });

  test('the remaining gap is the part that the chosen footprints don’t cover', () => {
    assert(
      property(footprints, (list) => {
        const { places, share, gap, gapKm2 } = bestCover(list, aoi, 0.95);
        const covered = unionShare(
          places.map((at) => list[at]!),
          aoi,
        );
        expect(share).toBeCloseTo(covered, 6);
        expect(gapKm2).toBeCloseTo((1 - covered) * aoi.areaKm2, 2);
        if (gap !== null) expect(areaKm2(gap)).toBeCloseTo(gapKm2, 9);
      }),
      { numRuns: 40, seed: 7 },
    );
  });

  test('finds fewer than greedy if greedy chooses badly', () => {
    // the wide middle box adds the most at first, but is redundant next to the two halves
    const list = [boxAt(103.2, 1, 0.6, 1), boxAt(103, 1, 0.5, 1), boxAt(103.5, 1, 0.5, 1)];
    expect(greedyCover(list, aoi, 1).places).toHaveLength(3);
    expect(bestCover(list, aoi, 1)).toMatchObject({ gap: null, gapKm2: 0 });
    expect([...bestCover(list, aoi, 1).places].sort()).toEqual([1, 2]);
  });

  test('finds two for a share that needs more by greedy', () => {
    const list = [boxAt(103.1, 1.1, 0.8, 0.8), boxAt(103, 1, 1, 0.5), boxAt(103, 1.5, 1, 0.5)];
    const best = bestCover(list, aoi, 0.95);
    expect([...best.places].sort()).toEqual([1, 2]);
    expect(best.share).toBeCloseTo(1, 9);
  });

  test('equally good footprints are chosen in the order of the list', () => {
    expect(bestCover([boxAt(103, 1, 1), boxAt(103, 1, 1)], aoi, 0.95).places).toEqual([0]);
  });

  test('without footprints nearby the whole AOI is the gap', () => {
    const none = bestCover([boxAt(10, 10, 1)], aoi, 0.95);
    expect(none).toMatchObject({ places: [], share: 0 });
    expect(none.gapKm2).toBeCloseTo(aoi.areaKm2, 6);
  });
});
