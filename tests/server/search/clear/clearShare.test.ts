import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import type { Footprint } from '../../../../contract/search.ts';
import { clearShare, holderOf, ringsOf } from '../../../../server/search/masks/clearShare.ts';
import { measureShares } from '../../../../server/search/masks/masks.ts';
import { estimatedMask } from '../../../../server/search/masks/estimatedMask.ts';
import { paintedMask } from '../../../../server/simulator/pictures/paintedMask.ts';
import { packMask, unpackMask } from '../../../../server/search/masks/mask.ts';
import { cloudsOver } from '../../support/cloudsOver.ts';
import { viewOfScene } from '../../../../server/search/sceneView.ts';
import { between, randomOf, type Random } from '../../../../server/simulator/archive/random.ts';
import { sceneOf, square } from '../sceneFixtures.ts';
import { watchTurns } from '../../support/turnsOfLoop.ts';
import { cellAt } from './cellAt.ts';
import sharp from 'sharp';

/** A scene of 10 to 40 km somewhere, slanted as orbits are; some lie across 180°. */
function randomScene(random: Random, index: number) {
  const [x, y] = [index % 10 === 0 ? 179.9 : between(random, -179, 179), between(random, -60, 60)];
  const [size, slant] = [between(random, 0.1, 0.4), between(random, -0.06, 0.06)];
  // upper left, lower left, lower right, upper right
  const corners: Position[] = [
    [x, y],
    [x - slant, y - size],
    [x - slant + size, y - size - slant / 2],
    [x + size, y - slant / 2],
    [x, y],
  ];
  const geometry: Footprint = { type: 'Polygon', coordinates: [corners as [number, number][]] };
  const day = String(1 + (index % 28)).padStart(2, '0');
  return sceneOf(`S${index}`, geometry, {
    acquisitionDate: `2026-0${1 + (index % 9)}-${day}T03:00:00Z`,
    cloudCover: Math.floor(between(random, 0, 101)),
  });
}

/** A star-shaped area over a part of the scene, some with a hole, some beyond its edge, some a few hundred metres large. */
function randomArea(random: Random, { geometry }: ReturnType<typeof randomScene>, index: number): Footprint {
  const [[x, y], , [right, low]] = geometry.coordinates[0] as [[number, number], Position, [number, number]];
  const [middleX, middleY] = [between(random, x, right), between(random, low, y)];
  const reach = (right - x) * (index % 7 === 0 ? 0.02 : between(random, 0.1, 0.6));
  const turn = index % 10 === 0 && index % 20 === 0 ? -360 : 0;
  const star = (scale: number): [number, number][] => {
    const count = 5 + Math.floor(random() * 9);
    const corners = Array.from({ length: count }, (_, k) => {
      const angle = (2 * Math.PI * (k + random() * 0.5)) / count;
      const radius = reach * scale * between(random, 0.6, 1);
      return [middleX + turn + radius * Math.cos(angle), middleY + radius * Math.sin(angle)] as [
        number,
        number,
      ];
    });
    return [...corners, corners[0]!];
  };
  return { type: 'Polygon', coordinates: index % 3 === 0 ? [star(1), star(0.5)] : [star(1)] };
}

/** Where a parallel crosses rings, degrees: a point lies in them if an odd number of crossings is east of it. */
function crossings(rings: readonly Position[][], y: number): number[] {
  return rings.flatMap((ring) =>
    ring.slice(1).flatMap(([bx = 0, by = 0], i) => {
      const [ax = 0, ay = 0] = ring[i]!;
      return ay > y !== by > y ? [ax + ((y - ay) / (by - ay)) * (bx - ax)] : [];
    }),
  );
}

/**
 * The clear share, counted on a raster of 200 × 200 points over the part of the area's box that the scene covers.
 * @param isCloud at a position in degrees in the scene's own turn; null outside of the scene
 */
