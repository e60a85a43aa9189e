import { describe, expect, it } from 'vitest';
import { scenesForBench } from '../../../../lab/bench/support/scenesForBench.ts';
import { coverageOf, type Grid } from '../../../../src/ui/map/layers/density/densityGrid.ts';
import { scenesAt } from '../../../../src/ui/map/layers/footprints/scenesAt.ts';
import { mercatorX, mercatorY } from '../../../../src/geo/scenes/mercator.ts';
import { meshOf } from '../../../../src/ui/map/layers/footprints/footprintMesh.ts';
import type { AreaGeometry } from '../../../../src/geo/area/areaGeometry.ts';
import { boxRing } from '../../../fixtures/box.ts';

/** Degrees of a place in Mercator's square. */
const degreesOf = (x: number, y: number): [number, number] => [
  (x / 512) * 360 - 180,
  (Math.atan(Math.exp((y / 512 - 0.5) * 2 * Math.PI)) * 360) / Math.PI - 90,
];
const around = (lon: number, lat: number, cell: number, columns = 60, rows = 40): Grid => ({
  west: mercatorX(lon) - (columns / 2) * cell,
  north: mercatorY(lat) + (rows / 2) * cell,
  cell,
  columns,
  rows,
});

describe('how many footprints cover a place', () => {
  it('10,000 over one city: the count of every cell is the number of scenes at its middle, within its partly covered ones', () => {
    const scenes = scenesForBench(10_000, 0.15);
    const mesh = meshOf(scenes.map(({ geometry }) => geometry));
    const grid = around(103.85, 1.28, 4 / 2 ** 10, 120, 120);
    const coverage = coverageOf(mesh, null, grid);
    for (let at = 7; at < coverage.length; at += 1511) {
      const [column, row] = [at % grid.columns, Math.floor(at / grid.columns)];
      const [lon, lat] = degreesOf(
        grid.west + (column + 0.5) * grid.cell,
        grid.north - (row + 0.5) * grid.cell,
      );
      const count = scenesAt(scenes, lon, lat).length;
      // some of the footprints end within the cell
      expect(Math.abs(coverage[at]! - count), `${count} at cell ${at}`).toBeLessThan(2 + count * 0.05);
    }
  });

  it('the whole covered area is that of the footprints, also where they leave the grid', () => {
    const hole: AreaGeometry = {
      type: 'Polygon',
      coordinates: [boxRing(10, 1, 12, 3), boxRing(10.5, 1.5, 11, 2).toReversed()],
    };
    const arrow: AreaGeometry = {
      type: 'Polygon',
      coordinates: [
        [
          [10, 1],
          [11, 1.4],
          [12, 1],
          [11, 3],
          [10, 1],
        ],
      ],
    };
    const cell = mercatorX(0.05) - mercatorX(0);
    const sum = (given: AreaGeometry[], grid: Grid) =>
      coverageOf(meshOf(given), null, grid).reduce((all, one) => all + one, 0) * grid.cell ** 2;
    const side = (degrees: number) => (degrees / 360) * 512;
    const height = (south: number, north: number) => mercatorY(north) - mercatorY(south);
    expect(sum([hole], around(11, 2, cell, 80, 80))).toBeCloseTo(
      side(2) * height(1, 3) - side(0.5) * height(1.5, 2),
      5,
    );
    expect(sum([arrow], around(11, 2, cell, 80, 80))).toBeCloseTo(
      (side(2) * height(1, 3)) / 2 - (side(2) * height(1, 1.4)) / 2,
      5,
    );
    // a footprint all around fills each cell once
    const grid = around(11, 2, cell, 12, 8);
    expect(
      coverageOf(meshOf([hole, { type: 'Polygon', coordinates: [boxRing(0, -20, 40, 20)] }]), null, grid)[0],
    ).toBeCloseTo(2, 9);
  });

  it('filtered footprints are not counted', () => {
    const mesh = meshOf([1, 2, 3].map(() => ({ type: 'Polygon', coordinates: [boxRing(10, 0, 12, 2)] })));
    const coverage = coverageOf(
      mesh,
      Uint8Array.of(1, 0, 1),
      around(11, 1, mercatorX(0.1) - mercatorX(0), 8, 8),
    );
    expect([...new Set(coverage.map((count) => Math.round(count * 1e6) / 1e6))]).toEqual([2]);
  });

  it('a footprint smaller than a cell still counts as one', () => {
    const mesh = meshOf([{ type: 'Polygon', coordinates: [boxRing(11.01, 1.01, 11.02, 1.02)] }]);
    const coverage = coverageOf(mesh, null, around(11, 1, 1, 8, 8));
    expect([...coverage].filter((count) => count > 1e-9)).toEqual([1]);
  });
});
