import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAreaWkt, writeWkt } from '../../../../src/geo/wkt/wkt.ts';
import { costMs, refusalOf, shape, stars } from '../shapes.ts';

describe("§5 WKT must parse ('The WKT format is incorrect!'), with the place and the cause", () => {
  it.each([
    ['', 1, 1, 'noText'],
    ['  \n ', 1, 1, 'noText'],
    ['hello', 1, 1, 'typeUnknown'],
    ['POLYGONX((0 0,1 0,1 1,0 0))', 1, 1, 'typeUnknown'],
    ['POLY((0 0,1 0,1 1,0 0))', 1, 1, 'typeUnknown'],
    ['SRID=4326;POLYGON((0 0,1 0,1 1,0 0))', 1, 1, 'typeUnknown'],
    ['{"type":"Polygon"}', 1, 1, 'typeUnknown'],
    ['POLYGON', 1, 8, 'bracketExpected'],
    ['POLYGON 0 0,1 0,1 1,0 0', 1, 9, 'bracketExpected'],
    ['POLYGON(0 0,1 0,1 1,0 0)', 1, 9, 'bracketExpected'],
    ['POLYGON Q((0 0,1 0,1 1,0 0))', 1, 9, 'bracketExpected'],
    ['POLYGON((0 0,1 0,1 1,0 0)', 1, 26, 'bracketUnclosed'],
    ['POLYGON((0 0,1 0,1 1,0 0', 1, 25, 'bracketUnclosed'],
    ['POLYGON((0 0,1 0,1 1,0 0) (0 0,1 0,1 1,0 0))', 1, 27, 'bracketUnclosed'],
    ['POLYGON((0 0,1 0,1 1,0 0)))', 1, 27, 'textAfterEnd'],
    ['POLYGON((0 0,1 0,\n1 1,0 0)) x', 2, 11, 'textAfterEnd'],
    ['POLYGON((0 0,1 0,1 1,0 0));POLYGON((0 0,1 0,1 1,0 0))', 1, 27, 'textAfterEnd'],
    ['POLYGON((0 0,1 0,1 1,0 1))', 1, 25, 'ringOpen'],
    ['POLYGON((0 0,1 0,0 0))', 1, 21, 'tooFewPoints'],
    ['POLYGON((0 0,1 0,,0 0))', 1, 18, 'numberExpected'],
    ['POLYGON((0 0,1 0,1 1,))', 1, 22, 'numberExpected'],
    ['POLYGON(())', 1, 10, 'numberExpected'],
    ['POLYGON((0,1 0,1 1,0 0))', 1, 11, 'numberExpected'],
    ['POLYGON((0 0,1 zero,1 1,0 0))', 1, 16, 'numberExpected'],
    ['POLYGON((0 0,1 0x10,1 1,0 0))', 1, 16, 'numberExpected'],
    ['POLYGON((0 0,1 1.2.3,1 1,0 0))', 1, 16, 'numberExpected'],
    ['POLYGON((0 0,1 NaN,1 1,0 0))', 1, 16, 'numberExpected'],
    ['POLYGON((0 0,\r\n1 Infinity,1 1,0 0))', 2, 3, 'numberExpected'],
    ['POLYGON((0 0,1 1e999,1 1,0 0))', 1, 16, 'numberInfinite'],
    ['POLYGON((0 0,1 0 5,1 1,0 0))', 1, 19, 'ordinatesUneven'],
    ['POLYGON Z((0 0,1 0,1 1,0 0))', 1, 15, 'ordinatesUneven'],
    ['POLYGON((0 0 0 0 0,1 0,1 1,0 0))', 1, 18, 'ordinatesUneven'],
    ['POLYGON EMPTY', 1, 1, 'emptyGeometry'],
    ['POLYGON(EMPTY)', 1, 1, 'emptyGeometry'],
    ['POLYGON(EMPTY, EMPTY)', 1, 1, 'emptyGeometry'],
    ['POLYGON(EMPTY,(0 0,1 0,1 1,0 0))', 1, 32, 'emptyGeometry'],
    ['MULTIPOLYGON(EMPTY ((0 0,1 0,1 1,0 0)))', 1, 20, 'bracketUnclosed'],
    ['MULTIPOLYGON(NOTHING,((0 0,1 0,1 1,0 0)))', 1, 14, 'bracketExpected'],
    ['POLYGON((0 0,1 0,EMPTY,0 0))', 1, 18, 'numberExpected'],
    ['POINT(1 2', 1, 10, 'bracketUnclosed'],
    ['GEOMETRYCOLLECTION(POINT(1 2)', 1, 30, 'bracketUnclosed'],
    ['GEOMETRYCOLLECTION('.repeat(100_000), 1, 628, 'typeUnknown'],
  ])('%j', (text, line, column, cause) => {
    expect(refusalOf(() => readAreaWkt(text))).toEqual({
      code: 'wktIncorrect',
      params: { line, column, cause },
    });
  });

  it('refuses a text of a million vertices at once, with both numbers', () => {
    const text = `POLYGON((${'0 0,'.repeat(1_000_000)}0 0))`;
    expect(refusalOf(() => readAreaWkt(text)).code).toBe('tooManyVertices');
    expect(costMs(() => refusalOf(() => readAreaWkt(text)))).toBeLessThan(500);
  });
});

