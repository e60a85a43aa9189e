import { shortestEdges } from '../antimeridian/unbroken.ts';
import { sideOfRing } from './pointInside.ts';
import { areaOfPolygons, latOf, lonOf, polygonsOf, type AreaGeometry, type Ring } from './areaGeometry.ts';
import { viewBoundsOf, type Bounds } from '../entry/bbox.ts';
import { frameOf, type SketchFrame, type SketchGrid, written } from './sketch.ts';

/** Size of a drawing in units; y grows downwards. */
export const DRAWING = { width: 272, height: 164 } as const;

/** An area drawn as a small map. Its data size is bounded, because a worker sends it to the page. */
export interface AreaDrawing extends SketchGrid {
  /** SVG path data; filled by the even-odd rule. */
  path: string;
  /** The place of an error. */
  mark: { x: number; y: number } | null;
}

/** An area before and after a repair, see `drawnPair`. */
export interface AreaPair {
  before: AreaDrawing;
  after: AreaDrawing;
  difference: string | null;
}

/** Space around the area, units. */
const MARGIN = 20;
/** Closer points look the same, units. */
const FINENESS = 0.3;
/** Most points of a drawing; larger outlines omit points near the previous one. */
const POINTS_MAX = 2_000;
/** Approximate number of grid lines between the edges. */
const GRID_LINES = 3;

/** The box around a place. */
function framed(bounds: Bounds): SketchFrame {
  const frame = frameOf(bounds, DRAWING, MARGIN, GRID_LINES);
  // the part of a cut area beyond 180° is on the next turn of the globe
  const x = (lon: number) => frame.x(lon < bounds[0] - 1e-9 ? lon + 360 : lon);
  return { ...frame, x };
}

function span(first: Bounds, second: Bounds): Bounds {
  return [
    Math.min(first[0], second[0]),
    Math.min(first[1], second[1]),
    Math.max(first[2], second[2]),
    Math.max(first[3], second[3]),
  ];
}

const sizeOf = ([west, south, east, north]: Bounds) => Math.max(east - west, north - south);

/**
 * Two areas for comparison: in the same frame, unless one of them would be too small in it. `difference` is SVG path data of
 * the ground that only one of them has, by the even-odd rule; null if none is wide enough to be seen, or if their frames differ.
 * @param mark degrees, a place in the first area
 */
export function drawnPair(
  given: AreaGeometry,
  after: AreaGeometry,
  mark: readonly [number, number] | null = null,
): AreaPair {
  const whole = unbroken(given);
  const [first, second] = [viewBoundsOf(whole), viewBoundsOf(after)];
  const both = span(first, second);
  const isNear = sizeOf(both) <= 3 * Math.min(sizeOf(first), sizeOf(second));
  const before = drawnIn(framed(isNear ? both : first), whole, mark);
  const repaired = drawnIn(framed(isNear ? both : second), after, null);
  const isSeen = isNear && differ(whole, after, both);
  return { before, after: repaired, difference: isSeen ? before.path + repaired.path : null };
}

/** Whether an even-odd filling of rings has the place. */
const holds = (rings: readonly Ring[], lon: number, lat: number): boolean =>
  rings.reduce((inside, ring) => sideOfRing(lon, lat, ring) > 0 !== inside, false);

/** The rings of an area with at most about POINTS_MAX of their vertices. */
function fewPoints(area: AreaGeometry): Ring[] {
  const rings = polygonsOf(area).flat();
  const step = Math.ceil(rings.reduce((sum, ring) => sum + ring.length, 0) / POINTS_MAX);
  return rings.map((ring) => ring.filter((_, index) => index % step === 0 || index === ring.length - 1));
}

/** Steps of the grid of places on which two fillings are compared, each way. */
const STEPS = 24;

/** Whether one of two areas has ground that the other has not, seen on a grid of places. */
function differ(before: AreaGeometry, after: AreaGeometry, [west, south, east, north]: Bounds): boolean {
  const [one, other] = [fewPoints(before), fewPoints(after)];
  for (let row = 0; row < STEPS; row++)
    for (let column = 0; column < STEPS; column++) {
      // off the middle: borders often run through that of the box and along its diagonals
      const lon = west + ((column + 0.37) / STEPS) * (east - west);
      const lat = south + ((row + 0.71) / STEPS) * (north - south);
      if (holds(one, lon, lat) !== holds(other, lon, lat)) return true;
    }
  return false;
}

/** One area in a frame around it. @param mark degrees, a place in it */
export function drawnArea(given: AreaGeometry, mark: readonly [number, number] | null = null): AreaDrawing {
  const area = unbroken(given);
  return drawnIn(framed(viewBoundsOf(area)), area, mark);
}

/** One of several areas on their map. */
export interface AreaOutline {
  /** SVG path data; filled by the even-odd rule. */
  path: string;
  /** Its middle. */
  mark: AreaDrawing['mark'];
}

/** Several areas in one frame around all, null for null; together they have about as many points as one alone. */
export function drawnTogether(areas: readonly (AreaGeometry | null)[]): {
  outlines: (AreaOutline | null)[];
  grid: SketchGrid;
} {
  const frame = framed(
    viewBoundsOf(areaOfPolygons(areas.flatMap((area) => (area === null ? [] : polygonsOf(area))))),
  );
  const outlines = areas.map((area) => {
    if (area === null) return null;
    const [west, south, east, north] = viewBoundsOf(area);
    const middle = [(west + east) / 2, (south + north) / 2] as const;
    const { path, mark } = drawnIn(frame, area, middle, Math.max(40, POINTS_MAX / areas.length));
    return { path, mark };
  });
  return { outlines, grid: frame.grid };
}

/** Reads edges the short way round, across 180°, as in files. */
function unbroken(area: AreaGeometry): AreaGeometry {
  return areaOfPolygons(polygonsOf(area).map(shortestEdges));
}

function drawnIn(
  frame: SketchFrame,
  area: AreaGeometry,
  mark: readonly [number, number] | null,
  most = POINTS_MAX,
): AreaDrawing {
  const rings = polygonsOf(area).flat();
  let fineness = FINENESS;
  let paths = rings.map((ring) => pathOf(frame, ring, fineness));
  while (paths.reduce((sum, { points }) => sum + points, 0) > most && fineness < DRAWING.width) {
    fineness *= 2;
    paths = rings.map((ring) => pathOf(frame, ring, fineness));
  }
  return {
    path: paths.map(({ text }) => text).join(''),
    mark: mark === null ? null : { x: frame.x(mark[0]), y: frame.y(mark[1]) },
    ...frame.grid,
  };
}

/** A ring as path data, without points nearer than `fineness` to the previous one; open if the ring is. */
function pathOf(frame: SketchFrame, ring: Ring, fineness: number): { text: string; points: number } {
  const parts: string[] = [];
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  for (const position of ring) {
    const [x, y] = [frame.x(lonOf(position)), frame.y(latOf(position))];
    if (Math.abs(x - lastX) < fineness && Math.abs(y - lastY) < fineness) continue;
    parts.push(`${parts.length === 0 ? 'M' : 'L'}${written(x)} ${written(y)}`);
    [lastX, lastY] = [x, y];
  }
  const [first, last] = [ring[0], ring[ring.length - 1]];
  const isClosed = lonOf(first) === lonOf(last) && latOf(first) === latOf(last);
  return { text: parts.join('') + (isClosed && parts.length > 0 ? 'Z' : ''), points: parts.length };
}
