import * as fc from 'fast-check';
import type { Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { packMask, unpackMask } from '../../../../server/search/masks/mask.ts';
import { pointsOf, Union } from '../../../../server/search/masks/weekShares.ts';
import { viewOfScene } from '../../../../server/search/sceneView.ts';
import { aoiOf } from '../../../../src/geo/aoi.ts';
import type { AreaGeometry } from '../../../../src/geo/area/areaGeometry.ts';
import { pointInside } from '../../../../src/geo/area/pointInside.ts';
import { unionShare } from '../../../../src/geo/cover/cover.ts';
import { boundsOf } from '../../../../src/geo/entry/bbox.ts';
import { stars } from '../../../unit/geo/shapes.ts';
import { square } from '../sceneFixtures.ts';
import { cellAt } from './cellAt.ts';
import { suite } from '../../../suite.ts';

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** Scenes around an area: slanted, in sizes of the area, each with a mask whose clouds are drawn by a number. */
const scenesOver = (area: AreaGeometry) => {
  const [west, south, east, north] = boundsOf(area);
  const [width, height] = [east - west, north - south];
  return fc.array(
    fc
      .record({
        x: between(-0.8, 0.9),
        y: between(0.1, 1.8),
        across: between(0.2, 1.6),
        down: between(0.2, 1.6),
        slant: between(-0.2, 0.2),
        seed: fc.nat(1_000),
      })
      .map(({ x, y, across, down, slant, seed }) => {
        const at = (right: number, below: number) => [
          west + (x + right * across - below * slant) * width,
          south + (y - below * down - right * slant) * height,
        ];
        const corners = [at(0, 0), at(0, 1), at(1, 1), at(1, 0), at(0, 0)];
        const footprint: Polygon = { type: 'Polygon', coordinates: [corners] };
        const view = viewOfScene(footprint, 24);
        const cloud = Uint8Array.from({ length: view.width * view.height }, (_, cell) =>
          // clouds of some cells each
          Number(Math.sin((cell % view.width) * 0.9 + seed) + Math.cos(cell / view.width + 2 * seed) > 0.4),
        );
        return { footprint, mask: packMask({ view, cloud, covered: null }) };
      }),
    { minLength: 1, maxLength: 7 },
  );
};
const areas: fc.Arbitrary<AreaGeometry> = fc.oneof(
  stars({ radius: { min: 0.02, max: 1 }, maxLatitude: 60, vertices: { min: 5, max: 30 } }),
  // a large and a small one, some degrees apart
  fc
    .record({ x: between(-100, 100), y: between(-50, 50), size: between(0.05, 0.5) })
    .map(({ x, y, size }) => ({
      type: 'MultiPolygon' as const,
      coordinates: [
        square(x, y, x + 1, y + 1).coordinates as number[][][],
        square(x + 3, y + 0.5, x + 3 + size, y + 0.5 + size / 4).coordinates as number[][][],
      ],
    })),
);
const cases = areas.chain((area) => scenesOver(area).map((scenes) => ({ area, scenes })));

const sharesOf = (
  area: AreaGeometry,
  scenes: readonly { footprint: Polygon; mask: Uint8Array | null }[],
  seesClouds = true,
) => {
  const union = new Union(pointsOf(area), seesClouds);
  return scenes.map(({ footprint, mask }) => {
    union.add(footprint, mask);
    return union.shares();
  });
};

describe('what the scenes of a week show of an area together', () => {
  it('is covered within a point of the union of the polygons', () => {
    fc.assert(
      fc.property(cases, ({ area, scenes }) => {
        const exact = unionShare(
          scenes.map(({ footprint }) => footprint),
          aoiOf(area),
        );
        expect(Math.abs(sharesOf(area, scenes).at(-1)!.covered - exact)).toBeLessThan(0.01);
      }),
      { numRuns: 200 },
    );
  });

  it('is clear within a point of a count of finer points, each looked up in every mask', () => {
    fc.assert(
      fc.property(cases, ({ area, scenes }) => {
        const masks = scenes.map(({ footprint, mask }) => ({ footprint, mask: unpackMask(mask) }));
        const [west, south, east, north] = boundsOf(area);
        const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
        let [all, clear] = [0, 0];
        for (const coordinates of polygons) {
          const polygon = { type: 'Polygon' as const, coordinates };
          const count = polygons.length === 1 ? 160 : 600;
          for (let row = 0; row < count; row++) {
            const y = south + ((row + 0.5) * (north - south)) / count;
            for (let column = 0; column < count; column++) {
              const x = west + ((column + 0.5) * (east - west)) / count;
              if (!pointInside([x, y], polygon)) continue;
              const weight = Math.cos((y * Math.PI) / 180);
              all += weight;
              const isClear = masks.some(
                ({ footprint, mask }) => pointInside([x, y], footprint) && cellAt(mask, x, y) === false,
              );
              if (isClear) clear += weight;
            }
          }
        }
        expect(Math.abs(sharesOf(area, scenes).at(-1)!.clear - clear / all)).toBeLessThan(0.01);
      }),
      { numRuns: suite === 'test' ? 3 : 8 },
    );
  });

  it('is never clearer than it is covered, and never less with another scene', () => {
    fc.assert(
      fc.property(cases, ({ area, scenes }) => {
        let before = { covered: 0, clear: 0 };
        for (const shares of sharesOf(area, scenes)) {
          expect(shares.clear).toBeLessThanOrEqual(shares.covered);
          expect(shares.covered).toBeGreaterThanOrEqual(before.covered);
          expect(shares.clear).toBeGreaterThanOrEqual(before.clear);
          expect(shares.covered).toBeLessThanOrEqual(1);
          before = shares;
        }
      }),
    );
  });

  it('a scene without a mask covers and clears nothing; of a sensor that clouds don’t hide, all that is covered is clear', () => {
    const area = square(10, 40, 10.2, 40.2) as Polygon;
    const half = { footprint: square(10.1, 39, 11, 41) as Polygon, mask: null };
    const [unknown] = sharesOf(area, [half]);
    expect(unknown!.covered).toBeCloseTo(0.5, 6);
    expect(unknown!.clear).toBe(0);
    const [radar] = sharesOf(area, [half], false);
    expect(radar!.clear).toBeCloseTo(0.5, 6);
  });

  it('across 180° a mask goes on eastwards, while area and footprint are cut there', () => {
    const whole = square(179, 10, 181, 12) as Polygon;
    const view = viewOfScene(whole, 64);
    const mask = packMask({
      view,
      // the western half is clouded
      cloud: Uint8Array.from({ length: view.width * view.height }, (_, at) =>
        Number(at % view.width < view.width / 2),
      ),
      covered: null,
    });
    const cut = {
      type: 'MultiPolygon' as const,
      coordinates: [
        square(179, 10, 180, 12).coordinates,
        square(-180, 10, -179, 12).coordinates,
      ] as number[][][][],
    };
    const union = new Union(pointsOf(cut), true);
    union.add(cut, mask);
    expect(union.shares().covered).toBeCloseTo(1, 6);
    // a column of cells is half clouded
    expect(union.shares().clear).toBeCloseTo(0.5, 2);
  });
});
