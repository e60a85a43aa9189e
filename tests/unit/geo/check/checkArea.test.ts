import * as fc from 'fast-check';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { AOI_VERTICES_MAX } from '../../../../contract/limits.ts';
import { aoiOf, type AreaGeometry } from '../../../../src/geo/aoi.ts';
import { areaKm2 } from '../../../../src/geo/area/area.ts';
import { polygonsOf } from '../../../../src/geo/area/areaGeometry.ts';
import { checkArea, type AreaCheck } from '../../../../src/geo/check/checkArea.ts';
import { SIMPLIFY_TOLERANCE } from '../../../../src/geo/check/vertexLimit.ts';
import { pointInside } from '../../../../src/geo/area/pointInside.ts';
import { checkParts, checkPolygon } from '../../../../src/geo/check/validity.ts';
import { writeWkt } from '../../../../src/geo/wkt/writeWkt.ts';
import geosVerdicts from './geosVerdicts.json' with { type: 'json' };
import { roughStar, shape, stars } from '../shapes.ts';
import { box, boxRing } from '../../../fixtures/box.ts';

const areaOf = (...coordinates: number[][][]): Polygon => ({ type: 'Polygon', coordinates });

/** The result of a check in one line. */
function message(found: AreaCheck): string {
  if (found.verdict === 'refused')
    return ['refused', found.refusal.code, ...Object.values(found.refusal.params)].join(' ');
  if (found.verdict === 'unclear') return ['unclear', ...found.readings.map(({ kind }) => kind)].join(' ');
  const changes = found.changes.map((change) => Object.values(change).join(' '));
  return [found.verdict, ...changes].join(', ');
}

function accepted(found: AreaCheck) {
  if (found.verdict === 'refused') throw found.refusal;
  if (found.verdict === 'unclear') throw new Error('unclear');
  return found;
}

const wktOf = (geometry: AreaGeometry) => writeWkt(accepted(checkArea(geometry)).geometry);

/** Asserts the properties that every result has. */
function expectLaws(geometry: AreaGeometry): AreaCheck {
  const found = checkArea(geometry);
  if (found.verdict === 'refused' || found.verdict === 'unclear') return found;
  if (found.verdict === 'valid') expect(found.geometry).toBe(geometry);
  const aoi = aoiOf(found.geometry, 'shortest');
  expect(aoi.areaKm2).toBeCloseTo(found.areaAfter, 6);
  if (found.verdict !== 'valid') {
    const polygons = polygonsOf(found.geometry);
    polygons.forEach(checkPolygon);
    checkParts(polygons);
    expect(aoi.geometry).toEqual(found.geometry);
    expect(found.changes).not.toEqual([]);
  }
  const again = checkArea(found.geometry);
  expect(message(again)).toBe('valid');
  expect(again).toMatchObject({ geometry: found.geometry });
  return found;
}

describe('A valid area is returned unchanged', () => {
  it('the same object is returned, with its area', () => {
    const geometry = box(103.8, 1.2, 103.9, 1.3);
    const found = accepted(checkArea(geometry));
    expect(found.geometry).toBe(geometry);
    expect(found).toMatchObject({
      verdict: 'valid',
      changes: [],
      areaBefore: areaKm2(geometry),
      areaAfter: areaKm2(geometry),
    });
  });

  it('any shape, with 15 decimals and heights', () => {
    fc.assert(
      fc.property(
        stars({ radius: { min: 0.01, max: 10 } }),
        fc.double({ min: -1e-9, max: 1e-9, noNaN: true }),
        (star, shift) => {
          const geometry = areaOf(
            star.coordinates[0]!.map(([lon = 0, lat = 0]) => [lon + shift, lat - shift, 12]),
          );
          expect(message(expectLaws(geometry))).toBe('valid');
        },
      ),
    );
  });

  it('areas valid by GEOS are valid here, or only turned; areas invalid by GEOS are not', () => {
    let repaired = 0;
    for (const [verdict, wkt] of geosVerdicts) {
      const words = message(expectLaws(shape(wkt!)));
      expect([wkt, /^(?:valid|repaired(?:, (?:ringsTurned|duplicatesRemoved) \d+)+)$/.test(words)]).toEqual([
        wkt,
        verdict === 'Valid Geometry',
      ]);
      if (verdict !== 'Valid Geometry' && words.startsWith('repaired')) repaired++;
    }
    expect(repaired).toBeGreaterThan(20);
  });
});