function counted(
  { coordinates: [outline = []] }: Footprint,
  area: Footprint,
  isCloud: (x: number, y: number) => boolean | null,
): number | null {
  const turn =
    Math.round(((outline as Position[])[0]![0]! - (area.coordinates as Position[][])[0]![0]![0]!) / 360) *
    360;
  const rings = (area.coordinates as Position[][]).map((ring) => ring.map(([x = 0, y = 0]) => [x + turn, y]));
  const range = (axis: 0 | 1) => {
    const [a, b] = [rings[0]!, outline as Position[]].map((ring) => ring.map((position) => position[axis]!));
    return [Math.max(Math.min(...a!), Math.min(...b!)), Math.min(Math.max(...a!), Math.max(...b!))] as const;
  };
  const [[west, east], [south, north]] = [range(0), range(1)];
  let [all, clear] = [0, 0];
  for (let row = 0; row < 200; row++) {
    const y = south + ((row + 0.5) / 200) * (north - south);
    const edges = crossings(rings, y);
    const weight = Math.cos((y * Math.PI) / 180);
    for (let column = 0; column < 200; column++) {
      const x = west + ((column + 0.5) / 200) * (east - west);
      let isInside = false;
      for (const edge of edges) if (x < edge) isInside = !isInside;
      if (!isInside) continue;
      const cloud = isCloud(x, y);
      if (cloud === null) continue;
      all += weight;
      if (!cloud) clear += weight;
    }
  }
  return all === 0 ? null : clear / all;
}

describe('the clear share of an area in a scene', () => {
  const random = randomOf('clear share');
  const pairs = Array.from({ length: 500 }, (_, index) => {
    const scene = randomScene(random, index);
    return { scene, area: randomArea(random, scene, index), mask: unpackMask(packMask(paintedMask(scene))) };
  });

  it('is within a point of a recount on a raster, for 500 pairs', () => {
    let compared = 0;
    for (const { scene, area, mask } of pairs) {
      const share = clearShare(mask, ringsOf(area));
      const recount = counted(scene.geometry, area, (x, y) => cellAt(mask, x, y));
      if (recount === null || share === null) {
        // an area that touches the scene with less than a raster point
        expect(share === null || recount === null).toBe(true);
        continue;
      }
      compared += 1;
      expect(Math.abs(share - recount), scene.facts.productId).toBeLessThan(0.01);
    }
    expect(compared).toBeGreaterThan(480);
  });

  it('over an area around the whole scene too, unless it has a hole there', async () => {
    const packed = pairs.map(({ mask }) => packMask(mask));
    const outlineOf = ({ geometry }: (typeof pairs)[number]['scene']) =>
      geometry.coordinates[0] as [number, number][];
    // widened from the middle; every second one in the next turn of the globe
    const around = pairs.map(({ scene }, index): Footprint => {
      const [[x, y], , [right, low]] = outlineOf(scene) as [[number, number], Position, [number, number]];
      const [middleX, middleY] = [(x + right) / 2 + (index % 2 === 0 ? 0 : -360), (y + low) / 2];
      const ring = (reach: number) =>
        square(middleX - reach, middleY - reach, middleX + reach, middleY + reach).coordinates[0];
      return {
        type: 'Polygon',
        coordinates: (index % 3 === 0 ? [ring(1), ring(0.03)] : [ring(1)]) as [number, number][][],
      };
    });
    let held = 0;
    for (const [index, area] of around.entries()) {
      const rings = ringsOf(area);
      const isHeld = holderOf(rings)(pairs[index]!.mask.view);
      expect([index, isHeld]).toEqual([index, index % 3 !== 0]);
      held += isHeld ? 1 : 0;
      const { scene, mask } = pairs[index]!;
      const [share] = await measureShares(rings, [packed[index]!]);
      const recount = counted(scene.geometry, area, (x, y) => cellAt(mask, x, y));
      expect(Math.abs(share! - recount!), scene.facts.productId).toBeLessThan(0.01);
      expect(Math.abs(share! - clearShare(mask, rings)!), scene.facts.productId).toBeLessThan(0.0005);
    }
    expect(held).toBeGreaterThan(300);
  });

  it('an area of many parts doesn’t hold the thread that answers calls', async () => {
    // 1,000 squares of 0.02° around the globe
    const coordinates = Array.from({ length: 1_000 }, (_, at) => {
      const [x, y] = [-180 + (at % 100) * 3.6, -60 + Math.floor(at / 100) * 12];
      return square(x, y, x + 0.02, y + 0.02).coordinates as Position[][];
    });
    const packed = pairs.map(({ mask }) => packMask(mask));
    const turns = watchTurns();
    await measureShares(ringsOf({ type: 'MultiPolygon', coordinates }), packed);
    expect(turns.longest()).toBeLessThan(300);
  });

  it('an area of which a side or a corner is in the scene holds it not, an area beside it neither', () => {
    const { view } = pairs[1]!.mask;
    const [x, y] = [
      view.origin[0] + view.right[0] * 60 + view.down[0] * 60,
      view.origin[1] + view.right[1] * 60 + view.down[1] * 60,
    ];
    const holds = (west: number, south: number, east: number, north: number) =>
      holderOf(ringsOf(square(west, south, east, north)))(view);
    expect(holds(x - 1, y - 1, x + 1, y + 1)).toBe(true);
    expect(holds(x, y - 1, x + 1, y + 1)).toBe(false);
    expect(holds(x, y, x + 1, y + 1)).toBe(false);
    expect(holds(x - 0.01, y - 0.01, x + 0.01, y + 0.01)).toBe(false);
    expect(holds(x + 1, y - 1, x + 3, y + 1)).toBe(false);
  });

  it('tells the clouds that the pixels show: on average within two points, over large areas within four', () => {
    let [sum, count] = [0, 0];
    for (const { scene, area, mask } of pairs.slice(0, 60)) {
      const share = clearShare(mask, ringsOf(area));
      const isCloud = cloudsOver(scene);
      const truth = counted(scene.geometry, area, (x, y) =>
        cellAt(mask, x, y) === null ? null : isCloud(x, y),
      );
      if (share === null || truth === null) continue;
      sum += Math.abs(share - truth);
      count += 1;
      const [outline = []] = area.coordinates as Position[][];
      const wide = Math.max(...outline.map(([x = 0]) => x)) - Math.min(...outline.map(([x = 0]) => x));
      if (wide > 0.1) expect(Math.abs(share - truth), scene.facts.productId).toBeLessThan(0.04);
    }
    expect(count).toBeGreaterThan(50);
    expect(sum / count).toBeLessThan(0.02);
  });

  it('is unknown where the scene has no part of the area', () => {
    const { mask, scene } = pairs[1]!;
    const [[x = 0, y = 0]] = scene.geometry.coordinates[0] as [Position];
    expect(clearShare(mask, ringsOf(square(x, y + 1, x + 1, y + 2)))).toBe(null);
  });

  it('a mask is about 500 bytes', () => {
    const sizes = pairs.map(({ mask }) => packMask(mask).length).toSorted((a, b) => a - b);
    expect(sizes[250]).toBeLessThan(900);
    expect(sizes.at(-1)).toBeLessThan(2500);
  });
});

