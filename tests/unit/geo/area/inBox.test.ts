import { describe, expect, it } from 'vitest';
import { scenesForBench } from '../../../../lab/bench/support/scenesForBench.ts';
import type { AreaGeometry } from '../../../../src/geo/area/areaGeometry.ts';
import { rectangleRing, type Bounds } from '../../../../src/geo/entry/bbox.ts';
import { intersectionOf } from '../../../../src/geo/cover/cover.ts';
import { meetsBox, scenesInBox } from '../../../../src/geo/area/inBox.ts';

const rectangle = (box: Bounds): AreaGeometry => ({ type: 'Polygon', coordinates: [rectangleRing(box)] });
const named = (id: string, geometry: AreaGeometry) => ({ id, geometry });
const idsOf = (scenes: readonly { id: string }[]) => scenes.map(({ id }) => id);

describe('choosing scenes by a box on the map', () => {
  const diamond: AreaGeometry = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 2],
        [-2, 0],
        [0, -2],
        [2, 0],
        [0, 2],
      ],
    ],
  };

  it('the box chooses what it contains and touches, in the list’s order', () => {
    const scenes = [
      named('held', rectangle([1, 1, 2, 2])),
      named('far', rectangle([20, 1, 21, 2])),
      named('straddling', rectangle([4, 4, 6, 6])),
      named('around', rectangle([-10, -10, 10, 10])),
      named('touching', rectangle([5, 0, 6, 1])),
    ];
    expect(idsOf(scenesInBox(scenes, [0, 0, 5, 5]))).toEqual(['held', 'straddling', 'around', 'touching']);
    expect(idsOf(scenesInBox(scenes, [0, 0, 5, 5], Uint8Array.of(0, 1, 1, 0, 1)))).toEqual([
      'straddling',
      'touching',
    ]);
  });

  it('a tilted footprint next to the box is not chosen, even if its bounding box meets it', () => {
    expect(meetsBox(diamond, [1.5, 1.5, 3, 3])).toBe(false);
    expect(meetsBox(diamond, [0.9, 0.9, 3, 3])).toBe(true);
    // an edge crosses the box, but neither contains a corner of the other
    expect(meetsBox(diamond, [-3, -0.1, 3, 0.1])).toBe(true);
    expect(meetsBox(diamond, [-0.1, -0.1, 0.1, 0.1])).toBe(true);
  });

  it('a box within a hole chooses nothing', () => {
    const holed: AreaGeometry = {
      type: 'Polygon',
      coordinates: [rectangleRing([0, 0, 10, 10]), rectangleRing([3, 3, 7, 7])],
    };
    expect(meetsBox(holed, [4, 4, 6, 6])).toBe(false);
    expect(meetsBox(holed, [4, 4, 8, 6])).toBe(true);
    expect(meetsBox(holed, [1, 1, 2, 2])).toBe(true);
  });

  it('across 180° it chooses on both sides, on any copy of the world', () => {
    const fiji: AreaGeometry = {
      type: 'MultiPolygon',
      coordinates: [[rectangleRing([179, -18, 180, -16])], [rectangleRing([-180, -18, -179, -16])]],
    };
    const scenes = [named('fiji', fiji), named('east', rectangle([-178, -18, -177, -16]))];
    for (const turn of [-360, 0, 360]) {
      expect(idsOf(scenesInBox(scenes, [179.5 + turn, -17, 183 + turn, -16]))).toEqual(['fiji', 'east']);
      expect(idsOf(scenesInBox(scenes, [170 + turn, -17, 179.5 + turn, -16]))).toEqual(['fiji']);
    }
    expect(idsOf(scenesInBox(scenes, [-179.5, -17, -178.5, -16]))).toEqual(['fiji']);
    expect(idsOf(scenesInBox(scenes, [-300, -90, 300, 90]))).toEqual(['fiji', 'east']);
  });

  it('agrees with the intersection of each footprint', () => {
    const scenes = scenesForBench(300, 1);
    for (let at = 0; at < 12; at++) {
      const [west, south] = [103 + (at % 4) * 0.37, 0.5 + Math.floor(at / 4) * 0.41];
      const box: Bounds = [west, south, west + 0.31, south + 0.23];
      const asked = scenes.filter(({ geometry }) => intersectionOf(geometry, rectangle(box)) !== null);
      expect(asked.length).toBeGreaterThan(0);
      expect(idsOf(scenesInBox(scenes, box))).toEqual(idsOf(asked));
    }
  });
});
