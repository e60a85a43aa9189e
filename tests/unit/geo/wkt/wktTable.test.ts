import * as fc from 'fast-check';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { aoiOf } from '../../../../src/geo/aoi.ts';
import { writeWkt } from '../../../../src/geo/wkt/wkt.ts';
import { isLong } from '../../../suite.ts';
import { refusalOf, shape } from '../shapes.ts';

/** `valid`, or the code of the text's error. */
function verdictOf(wkt: string): string {
  const { code } = refusalOf(() => aoiOf(shape(wkt)));
  return code === 'none' ? 'valid' : code;
}

/** The cells of each row; lines starting with # are headings. */
function rowsOf(table: string): string[][] {
  const lines = table.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(' | '));
}

/**
 * Name | area | verdict of JTS's IsValidOp (by GEOS 3.13, its port) | our verdict. OGC 06-103r4 §6.1.11 and
 * §6.1.14; an area that is invalid in two ways gets the reason found first, which may differ.
 */
const TABLE = rowsOf(`
  # rings that touch at points
  a square | POLYGON((0 0,10 0,10 10,0 10,0 0)) | Valid Geometry | valid
  a hole inside | POLYGON((0 0,10 0,10 10,0 10,0 0),(3 3,3 6,6 6,6 3,3 3)) | Valid Geometry | valid
  a hole's vertex on the shell's edge | POLYGON((0 0,10 0,10 10,0 10,0 0),(0 5,4 4,4 6,0 5)) | Valid Geometry | valid
  a hole's vertex on the shell's vertex | POLYGON((0 0,10 0,10 10,0 10,0 0),(0 0,4 2,2 4,0 0)) | Valid Geometry | valid
  the shell's vertex on a hole's edge | POLYGON((0 0,5 2,10 0,10 10,0 10,0 0),(3 2,7 2,5 6,3 2)) | Valid Geometry | valid
  a hole that touches the shell at two points | POLYGON((0 0,10 0,10 10,0 10,0 0),(0 5,5 4,10 5,5 6,0 5)) | Interior is disconnected | selfCrossing
  a hole whose four corners touch the shell | POLYGON((0 0,10 0,10 10,0 10,0 0),(5 0,10 5,5 10,0 5,5 0)) | Interior is disconnected | selfCrossing
  two holes that touch at a vertex | POLYGON((0 0,10 0,10 10,0 10,0 0),(2 5,4 4,4 6,2 5),(4 4,8 3,8 5,4 4)) | Valid Geometry | valid
  two holes, the vertex of one on the edge of the other | POLYGON((0 0,10 0,10 10,0 10,0 0),(2 5,4 3,4 7,2 5),(4 5,8 4,8 6,4 5)) | Valid Geometry | valid
  two holes that touch at two points | POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,5 5,2 8,3 5,2 2),(2 2,1 5,2 8,1.5 5,2 2)) | Interior is disconnected | selfCrossing
  two holes that touch, one of them the shell, too | POLYGON((0 0,10 0,10 10,0 10,0 0),(0 5,4 4,4 6,0 5),(4 4,8 3,8 5,4 4)) | Valid Geometry | valid
  two holes that touch, both of them the shell, too | POLYGON((0 0,10 0,10 10,0 10,0 0),(0 5,4 4,4 6,0 5),(4 4,10 3,8 5,4 4)) | Interior is disconnected | selfCrossing
  a chain of three holes in a circle | POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,8 2,5 1,2 2),(8 2,5 8,8 8,8 2),(5 8,2 2,2 8,5 8)) | Interior is disconnected | selfCrossing
  three holes that touch at the same point | POLYGON((0 0,10 0,10 10,0 10,0 0),(5 5,4 2,6 2,5 5),(5 5,8 4,8 6,5 5),(5 5,2 4,2 6,5 5)) | Valid Geometry | valid
  three holes at the same point of the shell | POLYGON((0 0,10 0,10 10,0 10,0 0),(0 0,1 6,2 6,0 0),(0 0,4 5,5 4,0 0),(0 0,6 2,6 1,0 0)) | Valid Geometry | valid
  a shell that touches itself from inside | POLYGON((0 0,10 0,10 10,5 10,3 5,7 5,5 10,0 10,0 0)) | Ring Self-intersection | selfCrossing
  a shell that touches itself from outside | POLYGON((0 0,5 5,10 0,10 4,5 5,0 4,0 0)) | Ring Self-intersection | selfCrossing
  a hole that touches itself | POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,5 5,8 2,8 8,5 5,2 8,2 2)) | Ring Self-intersection | selfCrossing
  a shell whose vertex lies on its own edge | POLYGON((0 0,10 0,10 10,5 0,0 10,0 0)) | Ring Self-intersection | selfCrossing
  # bow-ties and other crossings
  a bow-tie | POLYGON((0 0,10 10,10 0,0 10,0 0)) | Self-intersection | selfCrossing
  a bow-tie with a vertex where it crosses | POLYGON((0 0,5 5,10 10,10 0,5 5,0 10,0 0)) | Ring Self-intersection | selfCrossing
  a figure of eight lying down | POLYGON((0 0,4 4,8 0,8 4,4 0,0 4,0 0)) | Self-intersection | selfCrossing
  a five-pointed star in one go | POLYGON((5 10,8 0,0 6,10 6,2 0,5 10)) | Self-intersection | selfCrossing
  an outline that goes around twice | POLYGON((0 0,10 0,10 10,0 10,0 0,10 0,10 10,0 10,0 0)) | Self-intersection | selfCrossing
  a loop outside | POLYGON((0 0,10 0,10 10,4 10,4 12,6 12,6 8,0 8,0 0)) | Self-intersection | selfCrossing
  a hole that is a bow-tie | POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,8 8,8 2,2 8,2 2)) | Self-intersection | selfCrossing
  a hole that crosses the shell | POLYGON((0 0,10 0,10 10,0 10,0 0),(8 4,12 4,12 6,8 4)) | Self-intersection | selfCrossing
  a hole that crosses the shell at its vertices | POLYGON((0 0,10 0,10 10,0 10,0 0),(5 5,10 0,15 5,10 10,5 5)) | Self-intersection | holeOutside
  holes that cross | POLYGON((0 0,10 0,10 10,0 10,0 0),(1 1,6 1,6 6,1 6,1 1),(4 4,9 4,9 9,4 9,4 4)) | Self-intersection | selfCrossing
  a crossing at a hair's breadth | POLYGON((0 0,10 0,10 10,5 -0.0000001,0 10,0 0)) | Self-intersection | selfCrossing
  a hair's breadth from crossing | POLYGON((0 0,10 0,10 10,5 0.0000001,0 10,0 0)) | Valid Geometry | valid
  # spikes and edges that lie on each other
  a spike outwards | POLYGON((0 0,10 0,10 5,20 5,10 5,10 10,0 10,0 0)) | Self-intersection | selfCrossing
  a spike inwards | POLYGON((0 0,10 0,10 5,5 5,10 5,10 10,0 10,0 0)) | Ring Self-intersection | selfCrossing
  a spike where the ring begins | POLYGON((-5 0,0 0,10 0,10 10,0 10,0 0,-5 0)) | Ring Self-intersection | selfCrossing
  a spike along an edge | POLYGON((0 0,12 0,10 0,10 10,0 10,0 0)) | Self-intersection | selfCrossing
  a spike in a hole | POLYGON((0 0,10 0,10 10,0 10,0 0),(3 3,3 6,6 6,8 8,6 6,6 3,3 3)) | Self-intersection | selfCrossing
  an isthmus of no width | POLYGON((0 0,4 0,4 2,6 2,6 0,10 0,10 4,6 4,6 2,4 2,4 4,0 4,0 0)) | Ring Self-intersection | selfCrossing
  a gap of no width | POLYGON((0 0,10 0,10 10,5 10,5 5,5 10,0 10,0 0)) | Ring Self-intersection | selfCrossing
  a vertex on a straight edge | POLYGON((0 0,5 0,10 0,10 10,0 10,0 0)) | Valid Geometry | valid
  a hole along the shell's edge | POLYGON((0 0,10 0,10 10,0 10,0 0),(0 3,4 3,4 6,0 6,0 3)) | Self-intersection | selfCrossing
  a hole along part of the shell's edge, beyond its end | POLYGON((0 0,10 0,10 10,0 10,0 0),(0 8,4 8,4 12,0 12,0 8)) | Self-intersection | selfCrossing
  holes that share an edge | POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,5 2,5 5,2 5,2 2),(5 2,8 2,8 5,5 5,5 2)) | Self-intersection | selfCrossing
  # duplicate points
  a vertex twice | POLYGON((0 0,10 0,10 0,10 10,0 10,0 0)) | Valid Geometry | valid
  every vertex three times | POLYGON((0 0,0 0,0 0,10 0,10 0,10 0,5 8,5 8,5 8,0 0,0 0,0 0)) | Valid Geometry | valid
  the first vertex twice at the end | POLYGON((0 0,10 0,10 10,0 10,0 0,0 0)) | Valid Geometry | valid
  a hole with a vertex twice | POLYGON((0 0,10 0,10 10,0 10,0 0),(3 3,3 6,3 6,6 6,6 3,3 3)) | Valid Geometry | valid
  # holes outside, nested, equal
  a hole outside | POLYGON((0 0,10 0,10 10,0 10,0 0),(20 20,21 20,21 21,20 20)) | Hole lies outside shell | holeOutside
  a hole outside that touches the shell at a point | POLYGON((0 0,10 0,10 10,0 10,0 0),(10 5,14 4,14 6,10 5)) | Hole lies outside shell | holeOutside
  a hole outside along the shell's edge | POLYGON((0 0,10 0,10 10,0 10,0 0),(10 3,14 3,14 6,10 6,10 3)) | Self-intersection | selfCrossing
  a hole in a bay of the shell, within its box | POLYGON((0 0,10 0,10 10,8 10,8 2,2 2,2 10,0 10,0 0),(4 4,6 4,6 6,4 4)) | Hole lies outside shell | holeOutside
  a hole around the shell | POLYGON((3 3,6 3,6 6,3 6,3 3),(0 0,10 0,10 10,0 10,0 0)) | Hole lies outside shell | holeOutside
  a hole equal to the shell | POLYGON((0 0,10 0,10 10,0 10,0 0),(0 0,10 0,10 10,0 10,0 0)) | Self-intersection | selfCrossing
  a hole equal to the shell, the other way around | POLYGON((0 0,10 0,10 10,0 10,0 0),(10 10,10 0,0 0,0 10,10 10)) | Self-intersection | selfCrossing
  a hole in a hole | POLYGON((0 0,10 0,10 10,0 10,0 0),(1 1,9 1,9 9,1 9,1 1),(4 4,5 4,5 5,4 4)) | Holes are nested | holeOutside
  a hole in a hole that touches it at a point | POLYGON((0 0,10 0,10 10,0 10,0 0),(1 1,9 1,9 9,1 9,1 1),(1 5,4 4,4 6,1 5)) | Holes are nested | holeOutside
  a hole in a hole, the outer one named last | POLYGON((0 0,10 0,10 10,0 10,0 0),(4 4,5 4,5 5,4 4),(1 1,9 1,9 9,1 9,1 1)) | Holes are nested | holeOutside
  the same hole twice | POLYGON((0 0,10 0,10 10,0 10,0 0),(3 3,3 6,6 6,6 3,3 3),(3 3,3 6,6 6,6 3,3 3)) | Self-intersection | selfCrossing
  a hole in the bay of another hole | POLYGON((0 0,20 0,20 20,0 20,0 0),(2 2,18 2,18 18,14 18,14 6,6 6,6 18,2 18,2 2),(8 8,12 8,12 12,8 8)) | Valid Geometry | valid
  # zero area
  a line there and back | POLYGON((0 0,10 0,0 0)) | Too few points in geometry component | wktIncorrect
  two places only | POLYGON((0 0,10 0,10 0,0 0)) | Too few points in geometry component | tooFewPoints
  one place only | POLYGON((5 5,5 5,5 5,5 5)) | Too few points in geometry component | tooFewPoints
  three points on a line | POLYGON((0 0,5 5,10 10,0 0)) | Self-intersection | zeroArea
  four points on a line of latitude | POLYGON((0 0,10 0,20 0,5 0,0 0)) | Self-intersection | zeroArea
  a hole that is a line | POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,5 5,8 8,2 2)) | Self-intersection | zeroArea
  a hole that is a point | POLYGON((0 0,10 0,10 10,0 10,0 0),(5 5,5 5,5 5,5 5)) | Too few points in geometry component | tooFewPoints
  a triangle as thin as the grid | POLYGON((0 0,10 0,10 0.0000001,0 0)) | Valid Geometry | valid
  # inverted rings: OGC has no say on directions
  a clockwise shell | POLYGON((0 0,0 10,10 10,10 0,0 0)) | Valid Geometry | valid
  a hole in the shell's direction | POLYGON((0 0,10 0,10 10,0 10,0 0),(3 3,6 3,6 6,3 6,3 3)) | Valid Geometry | valid
  a clockwise shell with a counter-clockwise hole | POLYGON((0 0,0 10,10 10,10 0,0 0),(3 3,6 3,6 6,3 6,3 3)) | Valid Geometry | valid
  a MultiPolygon of either direction | MULTIPOLYGON(((0 0,4 0,4 4,0 4,0 0)),((6 0,6 4,10 4,10 0,6 0))) | Valid Geometry | valid
  # MultiPolygons
  parts apart | MULTIPOLYGON(((0 0,4 0,4 4,0 4,0 0)),((6 6,9 6,9 9,6 9,6 6))) | Valid Geometry | valid
  parts that touch at a vertex | MULTIPOLYGON(((0 0,5 0,5 5,0 5,0 0)),((5 5,9 5,9 9,5 9,5 5))) | Valid Geometry | valid
  parts, the vertex of one on the edge of the other | MULTIPOLYGON(((0 0,5 0,5 5,0 5,0 0)),((5 2,9 1,9 4,5 2))) | Valid Geometry | valid
  parts that touch at two points | MULTIPOLYGON(((0 0,5 0,5 5,0 5,0 0)),((5 0,8 2,5 5,9 2,5 0))) | Valid Geometry | valid
  three parts that touch at the same point | MULTIPOLYGON(((5 5,4 0,6 0,5 5)),((5 5,10 4,10 6,5 5)),((5 5,0 4,0 6,5 5))) | Valid Geometry | valid
  parts that share an edge | MULTIPOLYGON(((0 0,5 0,5 5,0 5,0 0)),((5 0,10 0,10 5,5 5,5 0))) | Self-intersection | selfCrossing
  parts that share a piece of an edge | MULTIPOLYGON(((0 0,5 0,5 5,0 5,0 0)),((5 1,9 1,9 4,5 4,5 1))) | Self-intersection | selfCrossing
  parts that overlap | MULTIPOLYGON(((0 0,5 0,5 5,0 5,0 0)),((4 4,9 4,9 9,4 9,4 4))) | Self-intersection | selfCrossing
  parts that overlap as a cross does | MULTIPOLYGON(((4 0,6 0,6 10,4 10,4 0)),((0 4,10 4,10 6,0 6,0 4))) | Self-intersection | selfCrossing
  a part in another | MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0)),((4 4,5 4,5 5,4 5,4 4))) | Nested shells | partsOverlap
  a part in another, the inner one first | MULTIPOLYGON(((4 4,5 4,5 5,4 5,4 4)),((0 0,9 0,9 9,0 9,0 0))) | Nested shells | partsOverlap
  a part in another that touches it at a point | MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0)),((0 5,4 4,4 6,0 5))) | Nested shells | partsOverlap
  a part in another with a hole elsewhere | MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0),(1 1,2 1,2 2,1 1)),((4 4,5 4,5 5,4 5,4 4))) | Nested shells | partsOverlap
  the same part twice | MULTIPOLYGON(((0 0,5 0,5 5,0 5,0 0)),((0 0,5 0,5 5,0 5,0 0))) | Self-intersection | selfCrossing
  the same part twice, begun elsewhere and turned | MULTIPOLYGON(((0 0,5 0,5 5,0 5,0 0)),((5 5,5 0,0 0,0 5,5 5))) | Self-intersection | selfCrossing
  an island in a hole | MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0),(2 2,7 2,7 7,2 7,2 2)),((4 4,5 4,5 5,4 5,4 4))) | Valid Geometry | valid
  an island that touches its hole at a point | MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0),(2 2,7 2,7 7,2 7,2 2)),((2 4,5 3,5 5,2 4))) | Valid Geometry | valid
  an island that fills its hole | MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0),(2 2,7 2,7 7,2 7,2 2)),((2 2,7 2,7 7,2 7,2 2))) | Self-intersection | selfCrossing
  an island that reaches over its hole | MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0),(2 2,7 2,7 7,2 7,2 2)),((4 4,8 4,8 5,4 5,4 4))) | Self-intersection | selfCrossing
  an island whose corners all touch its hole | MULTIPOLYGON(((0 0,8 0,8 8,0 8,0 0),(2 2,6 2,6 6,2 6,2 2)),((4 2,6 4,4 6,2 4,4 2))) | Valid Geometry | valid
  an island in the hole of an island | MULTIPOLYGON(((0 0,20 0,20 20,0 20,0 0),(2 2,18 2,18 18,2 18,2 2)),((4 4,16 4,16 16,4 16,4 4),(6 6,14 6,14 14,6 14,6 6)),((9 9,11 9,11 11,9 9))) | Valid Geometry | valid
  a part with a bow-tie | MULTIPOLYGON(((0 0,4 0,4 4,0 4,0 0)),((6 0,10 4,10 0,6 4,6 0))) | Self-intersection | selfCrossing
  a part with its hole outside, in another part | MULTIPOLYGON(((0 0,4 0,4 4,0 4,0 0),(7 1,8 1,8 2,7 1)),((6 0,10 0,10 4,6 4,6 0))) | Hole lies outside shell | holeOutside
  # 180 degrees
  an edge on the meridian of 180 | POLYGON((170 0,180 0,180 10,170 10,170 0)) | Valid Geometry | valid
  a vertex on the meridian of 180 | POLYGON((170 0,180 5,170 10,170 0)) | Valid Geometry | valid
  across 180, as drawn | POLYGON((170 0,190 0,190 10,170 10,170 0)) | Valid Geometry | valid
  across 180 with a hole on the meridian | POLYGON((170 0,190 0,190 10,170 10,170 0),(178 4,182 4,182 6,178 6,178 4)) | Valid Geometry | valid
  across 180 as a bow-tie | POLYGON((170 0,190 10,190 0,170 10,170 0)) | Self-intersection | selfCrossing
  across 180, a spike beyond it | POLYGON((170 0,185 0,185 5,190 5,185 5,185 10,170 10,170 0)) | Self-intersection | selfCrossing
  across 180, its hole outside | POLYGON((170 0,190 0,190 10,170 10,170 0),(192 4,194 4,194 6,192 4)) | Hole lies outside shell | holeOutside
  parts on either side of 180, apart on the plane | MULTIPOLYGON(((170 0,180 0,180 10,170 10,170 0)),((-180 0,-170 0,-170 10,-180 10,-180 0))) | Valid Geometry | valid
  the whole world | POLYGON((-180 -90,180 -90,180 90,-180 90,-180 -90)) | Valid Geometry | valid
  around a pole, cut open at 180 | POLYGON((-180 60,-90 70,0 65,90 70,180 60,180 90,-180 90,-180 60)) | Valid Geometry | valid
`);

