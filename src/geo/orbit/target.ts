import type { Position } from 'geojson';
import { latOf, lonOf, polygonsOf, type AreaGeometry } from '../area/areaGeometry.ts';
import { geodeticOf, groundPoint, unit, type Vector } from './orbit.ts';

/** Most points of an outline for measuring passes; larger ones are thinned. */
const POINTS_MAX = 240;
/** Largest spacing of points along an edge, degrees. */
const SPACING_DEG = 0.25;

/** An area as a satellite's target: points of its edge and its middle, Earth-fixed, km. */
export interface Target {
  geometry: AreaGeometry;
  edge: readonly Vector[];
  centre: Vector;
  /** Unit vector of the centre. */
  direction: Vector;
  longitude: number;
  latitude: number;
  /** Radius of the smallest circle around the centre that contains the edge, radians. */
  radius: number;
}

/** Points of an edge straight in longitude/latitude, its start included. */
function pointsOfEdge(from: Position, to: Position): [number, number][] {
  const [dx, dy] = [lonOf(to) - lonOf(from), latOf(to) - latOf(from)];
  const pieces = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / SPACING_DEG));
  return Array.from({ length: pieces }, (_, n) => [
    lonOf(from) + (dx * n) / pieces,
    latOf(from) + (dy * n) / pieces,
  ]);
}

function thinned<T>(points: readonly T[]): T[] {
  if (points.length <= POINTS_MAX) return [...points];
  const step = points.length / POINTS_MAX;
  return Array.from({ length: POINTS_MAX }, (_, n) => points[Math.floor(n * step)]!);
}

/** Makes the target of an area (WGS 84, RFC 7946); its middle is the mean direction of its edge. */
export function targetOf(geometry: AreaGeometry): Target {
  const places = polygonsOf(geometry).flatMap(([outer = []]) =>
    outer.slice(1).flatMap((to, index) => pointsOfEdge(outer[index]!, to)),
  );
  const edge = thinned(places).map(([longitude, latitude]) => groundPoint(longitude, latitude));
  const sum = edge.reduce<Vector>((a, p) => [a[0] + p[0], a[1] + p[1], a[2] + p[2]], [0, 0, 0]);
  const { longitude, latitude } = geodeticOf(scaled(unit(sum), 6371));
  const centre = groundPoint(longitude, latitude);
  const direction = unit(centre);
  const radius = Math.max(0, ...edge.map((point) => angleBetween(unit(point), direction)));
  return { geometry, edge, centre, direction, longitude, latitude, radius };
}

const scaled = (v: Vector, by: number): Vector => [v[0] * by, v[1] * by, v[2] * by];

/** Angle between two unit vectors, radians. */
export function angleBetween(a: Vector, b: Vector): number {
  return Math.acos(Math.min(1, Math.max(-1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])));
}
