import { polygonsOf, type AreaGeometry } from './areaGeometry.ts';
import type { Bounds } from '../entry/bbox.ts';

/** A line of the grid: its place in the box, and its degrees. */
interface SketchLine {
  at: number;
  degrees: number;
}

/** A drawn map of areas: north up, lengths east shortened by the latitude of its middle. */
export interface Sketch {
  /** SVG path data; filled by the even-odd rule. */
  path(area: AreaGeometry): string;
  meridians: readonly SketchLine[];
  parallels: readonly SketchLine[];
  /** Decimals that distinguish one grid line from the next. */
  digits: number;
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

/**
 * Makes a map of a place.
 * @param bounds west, south, east, north in degrees; east may be beyond 180
 * @param box size of the drawing in units; y grows downwards
 * @param margin space around the place, units
 */
export function sketchOf(
  [west, south, east, north]: Bounds,
  box: { width: number; height: number },
  margin: number,
): Sketch {
  const middle = [(west + east) / 2, (south + north) / 2] as const;
  const shortening = Math.max(0.1, Math.cos((Math.min(85, Math.abs(middle[1])) * Math.PI) / 180));
  const perDegree = Math.min(
    (box.width - 2 * margin) / Math.max(SMALLEST, (east - west) * shortening),
    (box.height - 2 * margin) / Math.max(SMALLEST, north - south),
  );
  const x = (longitude: number) => box.width / 2 + (longitude - middle[0]) * shortening * perDegree;
  const y = (latitude: number) => box.height / 2 - (latitude - middle[1]) * perDegree;
  const written = (value: number) => String(Math.round(value * 10) / 10);
  const ringPath = (ring: readonly (readonly number[])[]): string => {
    // an area beyond 180° is drawn on the nearest turn of the globe
    const turn = 360 * Math.round((middle[0] - (ring[0]?.[0] ?? 0)) / 360);
    const places = ring
      .slice(0, -1)
      .map(([lon = 0, lat = 0]) => `${written(x(lon + turn))} ${written(y(lat))}`);
    return places.length === 0 ? '' : `M${places.join('L')}Z`;
  };
  const [wide, high] = [box.width / shortening / perDegree, box.height / perDegree];
  const step = roundStep(Math.min(wide, high * 2) / GRID_LINES);
  const lines = (centre: number, span: number, place: (degrees: number) => number): SketchLine[] => {
    const from = Math.ceil((centre - span / 2) / step);
    const to = Math.floor((centre + span / 2) / step);
    return Array.from({ length: to - from + 1 }, (_, index) => {
      const degrees = (from + index) * step;
      return { at: place(degrees), degrees };
    });
  };
  const perKm = perDegree / KM_PER_DEGREE;
  const km = roundStep((box.width * SCALE_PART) / perKm);
  return {
    path: (area) =>
      polygonsOf(area)
        .flatMap((rings) => rings.map(ringPath))
        .join(''),
    meridians: lines(middle[0], wide, x),
    parallels: lines(middle[1], high, y),
    digits: Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)),
    scale: { km, length: km * perKm },
  };
}