describe("§5 WKT: its geometry type must be allowed (default POLYGON), else 'Type incorrect. The allowed type is:' plus the list", () => {
  it.each([
    ['POINT(1 2)', 'POINT'],
    ['POINT EMPTY', 'POINT'],
    ['POINTZ(1 2 3)', 'POINT'],
    ['LINESTRING(0 0,1 1)', 'LINESTRING'],
    ['MULTIPOINT(0 0,1 1)', 'MULTIPOINT'],
    ['MULTIPOINT((0 0),(1 1))', 'MULTIPOINT'],
    ['MULTILINESTRING((0 0,1 1),(2 2,3 3))', 'MULTILINESTRING'],
    ['MULTIPOLYGON(((0 0,1 0,1 1,0 0)))', 'MULTIPOLYGON'],
    ['GEOMETRYCOLLECTION(POINT(1 2),POLYGON((0 0,1 0,1 1,0 0)))', 'GEOMETRYCOLLECTION'],
    ['GEOMETRYCOLLECTION EMPTY', 'GEOMETRYCOLLECTION'],
  ])('%s', (text, type) => {
    expect(refusalOf(() => readAreaWkt(text))).toEqual({
      code: 'typeIncorrect',
      params: { type, allowed: 'POLYGON' },
    });
  });

  it('names all types that are allowed', () => {
    expect(refusalOf(() => readAreaWkt('POINT(1 2)', ['POLYGON', 'MULTIPOLYGON'])).params).toEqual({
      type: 'POINT',
      allowed: 'POLYGON, MULTIPOLYGON',
    });
  });
});

describe('§2 WKT: free text', () => {
  const triangle = { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] }; // prettier-ignore
  it.each([
    'POLYGON((0 0,1 0,1 1,0 0))',
    'polygon ((0 0, 1 0, 1 1, 0 0))',
    '  \tPolygon\n(\r\n(0   0 ,1 0,\n\n1\t1,0 0 ) )\n',
    'POLYGON Z((0 0 9,1 0 9,1 1 9,0 0 9))',
    'POLYGONZ((0 0 9,1 0 9,1 1 9,0 0 9))',
    'POLYGON M ((0 0 9,1 0 9,1 1 9,0 0 9))',
    'POLYGON ZM ((0 0 9 8,1 0 9 8,1 1 9 8,0 0 9 8))',
    'POLYGON((0 0 9,1 0 9,1 1 9,0 0 9))',
    'POLYGON((0. .0,+1 -0,1e0 10E-1,0.000 0))',
  ])('reads %j', (text) => {
    const read = readAreaWkt(text);
    expect(writeWkt(read)).toBe('POLYGON ((0 0, 1 0, 1 1, 0 0))');
    if (!text.includes('-0')) expect(read).toEqual(triangle);
  });

  it('reads a MULTIPOLYGON with holes where that is allowed', () => {
    const text = 'MULTIPOLYGON(((0 0,9 0,9 9,0 0),(5 1,6 1,6 2,5 1)),((20 0,21 0,21 1,20 0)))';
    expect(shape(text)).toEqual({
      type: 'MultiPolygon',
      coordinates: [
        [[[0, 0], [9, 0], [9, 9], [0, 0]], [[5, 1], [6, 1], [6, 2], [5, 1]]],
        [[[20, 0], [21, 0], [21, 1], [20, 0]]],
      ],
    }); // prettier-ignore
  });
});

describe('Writing WKT', () => {
  it('never uses the exponent form, and keeps 7 decimals', () => {
    const tiny = { type: 'Polygon' as const, coordinates: [[[1e-7, 0], [1.00000004, -1e-9], [-0, 123.45678906], [1e-7, 0]]] }; // prettier-ignore
    expect(writeWkt(tiny)).toBe('POLYGON ((0.0000001 0, 1 0, 0 123.4567891, 0.0000001 0))');
  });

  it('reading written WKT gives the same area', () => {
    fc.assert(
      fc.property(fc.array(stars(), { minLength: 1, maxLength: 4 }), (polygons) => {
        for (const polygon of polygons) expect(readAreaWkt(writeWkt(polygon))).toEqual(polygon);
        const together = {
          type: 'MultiPolygon' as const,
          coordinates: polygons.map((polygon) => polygon.coordinates),
        };
        expect(shape(writeWkt(together))).toEqual(together);
        expect(writeWkt(shape(writeWkt(together)))).toBe(writeWkt(together));
      }),
    );
  });
});

describe('Members without positions, heights and measures are left out', () => {
  const TRIANGLE = [[0, 0], [1, 0], [1, 1], [0, 0]]; // prettier-ignore

  it.each([
    ['MULTIPOLYGON(EMPTY, ((0 0,1 0,1 1,0 0)))', [[TRIANGLE]]],
    ['MULTIPOLYGON(((0 0,1 0,1 1,0 0)),EMPTY,empty , EMPTY)', [[TRIANGLE]]],
    ['MULTIPOLYGON((EMPTY),((0 0,1 0,1 1,0 0),EMPTY,EMPTY))', [[TRIANGLE]]],
    ['MULTIPOLYGON Z (EMPTY, ((0 0 1,1 0 2,1 1 3,0 0 9)))', [[TRIANGLE]]],
    ['POLYGON((0 0,1 0,1 1,0 0),EMPTY)', [TRIANGLE]],
    // heights and measures that differ where the ring closes
    ['POLYGON((0 0 1,1 0 1,1 1 1,0 0 2))', [TRIANGLE]],
    ['POLYGON M((0 0 1,1 0 2,1 1 3,0 0 9))', [TRIANGLE]],
    ['POLYGON ZM((0 0 1 1,1 0 2 2,1 1 3 3,0 0 9 9))', [TRIANGLE]],
  ])('%s', (wkt, coordinates) => {
    expect(readAreaWkt(wkt, ['POLYGON', 'MULTIPOLYGON']).coordinates).toEqual(coordinates);
  });
});
