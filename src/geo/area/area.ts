import type { Position } from 'geojson';
import { latOf, lonOf, polygonsOf, type AreaGeometry } from './areaGeometry.ts';

/** WGS 84: equatorial radius in km, flattening. */
const A_KM = 6378.137;
const F = 1 / 298.257223563;
const E2 = F * (2 - F);
const E = Math.sqrt(E2);
const B2 = A_KM * A_KM * (1 - E2);
const RADIANS = Math.PI / 180;

interface Quadrature {
  nodes: readonly number[];
  weights: readonly number[];
}

/** Nodes on -1..1 and weights (sum 2) of the n-point Gauss-Legendre rule, by Newton's method on P_n. */
function gaussLegendre(n: number): Quadrature {
  const nodes: number[] = [];
  const weights: number[] = [];
  for (let i = 1; i <= n; i++) {
    let x = Math.cos((Math.PI * (i - 0.25)) / (n + 0.5));
    let slope = 1;
    for (let step = 0; step < 8; step++) {
      let before = 1;
      let value = x;
      for (let k = 2; k <= n; k++)
        [before, value] = [value, ((2 * k - 1) * x * value - (k - 1) * before) / k];
      slope = (n * (x * value - before)) / (x * x - 1);
      x -= value / slope;
    }
    nodes.push(x);
    weights.push(2 / ((1 - x * x) * slope * slope));
  }
  return { nodes, weights };
}

/** The rules by an edge's half height, degrees, each exact to rounding (decision record 001). */
const RULES: readonly { halfHeight: number; rule: Quadrature }[] = [
  { halfHeight: 0.5, rule: gaussLegendre(3) },
  { halfHeight: 10, rule: gaussLegendre(6) },
  { halfHeight: 90, rule: gaussLegendre(14) },
];

/**
 * Area on the ellipsoid between two parallels, per radian of longitude, km²: the authalic function's
 * difference (Snyder, Map Projections: A Working Manual, eq. 3-12), in a form precise for near latitudes.
 * @param fromDeg latitude, degrees; its sine is `sinFrom`
 */
function zoneKm2(fromDeg: number, sinFrom: number, toDeg: number): number {
  const half = ((toDeg - fromDeg) / 2) * RADIANS;
  const middle = ((toDeg + fromDeg) / 2) * RADIANS;
  const rise = 2 * Math.cos(middle) * Math.sin(half);
  const sinTo = sinFrom + rise;
  const first =
    (rise * (1 + E2 * sinFrom * sinTo)) / ((1 - E2 * sinFrom * sinFrom) * (1 - E2 * sinTo * sinTo));
  const second = Math.atanh((E * rise) / (1 - E2 * sinFrom * sinTo)) / E;
  return (B2 / 2) * (first + second);
}

/** Mean over a straight edge of zoneKm2 from the reference latitude. */
function meanZoneKm2(reference: number, sinReference: number, lat1: number, lat2: number): number {
  const half = (lat2 - lat1) / 2;
  if (half === 0) return zoneKm2(reference, sinReference, lat1);
  const height = Math.abs(half);
  const { nodes, weights } = (RULES.find((entry) => height <= entry.halfHeight) ?? RULES[RULES.length - 1]!)
    .rule;
  const middle = (lat1 + lat2) / 2;
  let sum = 0;
  for (let i = 0; i < nodes.length; i++)
    sum += weights[i]! * zoneKm2(reference, sinReference, middle + half * nodes[i]!);
  return sum / 2;
}

/**
 * Signed area of a closed ring in km², counter-clockwise positive, edges straight in longitude/latitude.
 * The zones are measured from the ring's middle latitude: over a closed ring the reference cancels.
 */
export function signedRingKm2(ring: readonly Position[]): number {
  let south = Infinity;
  let north = -Infinity;
  for (const position of ring) {
    south = Math.min(south, latOf(position));
    north = Math.max(north, latOf(position));
  }
  const reference = (south + north) / 2;
  const sinReference = Math.sin(reference * RADIANS);
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const turn = (lonOf(ring[i]) - lonOf(ring[i - 1])) * RADIANS;
    if (turn !== 0) sum -= turn * meanZoneKm2(reference, sinReference, latOf(ring[i - 1]), latOf(ring[i]));
  }
  return sum;
}

/**
 * Area in km² on the WGS 84 ellipsoid; edges are straight in longitude/latitude (RFC 7946 §3.1.1, decision
 * 17). Ring direction doesn't matter; holes are subtracted; a ring along a pole or around the world has its
 * drawn area. Agrees with GeographicLib on finely densified rings to 1e-9 (decision record 001).
 */
export function areaKm2(geometry: AreaGeometry): number {
  let sum = 0;
  for (const rings of polygonsOf(geometry))
    rings.forEach((ring, index) => {
      const area = Math.abs(signedRingKm2(ring));
      sum += index === 0 ? area : -area;
    });
  return Math.max(0, sum);
}
