import * as fc from 'fast-check';
import type { MultiPolygon, Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { AOI_VERTICES_MAX } from '../../../contract/limits.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { areaKm2 } from '../../../src/geo/area/area.ts';
import { pointInside } from '../../../src/geo/area/pointInside.ts';
import { checkPolygon } from '../../../src/geo/check/validity.ts';
import geosVerdicts from './check/geosVerdicts.json' with { type: 'json' };
import { costMs, refusalOf, roughStar, shape, stars } from './shapes.ts';
import { box } from '../../fixtures/box.ts';

const areaOf = (coordinates: number[][][]): Polygon => ({ type: 'Polygon', coordinates });

describe('§3 Area of interest: a single Polygon or MultiPolygon in WGS 84', () => {
  it('is measured once, with its WKT, its box and its number of vertices', () => {
    const aoi = aoiOf(box(103.8, 1.2, 103.9, 1.3));
    expect(aoi.wkt).toBe('POLYGON ((103.8 1.2, 103.9 1.2, 103.9 1.3, 103.8 1.3, 103.8 1.2))');
    expect(aoi.bbox).toEqual([103.8, 1.2, 103.9, 1.3]);
    expect(aoi.vertices).toBe(4);
    expect(aoi.areaKm2).toBe(areaKm2(aoi.geometry));
    expect(aoi.areaKm2).toBeCloseTo(123.0622, 4);
  });

  it('silently turns the outer ring counter-clockwise and holes clockwise (RFC 7946 §3.1.6)', () => {
    const clockwise = shape('POLYGON((0 0,0 9,9 9,9 0,0 0),(3 3,6 3,6 6,3 6,3 3))');
    expect(aoiOf(clockwise).wkt).toBe('POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (3 3, 3 6, 6 6, 6 3, 3 3))');
  });

  it('drops heights and repeated vertices', () => {
    const aoi = aoiOf(areaOf([[[0, 0, 5], [0, 0, 6], [1, 0, 7], [1, 0.00000001], [1, 1], [0, 0, 5]]])); // prettier-ignore
    expect(aoi.geometry.coordinates).toEqual([[[0, 0], [1, 0], [1, 1], [0, 0]]]); // prettier-ignore
    expect(aoi.vertices).toBe(3);
  });

  it('makes a MultiPolygon of one polygon a Polygon', () => {
    expect(aoiOf(shape('MULTIPOLYGON(((0 0,1 0,1 1,0 0)))')).wkt).toBe('POLYGON ((0 0, 1 0, 1 1, 0 0))');
  });

  it('is the same AOI when its own WKT is read again', () => {
    fc.assert(
      fc.property(stars(), fc.integer({ min: -200, max: 200 }), (polygon, turn) => {
        const moved = areaOf(
          polygon.coordinates.map((ring) => ring.map(([lon, lat]) => [lon! + turn, lat!])),
        );
        const aoi = aoiOf(moved);
        const again = aoiOf(shape(aoi.wkt));
        expect(again).toEqual(aoi);
        expect(aoiOf(shape(aoi.wkt), 'shortest')).toEqual(aoi);
      }),
    );
  });

  it('keeps its area to what rounding to 7 decimals can move', () => {
    fc.assert(
      fc.property(stars({ radius: { min: 0.05, max: 10 } }), (polygon) => {
        expect(aoiOf(polygon).areaKm2).toBeCloseTo(areaKm2(polygon), 3);
      }),
    );
  });
});

describe('§9 Coordinates: latitude ±90, longitude ±180', () => {
  it.each([
    [
      'latitude over 90',
      [
        [0, 0],
        [1, 0],
        [1, 90.1],
        [0, 0],
      ],
      { lon: 1, lat: 90.1 },
    ],
    [
      'longitude beyond the neighbouring turn of the globe',
      [
        [0, 0],
        [541, 0],
        [1, 1],
        [0, 0],
      ],
      { lon: 541, lat: 0 },
    ],
    [
      'a coordinate that is no number',
      [
        [0, 0],
        [Number.NaN, 0],
        [1, 1],
        [0, 0],
      ],
      {},
    ],
    [
      'an infinite coordinate',
      [
        [0, 0],
        [1, Infinity],
        [1, 1],
        [0, 0],
      ],
      {},
    ],
    ['a position without latitude', [[0, 0], [1], [1, 1], [0, 0]], {}],
  ])('refuses %s', (_name, ring, params) => {
    expect(refusalOf(() => aoiOf(areaOf([ring])))).toEqual({ code: 'coordinatesInvalid', params });
  });

  it('refuses rings that are open, have fewer than three points or no area, and says which ring', () => {
    const whole = [[0, 0], [9, 0], [9, 9], [0, 0]]; // prettier-ignore
    const refused = (ring: number[][]) => refusalOf(() => aoiOf(areaOf([whole, ring])));
    expect(refused([[5, 1], [6, 1], [6, 2], [5, 2]])).toEqual({ code: 'ringOpen', params: { ring: 2 } }); // prettier-ignore
    expect(refused([[5, 1], [6, 1], [5, 1], [5, 1]])).toEqual({ code: 'tooFewPoints', params: { ring: 2 } }); // prettier-ignore
    expect(refused([[5, 1], [6, 2], [7, 3], [5, 1]])).toEqual({ code: 'zeroArea', params: { ring: 2 } }); // prettier-ignore
    expect(refusalOf(() => aoiOf(areaOf([]))).code).toBe('tooFewPoints');
    expect(refusalOf(() => aoiOf(areaOf([[]]))).code).toBe('tooFewPoints');
    expect(refusalOf(() => aoiOf({ type: 'MultiPolygon', coordinates: [] })).code).toBe('tooFewPoints');
  });

  it('refuses an area of less than 1 m², with the least size', () => {
    // 1e-6° are 11 cm at the equator
    expect(refusalOf(() => aoiOf(box(0, 0, 1e-6, 1e-6)))).toEqual({ code: 'tooSmall', params: { least: 1 } });
    expect(refusalOf(() => aoiOf(box(0, 0, 8e-6, 1e-5))).code).toBe('tooSmall');
    expect(refusalOf(() => aoiOf(box(0, 0, 1e-5, 1e-5))).code).toBe('none');
  });

  it('refuses an area of zero size', () => {
    // a sliver along 180° that is cut and rounded to nothing
    expect(refusalOf(() => aoiOf(areaOf([[[0, 90], [180, 0], [180.0000001, 0], [0, 90]]]))).code).toBe('zeroArea'); // prettier-ignore
    expect(refusalOf(() => aoiOf(box(10, 10, 10, 20))).code).not.toBe('none');
    expect(refusalOf(() => aoiOf(areaOf([[[1, 1], [2, 2], [1.5, 1.5], [1, 1]]]))).code).toBe('zeroArea'); // prettier-ignore
  });
});

describe('A self-crossing area is refused with its place', () => {
  it.each([
    ['a bow tie', 'POLYGON((0 0,10 10,10 0,0 10,0 0))', 'selfCrossing', 5, 5],
    ['a spike', 'POLYGON((0 0,10 0,10 5,20 5,10 5,10 10,0 0))', 'selfCrossing', 10, 5],
    ['an edge run along twice', 'POLYGON((0 0,8 0,4 0,4 6,0 0))', 'selfCrossing', 4, 0],
    ['a ring that touches itself', 'POLYGON((0 0,10 0,5 5,10 10,0 10,5 5,0 0))', 'selfCrossing', 5, 5],
    [
      'a hole that crosses the outer ring',
      'POLYGON((0 0,10 0,10 10,0 10,0 0),(8 4,12 4,12 6,8 4))',
      'selfCrossing',
      10,
      4,
    ],
    [
      'holes that cross',
      'POLYGON((0 0,10 0,10 10,0 10,0 0),(1 1,5 1,5 5,1 1),(2 2,4 0.5,4 2,2 2))',
      'selfCrossing',
      null,
      null,
    ],
    ['a hole outside', 'POLYGON((0 0,10 0,10 10,0 10,0 0),(20 20,21 20,21 21,20 20))', 'holeOutside', 20, 20],
    [
      'a hole in a hole',
      'POLYGON((0 0,10 0,10 10,0 10,0 0),(1 1,9 1,9 9,1 9,1 1),(4 4,5 4,5 5,4 4))',
      'holeOutside',
      4,
      4,
    ],
    [
      'a hole that touches at two points',
      'POLYGON((0 0,10 0,10 10,0 10,0 0),(0 5,10 5,5 6,0 5))',
      'selfCrossing',
      null,
      null,
    ],
    [
      'parts that overlap',
      'MULTIPOLYGON(((0 0,5 0,5 5,0 5,0 0)),((4 4,9 4,9 9,4 9,4 4)))',
      'selfCrossing',
      null,
      null,
    ],
    [
      'a part inside another',
      'MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0)),((4 4,5 4,5 5,4 5,4 4)))',
      'partsOverlap',
      4,
      4,
    ],
    [
      'parts that share an edge',
      'MULTIPOLYGON(((0 0,5 0,5 5,0 5,0 0)),((5 1,9 1,9 4,5 4,5 1)))',
      'selfCrossing',
      null,
      null,
    ],
    [
      'the same part twice',
      'MULTIPOLYGON(((0 0,5 0,5 5,0 0)),((0 0,5 0,5 5,0 0)))',
      'selfCrossing',
      null,
      null,
    ],
  ])('%s', (_name, wkt, code, lon, lat) => {
    const refused = refusalOf(() => aoiOf(shape(wkt)));
    expect(refused.code).toBe(code);
    if (lon !== null) expect(refused.params).toEqual({ lon, lat });
    else expect(refused.params).toEqual({ lon: expect.any(Number), lat: expect.any(Number) });
  });

  it.each([
    [
      'a hole that touches the outer ring at one point',
      'POLYGON((0 0,10 0,10 10,0 10,0 0),(0 5,4 4,4 6,0 5))',
    ],
    [
      'holes that touch at one point',
      'POLYGON((0 0,10 0,10 10,0 10,0 0),(2 5,4 4,4 6,2 5),(4 5,6 4,6 6,4 5))',
    ],
    ['parts that touch at one point', 'MULTIPOLYGON(((0 0,5 0,5 5,0 5,0 0)),((5 5,9 5,9 9,5 5)))'],
    [
      'a part in the hole of another',
      'MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0),(2 2,7 2,7 7,2 7,2 2)),((4 4,5 4,5 5,4 5,4 4)))',
    ],
    ['vertices on straight edges', 'POLYGON((0 0,5 0,10 0,10 10,0 10,0 0))'],
  ])('takes what is valid by OGC 06-103r4: %s', (_name, wkt) => {
    expect(aoiOf(shape(wkt)).areaKm2).toBeGreaterThan(0);
  });

  it('distinguishes a crossing by less than a billionth of the length from none', () => {
    const roof = (lat: number) => areaOf([[[0, 0], [179, 0], [179, 80], [0, 80], [0, 0]], [[1, 1], [90, lat], [90, 2], [1, 1]]]); // prettier-ignore
    expect(refusalOf(() => aoiOf(roof(0.0000001))).code).toBe('none');
    expect(refusalOf(() => aoiOf(roof(-0.0000001))).code).toBe('selfCrossing');
  });

  const nearest: [string, string][] = geosVerdicts.map(([geos, wkt]) => [geos!, wkt!]);
  it(`agrees with GEOS 3.11 on ${nearest.length} made-up areas full of touches and overlaps`, () => {
    for (const [geos, wkt] of nearest) {
      const refused = refusalOf(() => aoiOf(shape(wkt)));
      expect(`${wkt} ${refused.code === 'none'}`).toBe(`${wkt} ${geos === 'Valid Geometry'}`);
    }
  });

  it('accepts every simple polygon, and refuses it with a needle through its middle', () => {
    fc.assert(
      fc.property(stars({ radius: { min: 0.5, max: 10 } }), (polygon) => {
        expect(refusalOf(() => aoiOf(polygon)).code).toBe('none');
        // the first vertex of a star is due east of its centre
        const [first, ...others] = polygon.coordinates[0]!;
        const needle = areaOf([[first!, [first![0]! - 25, first![1]!], ...others]]);
        expect(refusalOf(() => aoiOf(needle)).code).toBe('selfCrossing');
      }),
    );
  });
});

describe('Vertices', () => {
  const atLimit = roughStar(AOI_VERTICES_MAX, [10, 45], 8);

  it('accepts 10,000 vertices and refuses one more with both numbers', () => {
    expect(aoiOf(atLimit).vertices).toBe(10_000);
    expect(refusalOf(() => aoiOf(roughStar(AOI_VERTICES_MAX + 1, [10, 45], 8)))).toEqual({
      code: 'tooManyVertices',
      params: { vertices: 10_001, max: 10_000 },
    });
  });

  it('checks 10,000 vertices in less than 500 ms, also when every edge spans the whole width', () => {
    const zigzag = Array.from({ length: 5_000 }, (_, i) => [[0, i * 0.01], [100, i * 0.01 + 0.005]]).flat(); // prettier-ignore
    for (const polygon of [atLimit, areaOf([[...zigzag.slice(0, 9_998), [-1, 60], [-1, 0], zigzag[0]!]])]) {
      expect(costMs(() => checkPolygon(polygon.coordinates))).toBeLessThan(500);
    }
  });

  it('checks 3,000 holes in less than 500 ms', () => {
    const holes = Array.from({ length: 3_000 }, (_, i) => {
      const [lon, lat] = [(i % 60) + 0.1, Math.floor(i / 60) + 0.1];
      return [[lon, lat], [lon + 0.5, lat], [lon, lat + 0.5], [lon, lat]]; // prettier-ignore
    });
    expect(costMs(() => checkPolygon([box(0, 0, 60, 50).coordinates[0]!, ...holes]))).toBeLessThan(500);
  });
});

describe('Whether a position is in an area', () => {
  const withHole = shape('POLYGON((0 0,9 0,9 9,0 9,0 0),(3 3,6 3,6 6,3 6,3 3))') as Polygon | MultiPolygon;
  it.each([
    ['inside', [1, 1], true],
    ['in the hole', [4, 4], false],
    ['on the edge', [9, 5], true],
    ['on the edge of the hole', [3, 4], true],
    ['on a vertex', [0, 0], true],
    ['outside, level with a vertex', [12, 9], false],
    ['inside, level with vertices of the hole', [1, 3], true],
  ] as [string, number[], boolean][])('%s', (_name, point, inside) => {
    expect(pointInside(point, withHole)).toBe(inside);
  });
});