describe('a mask estimated from a quicklook', () => {
  const geometry = square(10, 40, 10.2, 40.2);
  /** The left half is white, with a black stripe without data at the lower edge; the rest is green. */
  const picture = () => {
    const pixels = Buffer.alloc(100 * 100 * 3);
    for (let at = 0; at < 10_000; at++) {
      const colour = at >= 9_000 ? [0, 0, 0] : at % 100 < 50 ? [240, 240, 245] : [40, 90, 50];
      pixels.set(colour, at * 3);
    }
    return sharp(pixels, { raw: { width: 100, height: 100, channels: 3 } })
      .png()
      .toBuffer();
  };

  it('takes the whitest part for clouds, as much as the cloud cover says, and nothing without a picture', async () => {
    const view = viewOfScene(square(10, 40, 10.2, 40.2), 100);
    // the frame of an imported picture is north up: its upper left corner is the north-west
    const north = {
      ...view,
      origin: [10, 40.2],
      right: [0.2 / view.width, 0],
      down: [0, -0.2 / view.height],
    } as const;
    const mask = await estimatedMask({ picture: await picture(), cloudCover: 50, geometry, view: north });
    const share = (west: number, south: number, east: number, top: number) =>
      clearShare(mask, ringsOf(square(west, south, east, top)));
    expect(share(10.01, 40.1, 10.09, 40.19)).toBe(0);
    expect(share(10.11, 40.1, 10.19, 40.19)).toBe(1);
    expect(share(10.01, 40.1, 10.19, 40.19)).toBeCloseTo(0.5, 1);
    expect(share(10.01, 40.001, 10.19, 40.01)).toBe(null);
  });

  it('takes what is bright and without colour for clouds, if the cloud cover is unknown', async () => {
    const view = {
      width: 100,
      height: 100,
      origin: [10, 40.2],
      right: [0.002, 0],
      down: [0, -0.002],
    } as const;
    const mask = await estimatedMask({ picture: await picture(), cloudCover: null, geometry, view });
    expect(clearShare(mask, ringsOf(square(10, 40.03, 10.2, 40.2)))).toBeCloseTo(0.5, 1);
  });
});
