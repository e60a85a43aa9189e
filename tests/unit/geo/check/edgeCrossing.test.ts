import * as fc from 'fast-check';
import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { roundedDegrees } from '../../../../src/geo/area/areaGeometry.ts';
import { crossingOfLine, crossingOfStretch } from '../../../../src/geo/check/edgeCrossing.ts';
import { GeometryError } from '../../../../src/geo/geometryError.ts';
import { checkPolygon } from '../../../../src/geo/check/validity.ts';

/** Integers make touches, overlaps and repeated positions frequent. */
const place = fc
  .tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 }))
  .map((at): Position => at);

function crosses(ring: Position[]): boolean {
  try {
    checkPolygon([[...ring, ring[0]!]]);
    return false;
  } catch (error) {
    if (error instanceof GeometryError) return true;
    throw error;
  }
}

describe('a polygon that crosses itself', () => {
  it('is found with its place as soon as the drawn line crosses itself', () => {
    const line: Position[] = [
      [0, 0],
      [4, 0],
      [4, 4],
      [1, -4],
    ];
    expect(crossingOfLine(line.slice(0, 3))).toBeNull();
    expect(crossingOfLine(line)).toEqual([2.5, 0]);
  });

  it('a line that runs back on itself, or meets an earlier vertex, crosses itself', () => {
    expect(
      crossingOfLine([
        [0, 0],
        [4, 0],
        [2, 0],
      ]),
    ).not.toBeNull();
    expect(
      crossingOfLine([
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 2],
        [4, 0],
      ]),
    ).toEqual([4, 0]);
    expect(
      crossingOfLine([
        [0, 0],
        [4, 0],
        [4, 0],
        [4, 4],
      ]),
    ).toBeNull();
  });

  it('testing one moved vertex agrees with testing the whole outline', () => {
    let [right, wrong] = [0, 0];
    fc.assert(
      fc.property(fc.array(place, { minLength: 4, maxLength: 9 }), place, fc.nat(), (ring, to, seed) => {
        const at = seed % ring.length;
        const isRepeated = new Set([...ring, to].map(String)).size <= ring.length;
        // the edited shape is valid, and dropping a vertex on another removes it
        fc.pre(!isRepeated && !crosses(ring));
        const [before, after] = [ring.at(at - 1)!, ring[(at + 1) % ring.length]!];
        const next = ring.with(at, to);
        const without = [(at + ring.length - 1) % ring.length, at];
        const line = { positions: ring, isClosed: true, isOwn: true, without };
        const found = crossingOfStretch([before, to, after], [line]);
        expect(found !== null).toBe(crosses(next));
        if (found === null) right++;
        else wrong++;
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(right, wrong)).toBeGreaterThan(50);
  });

  it('other rings may be touched at a point, not crossed', () => {
    const hole: Position[] = [
      [2, 2],
      [2, 4],
      [4, 4],
      [4, 2],
    ];
    const other = { positions: hole, isClosed: true, isOwn: false };
    expect(
      crossingOfStretch(
        [
          [0, 6],
          [2, 4],
          [0, 0],
        ],
        [other],
      ),
    ).toBeNull();
    expect(
      crossingOfStretch(
        [
          [0, 5],
          [3, 3],
          [0, 1],
        ],
        [other],
      ),
    ).not.toBeNull();
  });

  it('places are exact to the 7 decimals of an AOI', () => {
    const tiny = roundedDegrees(1e-7);
    const line: Position[] = [
      [0, 0],
      [10, 0],
      [10, 5],
      [5, tiny],
    ];
    expect(crossingOfLine([...line, [0, 5]])).toBeNull();
    expect(crossingOfLine([...line.slice(0, 3), [5, 0]])).toEqual([5, 0]);
  });
});
