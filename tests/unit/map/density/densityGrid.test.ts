import { describe, expect, it, vi } from 'vitest';
import { densitySteps } from '../../../../src/machines/map/map.rules.ts';
import {
  densityView,
  LEVEL,
  levelOf,
  levelsOf,
  mostOverlapping,
} from '../../../../src/ui/map/layers/density/densityGrid.ts';
import { mercatorX, mercatorY } from '../../../../src/geo/scenes/mercator.ts';
import { meshOf } from '../../../../src/ui/map/layers/footprints/footprintMesh.ts';
import { picturePainter } from '../support/picturePainter.ts';
import { scenesForBench } from '../../../../lab/bench/support/scenesForBench.ts';
import type { AreaGeometry } from '../../../../src/geo/area/areaGeometry.ts';
import { box } from '../../../fixtures/box.ts';

const world = meshOf([box(-180, -80, 180, 80)]);

describe('the counted part of the map', () => {
  it('panning within its margin and small changes of the zoom count nothing again', () => {
    const first = densityView([100, 0, 104, 3], 8, world, null);
    expect(densityView([100.9, 0.5, 104.9, 3.5], 8.4, world, first)).toBe(first);
    expect(densityView([102, 0, 106, 3], 8, world, first)).not.toBe(first);
    expect(densityView([100, 0, 104, 3], 8.6, world, first)).not.toBe(first);
    expect(densityView([100, 0, 104, 3], 8, meshOf([box(0, 0, 1, 1)]), first)).not.toBe(first);
  });

  it('cells are 4 pixels wide; only what the footprints reach is counted', () => {
    const city = meshOf([box(103, 1, 104, 2)]);
    const [grid] = densityView([90, -10, 120, 10], 6, city, null).grids;
    expect(grid!.cell).toBe(4 / 2 ** 6);
    expect(grid!.columns * grid!.cell).toBeLessThan(mercatorX(104) - mercatorX(103) + 6 * grid!.cell);
    expect(densityView([0, -10, 30, 10], 6, city, null).grids).toEqual([]);
  });

  it('across 180° both copies of the world are counted, and a small map of the world once', () => {
    const [east, west] = densityView([175, -5, 190, 5], 5, world, null).grids;
    expect(east!.west + east!.columns * east!.cell).toBeGreaterThanOrEqual(512);
    expect(west!.west).toBe(0);
    expect(densityView([-400, -80, 400, 80], 0, world, null).grids).toHaveLength(1);
  });
});

describe('the steps of the density', () => {
  it('end at the most scenes that overlap', () => {
    expect(densitySteps(201)).toEqual([1, 41, 81, 121, 161, 201]);
    expect(densitySteps(3)).toEqual([1, 2, 3, 4, 5, 6]);
    const steps = densitySteps(201);
    expect(steps.map((least) => Math.round(levelOf(least, steps)))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(steps.map((least) => Math.round(levelOf(least - 0.6, steps)))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(levelOf(10_000, steps) * LEVEL).toBeLessThanOrEqual(255);
    const mesh = meshOf([box(0, 0, 10, 10), box(5, 5, 15, 15), box(6, 6, 9, 9), box(20, 20, 21, 21)]);
    expect(mostOverlapping(mesh, null)).toBe(3);
    expect(mostOverlapping(mesh, Uint8Array.of(1, 1, 0, 1))).toBe(2);
  });

  it('footprints never cover imagery layers that were asked for: no density over them, no fills', async () => {
    const mesh = meshOf([box(100, 0, 104, 3)]);
    const [grid] = densityView([100, 0, 104, 3], 8, mesh, null).grids;
    const at = (levels: Uint8Array, lon: number, lat: number) =>
      levels[
        Math.floor((grid!.north - mercatorY(lat)) / grid!.cell) * grid!.columns +
          Math.floor((mercatorX(lon) - grid!.west) / grid!.cell)
      ];
    const imagery = meshOf([box(102, 0, 103, 1)]);
    const levels = levelsOf(mesh, null, imagery, grid!, densitySteps(1));
    expect([at(levels, 102.5, 0.5), at(levels, 101.5, 0.5)]).toEqual([0, LEVEL]);

    const scenes = scenesForBench(3, 1);
    const paint = await picturePainter();
    const filled = (imageryBoxes: AreaGeometry[]) =>
      paint({ scenes, imageryBoxes }).find(({ id }) => id === 'deck-footprints')?.props as unknown as {
        isFilled: boolean;
      };
    expect(filled([]).isFilled).toBe(true);
    expect(filled([box(0, 0, 1, 1)]).isFilled).toBe(false);
  });
});

const paint = await picturePainter();

describe('many footprints become density', () => {
  // the ticks of selected scenes are drawn on a canvas, which only browsers have
  const pen = new Proxy({}, { get: () => () => ({ data: new Uint8ClampedArray(4), width: 1, height: 1 }) });
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => pen;
    },
  );
  const scenes = scenesForBench(1000, 0.2);
  const layersOf = (drawn: 'density' | 'outlines' | 'hidden') => {
    return paint({ scenes, chosen: ['SV2_3'], hovered: 'SV2_4', drawn });
  };
  const idsOf = (drawn: 'density' | 'outlines' | 'hidden') => layersOf(drawn).map(({ id }) => id);

  it('selected and hovered scenes stay outlines above it', () => {
    expect(idsOf('density')).toEqual(['deck-chosen', 'deck-ticks-pale', 'deck-hovered']);
    expect(idsOf('outlines')).toEqual(['deck-footprints', 'deck-chosen', 'deck-ticks-pale', 'deck-hovered']);
  });

  it('a selected scene has no fill over it, so that the density stays in sight', () => {
    const fillsOf = (drawn: 'density' | 'outlines') =>
      layersOf(drawn).flatMap(({ id, props }) =>
        id === 'deck-chosen' ? Reflect.get(props, 'isFilled') : [],
      );
    expect([fillsOf('density'), fillsOf('outlines')]).toEqual([[false], [true]]);
  });

  it('hidden footprints leave the map, except for those', () => {
    expect(idsOf('hidden')).toEqual(['deck-chosen', 'deck-ticks-pale', 'deck-hovered']);
  });
});
