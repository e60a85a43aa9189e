import * as fc from 'fast-check';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import geographiclib from 'geographiclib-geodesic';
import { GeometryError } from '../../../src/geo/geometryError.ts';
import { parsedAreaWkt } from '../../../src/geo/wkt/wkt.ts';

/** The WKT of a Polygon or MultiPolygon. */
export function shape(wkt: string): Polygon | MultiPolygon {
  return parsedAreaWkt(wkt, ['POLYGON', 'MULTIPOLYGON']);
}

/** The code and parameters of the GeometryError that a call throws, or 'none'. */
export function refusalOf(call: () => unknown): { code: string; params: Record<string, unknown> } {
  try {
    call();
  } catch (error) {
    if (error instanceof GeometryError) return { code: error.code, params: { ...error.params } };
    throw error;
  }
  return { code: 'none', params: {} };
}

export interface StarOptions {
  /** Degrees. */
  radius?: { min: number; max: number };
  vertices?: { min: number; max: number };
  maxLatitude?: number;
}

/** Simple polygons, usually concave: vertices around a centre at increasing angles, with 7 decimals. */
export function stars(options: StarOptions = {}): fc.Arbitrary<Polygon> {
  const radius = options.radius ?? { min: 0.01, max: 20 };
  const vertices = options.vertices ?? { min: 5, max: 40 };
  const maxLatitude = (options.maxLatitude ?? 85) - radius.max;
  return fc
    .record({
      lon: fc.double({ min: -150, max: 150, noNaN: true }),
      lat: fc.double({ min: -maxLatitude, max: maxLatitude, noNaN: true }),
      size: fc.double({ ...radius, noNaN: true }),
      reach: fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), {
        minLength: vertices.min,
        maxLength: vertices.max,
      }),
    })
    .map(({ lon, lat, size, reach }) => star([lon, lat], size, reach));
}

export function star(middle: Position, size: number, reach: readonly number[]): Polygon {
  const round = (value: number) => Math.round(value * 1e7) / 1e7 + 0;
  const ring = reach.map((share, index): Position => {
    const angle = (2 * Math.PI * index) / reach.length;
    return [
      round((middle[0] ?? 0) + size * share * Math.cos(angle)),
      round((middle[1] ?? 0) + size * share * Math.sin(angle)),
    ];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

/** A deterministic star with exactly `count` vertices and a rough outline. */
export function roughStar(count: number, middle: Position, size: number): Polygon {
  // mulberry32
  let seed = 12345;
  const random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return star(
    middle,
    size,
    Array.from({ length: count }, () => 0.5 + 0.5 * random()),
  );
}

/** GeographicLib's area in km² of a ring whose straight edges are split into `pieces` geodesics each. */
function geodesicRingKm2(ring: readonly Position[], pieces: number): number {
  const polygon = geographiclib.Geodesic.WGS84.Polygon(false);
  for (let i = 1; i < ring.length; i++) {
    const [lon1, lat1, lon2, lat2] = [ring[i - 1]![0]!, ring[i - 1]![1]!, ring[i]![0]!, ring[i]![1]!];
    for (let k = 0; k < pieces; k++)
      polygon.AddPoint(lat1 + ((lat2 - lat1) * k) / pieces, lon1 + ((lon2 - lon1) * k) / pieces);
  }
  return Math.abs(polygon.Compute(false, true).area ?? Number.NaN) / 1e6;
}

/**
 * Decision 17 literally: densified, then GeographicLib. The error of n pieces per edge falls with n², so
 * Richardson extrapolation gives the limit: (4·A(2n) − A(n)) / 3.
 */
export function geographicLibKm2(rings: readonly (readonly Position[])[], pieces: number): number {
  return rings.reduce((sum, ring, index) => {
    const area = (4 * geodesicRingKm2(ring, 2 * pieces) - geodesicRingKm2(ring, pieces)) / 3;
    return index === 0 ? area : sum - area;
  }, 0);
}

/** CPU time of the fastest of three runs, ms; hardly affected by other load on the machine. */
export function costMs(call: () => unknown): number {
  const runs = [0, 1, 2].map(() => {
    const start = process.cpuUsage();
    call();
    return process.cpuUsage(start).user / 1000;
  });
  return Math.min(...runs);
}