describe('Certain repairs are made and reported', () => {
  it.each([
    [
      'an open ring',
      areaOf([
        [0, 0],
        [9, 0],
        [9, 9],
        [0, 9],
      ]),
      'repaired, ringsClosed 1',
      'POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))',
    ],
    [
      'an open ring that may lack positions: its closing edge is the longest',
      areaOf([
        [0, 0],
        [9, 0],
        [9, 9],
      ]),
      'proposed, ringsClosed 1',
      'POLYGON ((0 0, 9 0, 9 9, 0 0))',
    ],
    [
      'repeated points',
      areaOf([
        [0, 0],
        [0, 0],
        [9, 0],
        [9, 0.00000001],
        [9, 9],
        [0, 0],
      ]),
      'repaired, duplicatesRemoved 2',
      'POLYGON ((0 0, 9 0, 9 9, 0 0))',
    ],
    [
      'a ring that ends twice',
      areaOf([
        [0, 0],
        [9, 0],
        [9, 9],
        [0, 0],
        [0, 0],
      ]),
      'repaired, duplicatesRemoved 1',
      'POLYGON ((0 0, 9 0, 9 9, 0 0))',
    ],
    [
      'a spike',
      shape('POLYGON((0 0,10 0,10 5,20 5,10 5,10 10,0 0))'),
      'repaired, spikesRemoved 2',
      'POLYGON ((0 0, 10 0, 10 5, 10 10, 0 0))',
    ],
    [
      'a spike at the first point',
      shape('POLYGON((-5 0,0 0,9 0,9 9,0 9,0 0,-5 0))'),
      'repaired, spikesRemoved 2',
      'POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))',
    ],
    [
      'an edge run along twice',
      shape('POLYGON((0 0,8 0,4 0,4 6,0 0))'),
      'repaired, spikesRemoved 1',
      'POLYGON ((0 0, 4 0, 4 6, 0 0))',
    ],
    [
      'wrong directions',
      shape('POLYGON((0 0,0 9,9 9,9 0,0 0),(3 3,6 3,6 6,3 6,3 3))'),
      'repaired, ringsTurned 2',
      'POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (3 3, 3 6, 6 6, 6 3, 3 3))',
    ],
    [
      'a hole without area',
      areaOf(
        [
          [0, 0],
          [9, 0],
          [9, 9],
          [0, 0],
        ],
        [
          [5, 1],
          [6, 2],
          [7, 3],
          [5, 1],
        ],
      ),
      'repaired, sliversDropped 1',
      'POLYGON ((0 0, 9 0, 9 9, 0 0))',
    ],
  ])('%s', (_name, geometry, words, wkt) => {
    expect(message(expectLaws(geometry))).toBe(words);
    expect(wktOf(geometry)).toBe(wkt);
  });

  it('parts and holes narrower than a pixel of the finest imagery, 0.1 m, are dropped, but never the whole area', () => {
    // 1e-7° is 11 mm
    const whole = [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]; // prettier-ignore
    const thin = (degrees: number) => [[0.5, 0.5], [0.5, 0.6], [0.5 + degrees, 0.6], [0.5 + degrees, 0.5], [0.5, 0.5]]; // prettier-ignore
    expect(message(expectLaws(areaOf(whole, thin(8e-7))))).toBe('repaired, sliversDropped 1');
    expect(message(expectLaws(areaOf(whole, thin(10e-7))))).toBe('valid');
    const apart = thin(8e-7).map(([x, y]) => [x! + 5, y!]).toReversed(); // prettier-ignore
    const several: MultiPolygon = { type: 'MultiPolygon', coordinates: [[whole], [apart]] };
    expect(message(expectLaws(several))).toBe('repaired, sliversDropped 1');
    expect(message(expectLaws(areaOf(apart)))).toBe('valid');
  });

  it('several repairs of one area', () => {
    const geometry = areaOf([[0, 0], [0, 9], [0, 9], [4, 9], [4, 12], [4, 9], [9, 9], [9, 0]]); // prettier-ignore
    expect(message(expectLaws(geometry))).toBe(
      'repaired, ringsClosed 1, duplicatesRemoved 1, spikesRemoved 2, ringsTurned 1',
    );
    const found = accepted(checkArea(geometry));
    expect(found.areaBefore).toBeCloseTo(found.areaAfter, 6);
  });
});

