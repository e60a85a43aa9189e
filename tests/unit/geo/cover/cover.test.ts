import * as fc from 'fast-check';
import type { Polygon } from 'geojson';
import { beforeAll, describe, expect, it } from 'vitest';
import { aoiOf } from '../../../../src/geo/aoi.ts';
import { areaKm2 } from '../../../../src/geo/area/area.ts';
import { convexRing } from '../../../../src/geo/cover/convexClip.ts';
import { coveredShare, intersectionOf, unionShare } from '../../../../src/geo/cover/cover.ts';
import { unionOf } from '../../../../src/geo/cover/union.ts';
import { openGeos, type Geos } from '../geos.ts';
import { costMs, roughStar, shape, stars } from '../shapes.ts';
import { box } from '../../../fixtures/box.ts';

/** A footprint: a convex rectangle rotated by its track. */
const footprints: fc.Arbitrary<Polygon> = fc
  .record({
    lon: fc.double({ min: -8, max: 8, noNaN: true }),
    lat: fc.double({ min: -8, max: 8, noNaN: true }),
    width: fc.double({ min: 0.5, max: 8, noNaN: true }),
    height: fc.double({ min: 0.5, max: 8, noNaN: true }),
    turn: fc.double({ min: 0, max: Math.PI, noNaN: true }),
  })
  .map(({ lon, lat, width, height, turn }) => {
    const ring = [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]].map(([x, y]) => [
      lon + (x! * width * Math.cos(turn) - y! * height * Math.sin(turn)) / 2,
      lat + (x! * width * Math.sin(turn) + y! * height * Math.cos(turn)) / 2,
    ]); // prettier-ignore
    return { type: 'Polygon', coordinates: [ring] };
  });
const nearStars = stars({ radius: { min: 1, max: 8 }, maxLatitude: 10, vertices: { min: 5, max: 30 } }).map(
  (polygon): Polygon => {
    const shift = polygon.coordinates[0]![0]![0]! - 4;
    return {
      type: 'Polygon',
      coordinates: polygon.coordinates.map((ring) => ring.map(([x, y]) => [x! - shift, y!])),
    };
  },
);

let geos: Geos;
beforeAll(async () => {
  geos = await openGeos();
});

describe('The intersection of two areas', () => {
  it('is null for areas apart, and for areas that only touch', () => {
    expect(intersectionOf(box(0, 0, 1, 1), box(2, 2, 3, 3))).toBeNull();
    expect(intersectionOf(box(0, 0, 1, 1), box(1, 0, 2, 1))).toBeNull();
  });

  it('is the smaller area if it is inside the other', () => {
    const shared = intersectionOf(box(0, 0, 9, 9), box(1, 1, 2, 2));
    expect(shared === null ? 0 : areaKm2(shared)).toBeCloseTo(areaKm2(box(1, 1, 2, 2)), 9);
  });

  it('leaves holes out', () => {
    const shared = intersectionOf(
      shape('POLYGON((0 0,9 0,9 9,0 9,0 0),(3 3,6 3,6 6,3 6,3 3))'),
      box(2, 2, 7, 7),
    );
    const wanted = areaKm2(box(2, 2, 7, 7)) - areaKm2(box(3, 3, 6, 6));
    expect(shared === null ? 0 : areaKm2(shared)).toBeCloseTo(wanted, 6);
  });

  it('agrees with GEOS for a thousand random outlines', () => {
    fc.assert(
      fc.property(nearStars, nearStars, (a, b) => {
        // square degrees; an outline is some tens of degrees long, on a grid of 1e-9
        expect(geos.differenceFromIntersection(a, b, intersectionOf(a, b))).toBeLessThan(1e-7);
      }),
      { numRuns: 1000 },
    );
  });

  it('is never larger than either, and areas add up: a + b = union + intersection', () => {
    fc.assert(
      fc.property(nearStars, footprints, (a, b) => {
        const shared = intersectionOf(a, b);
        const sharedKm2 = shared === null ? 0 : areaKm2(shared);
        expect(sharedKm2).toBeLessThanOrEqual(Math.min(areaKm2(a), areaKm2(b)) * (1 + 1e-9));
        const together = unionOf([a, b]);
        const sum = (together === null ? 0 : areaKm2(together)) + sharedKm2;
        // a union is on the grid of 1e-7°
        expect(Math.abs(sum / (areaKm2(a) + areaKm2(b)) - 1)).toBeLessThan(1e-6);
      }),
      { numRuns: 60 },
    );
  });
});

