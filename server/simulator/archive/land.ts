import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** A closed ring of [longitude, latitude] as a flat array, with its bounds in degrees. */
export interface LandRing {
  positions: Float64Array;
  west: number;
  south: number;
  east: number;
  north: number;
}

type LandTopology = Topology<{ land: GeometryCollection }>;

function readTopology(scale: '10m' | '110m'): LandTopology {
  const path = createRequire(import.meta.url).resolve(`world-atlas/land-${scale}.json`);
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Prepares a ring of [longitude, latitude] positions for filling. */
export function ringOf(positions: readonly (readonly number[])[]): LandRing {
  const ring = {
    positions: new Float64Array(positions.length * 2),
    west: 180,
    south: 90,
    east: -180,
    north: -90,
  };
  positions.forEach((position, i) => {
    const [x = Number.NaN, y = Number.NaN] = position;
    ring.positions[2 * i] = x;
    ring.positions[2 * i + 1] = y;
    ring.west = Math.min(ring.west, x);
    ring.east = Math.max(ring.east, x);
    ring.south = Math.min(ring.south, y);
    ring.north = Math.max(ring.north, y);
  });
  return ring;
}

const loaded = new Map<string, LandRing[]>();

/**
 * The world's land rings (Natural Earth, public domain, from world-atlas), outer rings and holes alike, for
 * even-odd filling. Cached.
 */
export function landRings(scale: '10m' | '110m'): readonly LandRing[] {
  const known = loaded.get(scale);
  if (known) return known;
  const topology = readTopology(scale);
  const rings: LandRing[] = [];
  for (const { geometry } of feature(topology, topology.objects.land).features) {
    if (geometry.type === 'Polygon') rings.push(...geometry.coordinates.map(ringOf));
    if (geometry.type === 'MultiPolygon') rings.push(...geometry.coordinates.flat().map(ringOf));
  }
  loaded.set(scale, rings);
  return rings;
}

/**
 * Rasterizes rings into a mask by the even-odd rule: 1 if a pixel's centre is inside, else 0.
 * @param toPixel converts degrees to picture coordinates, with (0, 0) in the upper left corner
 */
export function fillRings(
  rings: readonly LandRing[],
  width: number,
  height: number,
  toPixel: (x: number, y: number) => readonly [number, number],
): Uint8Array {
  const crossings: number[][] = Array.from({ length: height }, () => []);
  for (const { positions } of rings)
    for (let i = 2; i < positions.length; i += 2) {
      const [ax, ay] = toPixel(positions[i - 2]!, positions[i - 1]!);
      const [bx, by] = toPixel(positions[i]!, positions[i + 1]!);
      const first = Math.max(0, Math.ceil(Math.min(ay, by) - 0.5));
      const last = Math.min(height - 1, Math.ceil(Math.max(ay, by) - 0.5) - 1);
      for (let row = first; row <= last; row++)
        crossings[row]!.push(ax + ((row + 0.5 - ay) / (by - ay)) * (bx - ax));
    }
  const mask = new Uint8Array(width * height);
  crossings.forEach((row, y) => {
    row.sort((a, b) => a - b);
    for (let i = 1; i < row.length; i += 2) {
      const from = Math.max(0, Math.ceil(row[i - 1]! - 0.5));
      const to = Math.min(width, Math.ceil(row[i]! - 0.5));
      if (to > from) mask.fill(1, y * width + from, y * width + to);
    }
  });
  return mask;
}

const COARSE_WIDTH = 1440;
const COARSE_HEIGHT = 720;
let coarse: Uint8Array | undefined;

/** Whether a position is on land, to a quarter of a degree. */
export function isLand(longitude: number, latitude: number): boolean {
  coarse ??= fillRings(landRings('110m'), COARSE_WIDTH, COARSE_HEIGHT, (x, y) => [
    (x + 180) * 4,
    (90 - y) * 4,
  ]);
  const column = Math.min(COARSE_WIDTH - 1, Math.max(0, Math.floor((longitude + 180) * 4)));
  const row = Math.min(COARSE_HEIGHT - 1, Math.max(0, Math.floor((90 - latitude) * 4)));
  return coarse[row * COARSE_WIDTH + column] === 1;
}