describe('A self-crossing area is repaired if it is certain what it encloses, else refused with its place', () => {
  it.each([
    [
      'a bow tie falls into its two parts',
      'POLYGON((0 0,10 10,10 0,0 10,0 0))',
      'proposed, ringsParted 1',
      'MULTIPOLYGON (((5 5, 10 0, 10 10, 5 5)), ((0 0, 5 5, 0 10, 0 0)))',
    ],
    [
      'a ring that touches itself falls into parts',
      'POLYGON((0 0,10 0,5 5,10 10,0 10,5 5,0 0))',
      'repaired, ringsParted 1',
      null,
    ],
    [
      'a ring around a hole, joined by a way there and back, becomes a polygon with a hole',
      'POLYGON((0 0,9 0,9 9,0 9,0 3,3 3,3 6,6 6,6 3,3 3,0 3,0 0))',
      'repaired, ringsParted 1',
      'POLYGON ((0 0, 9 0, 9 9, 0 9, 0 3, 0 0), (3 3, 3 6, 6 6, 6 3, 3 3))',
    ],
    [
      'a hole that sticks out is taken away',
      'POLYGON((0 0,10 0,10 10,0 10,0 0),(8 4,12 4,12 6,8 4))',
      'proposed, ringsParted 1',
      null,
    ],
    [
      'a hole that touches at two points cuts the area in two',
      'POLYGON((0 0,10 0,10 10,0 10,0 0),(0 5,10 5,5 6,0 5))',
      'repaired, ringsParted 1',
      null,
    ],
    [
      'a hole that touches itself keeps its island',
      'POLYGON((1 8,1 0,9 0,9 8,1 8),(2 7,5 7,3 4,7 4,5 7,8 7,8 1,2 1,2 7))',
      'repaired, ringsParted 1',
      null,
    ],
    [
      'holes that overlap are taken away together',
      'POLYGON((0 0,10 0,10 10,0 10,0 0),(1 1,5 1,5 5,1 5,1 1),(3 3,8 3,8 8,3 8,3 3))',
      'proposed, ringsParted 1',
      null,
    ],
    [
      'parts that overlap are merged',
      'MULTIPOLYGON(((0 0,5 0,5 5,0 5,0 0)),((4 4,9 4,9 9,4 9,4 4)))',
      'proposed, partsMerged 1',
      null,
    ],
    [
      'parts that share an edge are merged',
      'MULTIPOLYGON(((0 0,5 0,5 5,0 5,0 0)),((5 0,9 0,9 5,5 5,5 0)))',
      'repaired, partsMerged 1',
      null,
    ],
    [
      'the same part twice is one',
      'MULTIPOLYGON(((0 0,5 0,5 5,0 0)),((0 0,5 0,5 5,0 0)))',
      'proposed, partsMerged 1',
      'POLYGON ((5 5, 0 0, 5 0, 5 5))',
    ],
  ])('%s', (_name, wkt, words, repaired) => {
    expect(message(expectLaws(shape(wkt)))).toBe(words);
    if (repaired !== null) expect(wktOf(shape(wkt))).toBe(repaired);
  });

  it.each([
    [
      'a star drawn in one go: its middle is gone around twice',
      'POLYGON((0 10,6 -8,-9 3,9 3,-6 -8,0 10))',
      /^refused selfCrossing -?[\d.]+ -?[\d.]+$/,
    ],
    ['a ring gone around twice', 'POLYGON((0 0,9 0,9 9,0 9,1 1,8 1,8 8,1 8,0 0))', /^refused selfCrossing/],
    [
      'a hole outside: it may be meant as a part',
      'POLYGON((0 0,10 0,10 10,0 10,0 0),(20 20,21 20,21 21,20 20))',
      /^refused holeOutside 20 20$/,
    ],
    [
      'a hole in a hole',
      'POLYGON((0 0,10 0,10 10,0 10,0 0),(1 1,9 1,9 9,1 9,1 1),(4 4,5 4,5 5,4 4))',
      /^refused holeOutside 4 4$/,
    ],
    [
      'a part in another: it may be meant as a hole',
      'MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0)),((4 4,5 4,5 5,4 5,4 4)))',
      /^refused partsOverlap 4 4$/,
    ],
  ])('%s', (_name, wkt, words) => {
    expect(message(checkArea(shape(wkt)))).toMatch(words);
  });

  it('a repaired bow tie has the area its lines enclose, and the change of area is reported', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 0.9, noNaN: true }), (share) => {
        // two triangles with a crossing at half height
        const geometry = areaOf([[0, 0], [1, 1], [1, 0], [0, 2 * share], [0, 0]]); // prettier-ignore
        const found = accepted(expectLaws(geometry));
        const [left, right] = [[0.01, share * 0.9], [0.99, 0.5]]; // prettier-ignore
        expect(pointInside(left as Position, found.geometry)).toBe(true);
        expect(pointInside(right as Position, found.geometry)).toBe(true);
        expect(found.areaAfter).toBeGreaterThan(found.areaBefore);
      }),
    );
  });
});