describe('How much of the AOI a footprint covers, by area (decision 17)', () => {
  const aoi = aoiOf(box(100, 0, 102, 1));

  it('is 0 apart from it, 1 around it, and the share between', () => {
    expect(coveredShare(box(110, 0, 111, 1), aoi)).toBe(0);
    expect(coveredShare(box(99, -1, 103, 2), aoi)).toBe(1);
    expect(coveredShare(box(99, -1, 101, 2), aoi)).toBeCloseTo(0.5, 12);
    expect(coveredShare(aoi.geometry, aoi)).toBe(1);
    expect(coveredShare(box(102, 0, 103, 1), aoi)).toBe(0);
  });

  it('counts footprints cut at 180° on both sides', () => {
    const crossing = aoiOf(box(178, 0, 182, 1));
    expect(coveredShare(aoiOf(box(179, -1, 181, 2)).geometry, crossing)).toBeCloseTo(0.5, 9);
    expect(coveredShare(box(-180, -1, -179, 2), crossing)).toBeCloseTo(0.25, 9);
  });

  it('agrees for convex footprints with the exact intersection, to 1e-9', () => {
    fc.assert(
      fc.property(nearStars, footprints, (polygon, footprint) => {
        const aoi = aoiOf(polygon);
        expect(convexRing(footprint.coordinates[0]!)).not.toBeNull();
        const shared = intersectionOf(footprint, aoi.geometry);
        const wanted = shared === null ? 0 : areaKm2(shared) / aoi.areaKm2;
        expect(Math.abs(coveredShare(footprint, aoi) - Math.min(1, wanted))).toBeLessThan(1e-9);
      }),
      { numRuns: 200 },
    );
  });

  it('stays within 0..1 for footprints of any shape', () => {
    fc.assert(
      fc.property(nearStars, nearStars, (a, b) => {
        const share = coveredShare(b, aoiOf(a));
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });

  it('doesn’t treat stars, spirals or arrows as convex', () => {
    const ringOf = (wkt: string) => (shape(wkt) as Polygon).coordinates[0]!;
    expect(convexRing(ringOf('POLYGON((0 0,4 1,8 0,4 8,0 0))'))).toBeNull();
    // a pentagram turns in one direction only, but twice around
    expect(convexRing(ringOf('POLYGON((0 10,6 -8,-9.5 3,9.5 3,-6 -8,0 10))'))).toBeNull();
    expect(convexRing(ringOf('POLYGON((0 0,2 0,2 2,0 2,0 0,2 0,2 2,0 2,0 0))'))).toBeNull();
    expect(convexRing(ringOf('POLYGON((0 0,2 0,4 0,0 0))'))).toBeNull();
    expect(convexRing(ringOf('POLYGON((0 0,0 4,4 4,4 0,2 0,0 0))'))).toEqual(
      ringOf('POLYGON((0 0,2 0,4 0,4 4,0 4,0 0))'),
    );
  });

  it('takes less than a second for 5,000 footprints over an AOI of 1,000 vertices', () => {
    const large = aoiOf(roughStar(1_000, [10, 45], 1));
    const scenes = Array.from({ length: 5_000 }, (_, i) => {
      const [lon, lat] = [9 + (i % 100) * 0.02, 44 + Math.floor(i / 100) * 0.04];
      return box(lon, lat, lon + 0.2, lat + 0.2);
    });
    const covered = () => scenes.reduce((sum, scene) => sum + coveredShare(scene, large), 0);
    expect(covered()).toBeGreaterThan(0);
    expect(costMs(covered)).toBeLessThan(1_000);
  });
});

describe('How much of the AOI several footprints cover together', () => {
  const aoi = aoiOf(box(0, 0, 4, 1));
  it('counts overlaps once', () => {
    expect(unionShare([], aoi)).toBe(0);
    expect(unionShare([box(0, 0, 1, 1)], aoi)).toBeCloseTo(0.25, 9);
    expect(unionShare([box(0, 0, 2, 1), box(1, 0, 3, 1), box(0, 0, 2, 1)], aoi)).toBeCloseTo(0.75, 9);
    expect(unionShare([box(0, 0, 2, 1), box(2, 0, 4, 1), box(50, 0, 51, 1)], aoi)).toBeCloseTo(1, 9);
  });

  it('is at least the largest of them and at most their sum', () => {
    fc.assert(
      fc.property(nearStars, fc.array(footprints, { minLength: 1, maxLength: 5 }), (polygon, scenes) => {
        const aoi = aoiOf(polygon);
        const shares = scenes.map((scene) => coveredShare(scene, aoi));
        const together = unionShare(scenes, aoi);
        expect(together).toBeGreaterThanOrEqual(Math.max(...shares) - 1e-6);
        expect(together).toBeLessThanOrEqual(
          Math.min(
            1,
            shares.reduce((sum, share) => sum + share, 0),
          ) + 1e-6,
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe('corners that are almost equal', () => {
  const turned = (radians: number, { width, height }: { width: number; height: number }): Polygon => {
    const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
    const corners = [[1, 1], [-1, 1], [-1, -1], [1, -1], [1, 1]].map(([x, y]) => [
      (x! * width * cos - y! * height * sin) / 2,
      (x! * width * sin + y! * height * cos) / 2,
    ]); // prettier-ignore
    return { type: 'Polygon', coordinates: [corners] };
  };

  it('footprints taken twice from one track, slightly apart, are counted once', () => {
    // the second footprint's corners differ by 1e-16 to 1e-6 degrees, a case found at random
    const footprint = box(-0.9807628, -0.25, 0.9807628, 0.25);
    const again: Polygon = {
      type: 'Polygon',
      coordinates: [
        [
          [0.9807628000000002, 0.24999938275649503],
          [-0.9807624853247523, 0.25000061724340594],
          [-0.9807628000000002, -0.24999938275649503],
          [0.9807624853247523, -0.25000061724340594],
          [0.9807628000000002, 0.24999938275649503],
        ],
      ],
    };
    const others: Polygon[] = [
      {
        type: 'Polygon',
        coordinates: [
          [
            [4, 0],
            [3.0586393, 0.4694332],
            [2.5165845, 0.4694332],
            [0.9807627999999999, 0],
            [2.5165845, -0.4694332],
            [3.0586393, -0.4694332],
            [4, 0],
          ],
        ],
      },
      box(-0.25, -0.25, 0.25, 0.25),
    ];
    const aoi = aoiOf(box(-2, -2, 5, 2));
    const once = unionShare([footprint, ...others], aoi);
    expect(unionShare([others[0]!, again, footprint, others[1]!], aoi)).toBeCloseTo(once, 5);
  });

  it('union and intersection are found for any angle between them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -16, max: -4 }),
        fc.double({ min: 0.2, max: 3, noNaN: true }),
        fc.double({ min: 0.2, max: 3, noNaN: true }),
        fc.boolean(),
        (power, width, height, isTurnedRound) => {
          const size = { width, height };
          const [one, other] = [turned(0, size), turned(10 ** power + (isTurnedRound ? Math.PI : 0), size)];
          const area = areaKm2(one);
          const bounds = 4 * 10 ** power * Math.max(width / height, height / width) + 1e-6;
          expect(areaKm2(unionOf([one, other])!) / area - 1).toBeLessThan(bounds);
          expect(1 - areaKm2(intersectionOf(one, other)!) / area).toBeLessThan(bounds);
        },
      ),
    );
  });
});
