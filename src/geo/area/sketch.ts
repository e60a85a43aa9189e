import { polygonsOf, type AreaGeometry } from './areaGeometry.ts';
import type { Bounds } from '../entry/bbox.ts';

/** A line of the grid: its place in the box, and its degrees. */
interface GridLine {
  at: number;
  degrees: number;
}

export interface SketchGrid {
  meridians: readonly GridLine[];
  parallels: readonly GridLine[];
  /** Decimals that distinguish one grid line from the next. */
  digits: number;
}

/** Where a drawing of a place has its degrees, in units; y grows downwards. */
export interface SketchFrame {
  x(longitude: number): number;
  y(latitude: number): number;
  /** Units per degree of latitude. */
  perDegree: number;
  grid: SketchGrid;
}

/** A drawn map of areas: north up, lengths east shortened by the latitude of its middle. */
export interface Sketch extends SketchGrid {
  /** SVG path data; filled by the even-odd rule. */
  path(area: AreaGeometry): string;
  /** Where a place is drawn, on the turn of the globe that is nearest to the middle. */
  place(longitude: number, latitude: number): [number, number];
  /** A round length and its drawn length, for a scale bar. */
  scale: { km: number; length: number };
}

/** Approximate number of grid lines; largest share of the width for the scale bar. */
const GRID_LINES = 4;
const SCALE_PART = 0.25;
/** Smallest extent drawn, degrees: less would show only rounding noise. */
const SMALLEST = 1e-5;
const KM_PER_DEGREE = 111.32;

/** Rounds down to 1, 2 or 5 times a power of ten. */
function roundStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const times = value / power;
  return power * (times >= 5 ? 5 : times >= 2 ? 2 : 1);
}

/** A coordinate as SVG path data have it, to a tenth of a unit. */
export const written = (value: number): string => String(Math.round(value * 10) / 10);

/**
 * Centres a drawing on a place.
 * @param bounds west, south, east, north in degrees; east may be beyond 180
 * @param box size of the drawing in units
 * @param margin space around the place, units
 * @param gridLines approximate number of grid lines between the edges
 */
export function frameOf(
  [west, south, east, north]: Bounds,
  box: { width: number; height: number },
  margin: number,
  gridLines: number,
): SketchFrame {
  const [middleX, middleY] = [(west + east) / 2, (south + north) / 2];
  const shortening = Math.max(0.1, Math.cos((Math.min(85, Math.abs(middleY)) * Math.PI) / 180));
  const perDegree = Math.min(
    (box.width - 2 * margin) / Math.max(SMALLEST, (east - west) * shortening),
    (box.height - 2 * margin) / Math.max(SMALLEST, north - south),
  );
  const across = perDegree * shortening;
  const x = (longitude: number) => box.width / 2 + (longitude - middleX) * across;
  const y = (latitude: number) => box.height / 2 - (latitude - middleY) * perDegree;
  const [wide, high] = [box.width / across, box.height / perDegree];
  const step = roundStep(Math.min(wide, high * 2) / gridLines);
  const lines = (centre: number, span: number, place: (degrees: number) => number): GridLine[] => {
    const from = Math.ceil((centre - span / 2) / step);
    const to = Math.floor((centre + span / 2) / step);
    return Array.from({ length: to - from + 1 }, (_, index) => {
      const degrees = (from + index) * step;
      return { at: place(degrees), degrees };
    });
  };
  const grid = {
    meridians: lines(middleX, wide, x),
    parallels: lines(middleY, high, y),
    digits: Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)),
  };
  return { x, y, perDegree, grid };
}

/** Makes a map of a place: `bounds`, `box` and `margin` as for `frameOf`. */
export function sketchOf(bounds: Bounds, box: { width: number; height: number }, margin: number): Sketch {
  const { x, y, perDegree, grid } = frameOf(bounds, box, margin, GRID_LINES);
  const middle = (bounds[0] + bounds[2]) / 2;
  // an area beyond 180° is drawn on the nearest turn of the globe
  const turnOf = (longitude: number) => 360 * Math.round((middle - longitude) / 360);
  const ringPath = (ring: readonly (readonly number[])[]): string => {
    const turn = turnOf(ring[0]?.[0] ?? 0);
    const places = ring
      .slice(0, -1)
      .map(([lon = 0, lat = 0]) => `${written(x(lon + turn))} ${written(y(lat))}`);
    return places.length === 0 ? '' : `M${places.join('L')}Z`;
  };
  const perKm = perDegree / KM_PER_DEGREE;
  const km = roundStep((box.width * SCALE_PART) / perKm);
  return {
    path: (area) =>
      polygonsOf(area)
        .flatMap((rings) => rings.map(ringPath))
        .join(''),
    place: (longitude, latitude) => [x(longitude + turnOf(longitude)), y(latitude)],
    ...grid,
    scale: { km, length: km * perKm },
  };
}