describe('A certain swap of the axes is proposed, never made silently', () => {
  it('axes are swapped if all latitudes are out of ±90 and all are in range once swapped', () => {
    const swapped = areaOf([[1, 103], [2, 103], [2, 104], [1, 103]]); // prettier-ignore
    expect(message(expectLaws(swapped))).toBe('proposed, axesSwapped, ringsTurned 1');
    expect(wktOf(swapped)).toBe('POLYGON ((103 1, 104 2, 103 2, 103 1))');
  });

  it.each([
    [
      'one latitude could be one',
      [
        [1, 103],
        [2, 89],
        [2, 104],
        [1, 103],
      ],
      '1 103',
    ],
    [
      'out of range both ways',
      [
        [1, 103],
        [200, 103],
        [2, 104],
        [1, 103],
      ],
      '1 103',
    ],
    [
      'over 180',
      [
        [1, 181],
        [2, 181],
        [2, 182],
        [1, 181],
      ],
      '1 181',
    ],
    [
      'metres',
      [
        [500000, 180000],
        [500009, 180000],
        [500009, 180009],
        [500000, 180000],
      ],
      '500000 180000',
    ],
  ])('uncertain coordinates are refused with their position: %s', (_name, ring, place) => {
    expect(message(checkArea(areaOf(ring)))).toBe(`refused coordinatesInvalid ${place}`);
  });
});

describe('Decision 19: an area that crosses 180° is cut into a MultiPolygon', () => {
  it.each([
    ['written beyond 180', boxRing(179, 0, 181, 1)],
    ['written beyond -180', boxRing(-181, 0, -179, 1)],
  ])('an area across 180° keeps its size: %s', (_name, ring) => {
    const found = accepted(expectLaws(areaOf(ring)));
    expect(message(found)).toBe('repaired, partsCutAt180 1');
    expect(found.geometry.type).toBe('MultiPolygon');
    expect(found.areaBefore).toBeCloseTo(areaKm2(box(0, 0, 2, 1)), 6);
    expect(found.areaAfter).toBeCloseTo(found.areaBefore, 6);
  });

  it('an area on another turn of the globe is moved into range', () => {
    expect(message(expectLaws(box(190, 0, 191, 1)))).toBe('repaired, partsBroughtHome 1');
    expect(wktOf(box(190, 0, 191, 1))).toBe(writeWkt(box(-170, 0, -169, 1)));
  });

  it('a bow tie across 180° is split first', () => {
    expect(message(expectLaws(areaOf([[175, 0], [185, 10], [185, 0], [175, 10], [175, 0]])))).toMatch(/^proposed, ringsParted 1/); // prettier-ignore
  });
});

describe('Above 10,000 vertices a simplification is proposed that keeps the area', () => {
  it('10,000 are valid', () => {
    expect(message(checkArea(roughStar(AOI_VERTICES_MAX, [10, 45], 8)))).toBe('valid');
  });

  it.each([10_001, 60_000, 300_000])('%i vertices are simplified', (count) => {
    const smooth = Array.from({ length: count }, (_, i): Position => {
      const angle = (2 * Math.PI * i) / count;
      const radius = 5 + Math.sin(9 * angle) + 0.001 * Math.sin(4000 * angle);
      return [10 + radius * Math.cos(angle), 45 + radius * Math.sin(angle)];
    });
    const found = accepted(checkArea(areaOf([...smooth, smooth[0]!])));
    expect(found.verdict).toBe('proposed');
    expect(found.changes[0]).toMatchObject({ kind: 'simplified', from: count });
    expect(Math.abs(found.areaAfter / found.areaBefore - 1)).toBeLessThan(SIMPLIFY_TOLERANCE);
    expect(aoiOf(found.geometry).vertices).toBeLessThanOrEqual(AOI_VERTICES_MAX);
    expect(aoiOf(found.geometry).vertices).toBeGreaterThan(AOI_VERTICES_MAX / 6);
    expect(message(checkArea(found.geometry))).toBe('valid');
  });

  it('repeated points do not count', () => {
    const [ring = []] = roughStar(9000, [10, 45], 8).coordinates;
    expect(message(checkArea(areaOf(ring.flatMap((position) => [position, position]))))).toBe(
      'repaired, duplicatesRemoved 9001',
    );
  });

  it('an outline whose area can’t be kept within the tolerance is refused with both numbers', () => {
    const combs = Array.from({ length: 4000 }, (_, i) => [
      [...box(i / 100, 0, i / 100 + 0.005, 1).coordinates[0]!],
    ]);
    expect(message(checkArea({ type: 'MultiPolygon', coordinates: combs }))).toBe(
      'refused tooManyVertices 16000 10000',
    );
  });
});

