import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scene } from '../../../contract/search.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import {
  draggedView,
  fittedView,
  outlineInPane,
  placeInPane,
  quicklookInPane,
  scenesOfPlace,
  zoomedView,
} from '../../../src/machines/search/look.machine.ts';
import * as sample from '../../model/shared/samples.ts';

const box = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, north],
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ],
  ],
});
function scene(
  id: string,
  day: number,
  geometry: Scene['geometry'],
  quicklookUrl: string | null = `/${id}`,
): Scene {
  const one = sample.scene(id, 'one');
  const acquisitionDate = `2026-11-${String(day).padStart(2, '0')}T03:00:00Z`;
  return { ...one, geometry, properties: { ...one.properties, acquisitionDate, quicklookUrl } };
}
const aoi = aoiOf(box(103.8, 1.2, 104, 1.4));
const wide = { width: 600, height: 400 };

describe('quicklooks side by side', () => {
  const scenes = [scene('a', 1, box(103.5, 1, 104.2, 1.7)), scene('b', 2, box(103, 1.1, 104.1, 1.5))];
  const fitted = fittedView(scenes, aoi);

  it('the whole AOI is in sight at first, in its middle', () => {
    expect(placeInPane([103.9, 1.3], fitted, wide)[0]).toBeCloseTo(300, 6);
    expect(placeInPane([103.9, 1.3], fitted, wide)[1]).toBeCloseTo(200, 0);
    const [left, top] = placeInPane([103.8, 1.4], fitted, wide);
    const [right, bottom] = placeInPane([104, 1.2], fitted, wide);
    expect(left).toBeGreaterThan(0);
    expect(top).toBeGreaterThan(0);
    expect(right).toBeLessThan(600);
    expect(bottom).toBeLessThan(400);
    // north is up, and a degree as long in both directions near the equator
    expect((right - left) / (bottom - top)).toBeCloseTo(1, 2);
  });

  it('an AOI far smaller than the scenes is not enlarged beyond what a quicklook has', () => {
    const tiny = aoiOf(box(103.9, 1.3, 103.901, 1.301));
    const [left] = placeInPane([103.5, 1.35], fittedView(scenes, tiny), wide);
    const [right] = placeInPane([104.2, 1.35], fittedView(scenes, tiny), wide);
    // the smaller scene, 0.7° by 0.7°, is four times as wide as the shorter side
    expect(right - left).toBeCloseTo(4 * 400, 0);
  });

  it('what is dragged follows the pointer, and what is under it stays there while zooming', () => {
    const share = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, fc.double({ min: 0.2, max: 5, noNaN: true }), (right, down, factor) => {
        const before = placeInPane([103.95, 1.25], fitted, wide);
        const dragged = placeInPane([103.95, 1.25], draggedView(fitted, [right, down]), wide);
        expect(dragged[0] - before[0]).toBeCloseTo(right * 400, 5);
        expect(dragged[1] - before[1]).toBeCloseTo(down * 400, 5);
        const at: [number, number] = [(before[0] - 300) / 400, (before[1] - 200) / 400];
        const zoomed = placeInPane([103.95, 1.25], zoomedView(fitted, fitted, factor, at), wide);
        expect(zoomed[0]).toBeCloseTo(before[0], 5);
        expect(zoomed[1]).toBeCloseTo(before[1], 5);
      }),
    );
  });

  it('zooming ends at a sixteenth and at eight times of what is shown at first', () => {
    expect(zoomedView(fitted, fitted, 1e-9, [0, 0]).span).toBeCloseTo(fitted.span / 16, 9);
    expect(zoomedView(fitted, fitted, 1e9, [0, 0]).span).toBeCloseTo(fitted.span * 8, 9);
  });

  it('a scene across 180° lies in one piece beside an AOI on either side', () => {
    const across = scene('c', 3, {
      type: 'MultiPolygon',
      coordinates: [box(179.5, -18, 180, -17).coordinates, box(-180, -18, -179.5, -17).coordinates],
    });
    for (const place of [aoiOf(box(179.6, -17.6, 179.8, -17.4)), aoiOf(box(-179.8, -17.6, -179.6, -17.4))]) {
      const [upperLeft, upperRight] = quicklookInPane(across, fittedView([across], place), wide);
      expect(upperRight[0] - upperLeft[0]).toBeGreaterThan(0);
      expect(upperRight[0] - upperLeft[0]).toBeLessThan(4000);
      expect(upperLeft[0]).toBeLessThan(300);
      expect(upperRight[0]).toBeGreaterThan(300);
    }
  });
});