/** Areas on which we differ from JTS, with the section or decision record that says why. */
const OUR_OWN = rowsOf(`
  a vertex 1e-8 degrees off its own edge | POLYGON((0 0,10 0,10 10,5 0.00000001,0 10,0 0)) | Valid Geometry | selfCrossing | 003
  a loop smaller than the grid | POLYGON((0 0,10 0,10 10,5.00000001 10,5 10.00000001,5.00000001 10.00000001,5 10,0 10,0 0)) | Self-intersection | valid | 003
  latitude beyond the pole | POLYGON((0 80,10 80,10 91,0 91,0 80)) | Valid Geometry | coordinatesInvalid | §9
  longitude beyond the neighbouring turn | POLYGON((530 0,541 0,541 10,530 10,530 0)) | Valid Geometry | coordinatesInvalid | §9
  wider than the globe | POLYGON((-181 0,181 0,181 10,-181 10,-181 0)) | Valid Geometry | tooWide | 002
  parts that overlap once they are brought home | MULTIPOLYGON(((170 0,190 0,190 10,170 10,170 0)),((-175 2,-165 2,-165 8,-175 8,-175 2))) | Valid Geometry | selfCrossing | 002
  a part in another once it is brought home | MULTIPOLYGON(((170 0,190 0,190 10,170 10,170 0)),((-178 2,-172 2,-172 8,-178 8,-178 2))) | Valid Geometry | partsOverlap | 002
  the same place a turn of the globe further | MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0)),((360 0,370 0,370 10,360 10,360 0))) | Valid Geometry | selfCrossing | 002
  no ring | POLYGON EMPTY | Valid Geometry | wktIncorrect | 004
`);

