import { memoBy } from '../memo.ts';
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

/**
 * At most POINTS_MAX points along the edges of an area, straight in longitude/latitude: evenly spaced, and at most SPACING_DEG
 * apart if so many suffice. No other point is computed: the largest outline would have millions.
 */
function pointsAlong(geometry: AreaGeometry): [longitude: number, latitude: number][] {
  const edges = polygonsOf(geometry).flatMap(([outer = []]) =>
    outer.slice(1).map((to, index) => {
      const from = outer[index]!;
      const [dx, dy] = [lonOf(to) - lonOf(from), latOf(to) - latOf(from)];
      const pieces = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / SPACING_DEG));
      return { from, dx, dy, pieces };
    }),
  );
  const total = edges.reduce((sum, { pieces }) => sum + pieces, 0);
  const step = Math.max(1, total / POINTS_MAX);
  const points: [number, number][] = [];
  let before = 0;
  for (const { from, dx, dy, pieces } of edges) {
    for (;;) {
      const n = Math.floor(points.length * step) - before;
      if (n >= pieces || points.length >= Math.min(total, POINTS_MAX)) break;
      points.push([lonOf(from) + (dx * n) / pieces, latOf(from) + (dy * n) / pieces]);
    }
    before += pieces;
  }
  return points;
}

/** The target of an area (WGS 84, RFC 7946); its middle is the mean direction of its edge. */
export const targetOf = memoBy((geometry: AreaGeometry): Target => {
  const edge = pointsAlong(geometry).map(([longitude, latitude]) => groundPoint(longitude, latitude));
  const sum = edge.reduce<Vector>((a, p) => [a[0] + p[0], a[1] + p[1], a[2] + p[2]], [0, 0, 0]);
  const { longitude, latitude } = geodeticOf(scaled(unit(sum), 6371));
  const centre = groundPoint(longitude, latitude);
  const direction = unit(centre);
  const radius = Math.max(0, ...edge.map((point) => angleBetween(unit(point), direction)));
  return { geometry, edge, centre, direction, longitude, latitude, radius };
});

const scaled = (v: Vector, by: number): Vector => [v[0] * by, v[1] * by, v[2] * by];

/** Angle between two unit vectors, radians. */
export function angleBetween(a: Vector, b: Vector): number {
  return Math.acos(Math.min(1, Math.max(-1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])));
}