describe('what lies in a pane', () => {
  // Mercator's square is 512 wide: 512/90 for 4 degrees of the equator's 360
  const view = { x: 256, y: 256, span: 512 / 90 };
  const size = { width: 200, height: 100 };

  it('an area is outlined ring by ring, each closed', () => {
    // 4 degrees are 100 pixels, and near the equator as many to the north
    expect(outlineInPane(box(-1, 0, 1, 0.1), view, size)).toBe('M75.0 47.5L75.0 50.0L125.0 50.0L125.0 47.5Z');
    const two = {
      type: 'MultiPolygon' as const,
      coordinates: [box(-1, 0, 1, 0.1).coordinates, box(0, -0.1, 2, 0).coordinates],
    };
    expect(outlineInPane(two, view, size)).toBe(
      'M75.0 47.5L75.0 50.0L125.0 50.0L125.0 47.5ZM100.0 50.0L100.0 52.5L150.0 52.5L150.0 50.0Z',
    );
  });

  it('a quicklook has the corners of its scene', () => {
    const corners = quicklookInPane(scene('s', 1, box(-1, -0.1, 1, 0.1)), view, size);
    const expected = [
      [75, 47.5],
      [125, 47.5],
      [125, 52.5],
      [75, 52.5],
    ];
    for (const [at, corner] of corners.entries())
      for (const [axis, value] of corner.entries()) expect(value).toBeCloseTo(expected[at]![axis]!, 3);
  });
});

describe('the scenes of a place', () => {
  const here = scene('here', 5, box(103.5, 1, 104.2, 1.7));
  const earlier = scene('earlier', 2, box(103, 1.1, 104.1, 1.5));
  const elsewhere = scene('elsewhere', 3, box(100, 1, 101, 2));
  const beside = scene('beside', 4, box(103.95, 1, 104.5, 2));
  const plain = scene('plain', 1, box(103.5, 1, 104.2, 1.7), null);
  const all = [here, beside, elsewhere, earlier, plain];

  it('those over the middle of the AOI that have a quicklook, oldest first', () => {
    expect(scenesOfPlace(all, here, aoi).map(({ id }) => id)).toEqual(['earlier', 'here']);
  });

  it('of a scene that does not cover the middle of the AOI, those over its own middle', () => {
    expect(scenesOfPlace(all, beside, aoi).map(({ id }) => id)).toEqual(['beside']);
    expect(scenesOfPlace(all, elsewhere, aoi).map(({ id }) => id)).toEqual(['elsewhere']);
  });
});

it('a quicklook across 180° is one piece, where its footprint is', () => {
  const across = scene('x', 1, box(179.5, -1, 180.5, 1));
  const view = fittedView([across], aoiOf(box(179.6, -0.5, 180.4, 0.5)));
  const corners = quicklookInPane(across, view, wide);
  const lefts = corners.map(([x]) => x);
  const [width, height] = [
    Math.max(...lefts) - Math.min(...lefts),
    Math.max(...corners.map(([, y]) => y)) - Math.min(...corners.map(([, y]) => y)),
  ];
  // half as wide as high: one degree by two
  expect(width / height).toBeCloseTo(0.5, 2);
  // around the middle of the area, which is the middle of the pane
  expect((Math.max(...lefts) + Math.min(...lefts)) / 2).toBeCloseTo(300, 0);
});