describe('WKT is accepted or refused as by JTS (decision record 003)', () => {
  it('every row of the table has both verdicts', () => {
    expect(TABLE.length).toBeGreaterThanOrEqual(60);
    for (const row of TABLE) expect(row).toHaveLength(4);
    for (const row of OUR_OWN) expect(row).toHaveLength(5);
  });

  it.each(TABLE)('%s', (_name, wkt, jts, ours) => {
    const verdict = verdictOf(wkt!);
    expect(verdict).toBe(ours);
    expect(verdict === 'valid').toBe(jts === 'Valid Geometry');
  });
});

describe('Where an AOI is more than a geometry on the plane', () => {
  it.each(OUR_OWN)('%s', (_name, wkt, jts, ours) => {
    const verdict = verdictOf(wkt!);
    expect(verdict).toBe(ours);
    // otherwise it belongs in the table above
    expect(verdict === 'valid').not.toBe(jts === 'Valid Geometry');
  });
});

describe('Writing WKT and reading it again', () => {
  const degrees = (max: number) =>
    fc.integer({ min: -max * 1e7, max: max * 1e7 }).map((units) => units / 1e7);
  const position = fc.tuple(degrees(180), degrees(90));
  const ring = fc
    .array(position, { minLength: 3, maxLength: 5 })
    .map((open): Position[] => [...open, open[0]!]);
  const rings = fc.array(ring, { minLength: 1, maxLength: 2 });
  const area: fc.Arbitrary<Polygon | MultiPolygon> = fc.oneof(
    rings.map((coordinates) => ({ type: 'Polygon' as const, coordinates })),
    fc
      .array(rings, { minLength: 1, maxLength: 2 })
      .map((coordinates) => ({ type: 'MultiPolygon' as const, coordinates })),
  );

  const made = isLong ? 100_000 : 10_000;
  it(`gives back every coordinate of ${made} made-up areas`, { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(area, (given) => {
        // comparing text first: as many expectations would take longer than the reading
        const [before, after] = [JSON.stringify(given), JSON.stringify(shape(writeWkt(given)))];
        if (before !== after) expect(after).toBe(before);
      }),
      { numRuns: made },
    );
  });
});
