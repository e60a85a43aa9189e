import { cross, dot, geodeticOf, groundPoint, minus, unit, type Vector } from './orbit.ts';
import type { TimedState } from './nearest.ts';
import { angleBetween, type Target } from './target.ts';

/** Longitude and latitude, degrees; the longitudes of a line continue past ±180. */
export type Place = [longitude: number, latitude: number];

/** The drawing of a pass on the map. */
export interface Strip {
  /** The points below the satellite, in the order of flight. */
  track: Place[];
  /** The closed ring of the swath of its sensor, aimed at the middle of the area. */
  swath: Place[];
}

/** Length of the drawn track beyond the area, degrees. */
const BEYOND_DEG = 3;
const RAD = Math.PI / 180;
const WGS84_A = 6378.137;
const WGS84_B = 6356.752314245;

/** The point where a ray meets the ellipsoid; null if it misses the Earth. */
function groundOf(from: Vector, ray: Vector): Vector | null {
  // scaled so that the ellipsoid is a sphere
  const p: Vector = [from[0] / WGS84_A, from[1] / WGS84_A, from[2] / WGS84_B];
  const d: Vector = [ray[0] / WGS84_A, ray[1] / WGS84_A, ray[2] / WGS84_B];
  const [a, half, c] = [dot(d, d), dot(p, d), dot(p, p) - 1];
  const root = half * half - a * c;
  if (root < 0) return null;
  const way = (-half - Math.sqrt(root)) / a;
  return [from[0] + ray[0] * way, from[1] + ray[1] * way, from[2] + ray[2] * way];
}

/** The next place of a line, its longitude on the turn of the globe nearest to the previous place. */
function continued(line: readonly Place[], point: Vector): Place {
  const { longitude, latitude } = geodeticOf(point);
  const before = line.at(-1)?.[0] ?? longitude;
  return [longitude + 360 * Math.round((before - longitude) / 360), latitude];
}

function lineOf(points: readonly Vector[], start: readonly Place[] = []): Place[] {
  const line: Place[] = [...start];
  for (const point of points) line.push(continued(line, point));
  return line.slice(start.length);
}

/** Roll that puts the target's centre into the plane of sight, radians; positive to the left. */
function rollTo(state: TimedState, target: Target): number {
  const { down, left } = frameOf(state);
  const sight = minus(target.centre, state.position);
  return Math.atan2(dot(sight, left), dot(sight, down));
}

function frameOf({ position, velocity }: TimedState): { down: Vector; left: Vector } {
  const { longitude, latitude } = geodeticOf(position);
  const down = unit(minus(groundPoint(longitude, latitude), position));
  return { down, left: unit(cross(velocity, down)) };
}

/**
 * Track and swath of an approach near the target.
 * @param at the moment of closest approach, ms
 * @param swathKm width of the sensor's swath at nadir
 */
export function stripOf(target: Target, states: readonly TimedState[], at: number, swathKm: number): Strip {
  const closest = states.reduce((a, b) => (Math.abs(b.at - at) < Math.abs(a.at - at) ? b : a));
  const nearest = angleBetween(unit(closest.position), target.direction);
  const reach = nearest + target.radius + BEYOND_DEG * RAD;
  const piece = states.filter((state) => angleBetween(unit(state.position), target.direction) <= reach);
  const roll = rollTo(closest, target);
  const height = geodeticOf(closest.position).heightKm;
  const half = Math.atan(swathKm / 2 / height);
  const edgeAt = (angle: number): Vector[] =>
    piece.flatMap((state) => {
      const { down, left } = frameOf(state);
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const ray: Vector = [
        cos * down[0] + sin * left[0],
        cos * down[1] + sin * left[1],
        cos * down[2] + sin * left[2],
      ];
      const ground = groundOf(state.position, ray);
      return ground === null ? [] : [ground];
    });
  const leftEdge = lineOf(edgeAt(roll + half));
  const rightEdge = lineOf(edgeAt(roll - half).toReversed(), leftEdge);
  const first = leftEdge[0];
  const swath = first && rightEdge.length > 0 ? [...leftEdge, ...rightEdge, first] : [];
  return { track: lineOf(piece.map((state) => state.position)), swath };
}
