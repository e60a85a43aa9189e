import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quadMatrix } from '../../../../src/geo/scenes/quadMatrix.ts';
import { quicklookCorners, type Corner, type Corners } from '../../../../src/geo/scenes/quicklookCorners.ts';
import { boxRing } from '../../../fixtures/box.ts';

/** What a browser does with `matrix3d` and a point of the plane. */
function applied(m: readonly number[], [x, y]: Corner): Corner {
  const across = (row: number) => m[row]! * x + m[4 + row]! * y + m[12 + row]!;
  return [across(0) / across(3), across(1) / across(3)];
}
const near = fc.double({ min: -80, max: 80, noNaN: true });
/** A square of 400 whose corners are moved by less than a quarter: always convex. */
const quads = fc.array(near, { minLength: 8, maxLength: 8 }).map((by): Corners => [
  [by[0]!, by[1]!],
  [400 + by[2]!, by[3]!],
  [400 + by[4]!, 400 + by[5]!],
  [by[6]!, 400 + by[7]!],
]);

describe('a quicklook lies on its footprint', () => {
  it('each corner of the picture goes to its corner of the footprint', () => {
    fc.assert(
      fc.property(quads, (corners) => {
        const matrix = quadMatrix(512, 256, corners);
        const picture: Corner[] = [
          [0, 0],
          [512, 0],
          [512, 256],
          [0, 256],
        ];
        picture.forEach((corner, at) => {
          const [x, y] = applied(matrix, corner);
          expect(Math.hypot(x - corners[at]![0], y - corners[at]![1])).toBeLessThan(1e-6);
        });
      }),
    );
  });

  it('straight lines stay straight: the middle of the picture is where the diagonals of the footprint cross', () => {
    fc.assert(
      fc.property(quads, (corners) => {
        const [a, b, c, d] = corners;
        const middle = applied(quadMatrix(512, 512, corners), [256, 256]);
        const turn = ([x0, y0]: Corner, [x1, y1]: Corner) =>
          ((x1 - x0) * (middle[1] - y0) - (y1 - y0) * (middle[0] - x0)) / Math.hypot(x1 - x0, y1 - y0);
        expect(Math.abs(turn(a, c))).toBeLessThan(1e-6);
        expect(Math.abs(turn(b, d))).toBeLessThan(1e-6);
      }),
    );
  });

  it('a footprint of four corners begins at the upper left and goes to the lower left', () => {
    const ring = [
      [103.1, 1.9],
      [103, 1],
      [103.9, 0.9],
      [104, 1.8],
      [103.1, 1.9],
    ];
    expect(quicklookCorners({ type: 'Polygon', coordinates: [ring] })).toEqual([
      [103.1, 1.9],
      [104, 1.8],
      [103.9, 0.9],
      [103, 1],
    ]);
  });

  it('a footprint cut at 180° has its picture across it, not around the world', () => {
    const part = (west: number, east: number) => [boxRing(west, -18, east, -17)];
    expect(
      quicklookCorners({ type: 'MultiPolygon', coordinates: [part(179, 180), part(-180, -178)] }),
    ).toEqual([
      [179, -17],
      [182, -17],
      [182, -18],
      [179, -18],
    ]);
  });
});
