import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { fillRings, ringOf, type FilledRing } from '../../search/fillRings.ts';

type LandTopology = Topology<{ land: GeometryCollection }>;

function readTopology(scale: '50m' | '110m'): LandTopology {
  const path = createRequire(import.meta.url).resolve(`world-atlas/land-${scale}.json`);
  return JSON.parse(readFileSync(path, 'utf8'));
}

const loaded = new Map<string, FilledRing[]>();

/**
 * The world's land rings (Natural Earth, public domain, from world-atlas), outer rings and holes alike, for
 * even-odd filling. Cached.
 */
export function landRings(scale: '50m' | '110m'): readonly FilledRing[] {
  const known = loaded.get(scale);
  if (known) return known;
  const topology = readTopology(scale);
  const rings: FilledRing[] = [];
  for (const { geometry } of feature(topology, topology.objects.land).features) {
    if (geometry.type === 'Polygon') rings.push(...geometry.coordinates.map(ringOf));
    if (geometry.type === 'MultiPolygon') rings.push(...geometry.coordinates.flat().map(ringOf));
  }
  loaded.set(scale, rings);
  return rings;
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