describe('A geometry that can’t be an area is refused', () => {
  it.each([
    [areaOf(), 'refused tooFewPoints 1'],
    [areaOf([]), 'refused tooFewPoints 1'],
    [
      areaOf([
        [1, 1],
        [2, 2],
      ]),
      'refused tooFewPoints 1',
    ],
    [
      areaOf([
        [1, 1],
        [2, 2],
        [1, 1],
      ]),
      'refused tooFewPoints 1',
    ],
    [
      areaOf([
        [0, 0],
        [Number.NaN, 1],
        [1, 1],
        [0, 0],
      ]),
      'refused coordinatesInvalid',
    ],
    [
      areaOf([
        [0, 0],
        [1, Infinity],
        [1, 1],
        [0, 0],
      ]),
      'refused coordinatesInvalid',
    ],
    [areaOf([[0, 0], [1], [1, 1], [0, 0]]), 'refused coordinatesInvalid'],
    [{ type: 'MultiPolygon', coordinates: [] }, 'refused tooFewPoints 1'],
    [{ type: 'Polygon', coordinates: null } as unknown as Polygon, 'refused coordinatesInvalid'],
  ] as [AreaGeometry, string][])('%j is refused', (geometry, words) => {
    expect(message(checkArea(geometry))).toBe(words);
  });

  it('a scribble is refused with a place in bounded time', () => {
    const scribble = Array.from({ length: 9000 }, (_, i) => [(i * 7919) % 97, ((i * 104729) % 89) / 2]);
    expect(message(checkArea(areaOf([...scribble, scribble[0]!])))).toMatch(
      /^refused selfCrossing [\d.]+ [\d.]+$/,
    );
  });
});

describe('Every result has these properties', () => {
  const onGrid = (size: number) =>
    fc.tuple(fc.integer({ min: 0, max: size }), fc.integer({ min: 0, max: size }));
  const ring = (size: number) =>
    fc.array(onGrid(size) as fc.Arbitrary<number[]>, { minLength: 2, maxLength: 9 });

  it('one ring on a small grid, with many touches and crossings, keeps the invariants', () => {
    let repaired = 0;
    fc.assert(
      fc.property(ring(6), (points) => {
        if (message(expectLaws(areaOf(points))).startsWith('repaired')) repaired++;
      }),
      { numRuns: 1500 },
    );
    expect(repaired).toBeGreaterThan(300);
  });

  it('several rings and parts keep the invariants', () => {
    const polygons = fc.array(fc.array(ring(8), { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(polygons, (coordinates) => void expectLaws({ type: 'MultiPolygon', coordinates })),
      { numRuns: 300 },
    );
  });

  it('rings anywhere, across 180° and with tiny steps', () => {
    const place = fc.tuple(
      fc.oneof(
        fc.double({ min: -200, max: 200, noNaN: true }),
        fc.constantFrom(180, -180, 179.9999999, 180.0000001),
      ),
      fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(0, 1e-7, -1e-7, 90)),
    ) as fc.Arbitrary<number[]>;
    fc.assert(
      fc.property(
        fc.array(place, { minLength: 3, maxLength: 7 }),
        (points) => void expectLaws(areaOf(points)),
      ),
      { numRuns: 1500 },
    );
  });

  it('a step just over 180°, which rounds to 180°', () => {
    expectLaws(areaOf([[0, 0], [179.9999999, 0], [-180, 0], [1.4210854715202007e-14, 1e-7], [0, 0]])); // prettier-ignore
  });

  it('any value as coordinates: no crash', () => {
    fc.assert(
      fc.property(fc.constantFrom('Polygon', 'MultiPolygon'), fc.anything(), (type, coordinates) => {
        expect(message(checkArea({ type, coordinates } as AreaGeometry))).toMatch(/^\w+/);
      }),
      { numRuns: 2000 },
    );
  });
});
