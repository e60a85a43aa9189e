import type { Feature, Position } from 'geojson';
import type { Name } from './placedNames.ts';

/** Graticule spacings, degrees. */
const STEPS = [
  30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001,
];
/** Minimum spacing on the screen, pixels. */
const NARROWEST = 140;
/** Web Mercator's limit, rounded down, degrees. */
const LATITUDE_END = 85;

/** Bounds of the view, degrees; longitudes may exceed ±180. */
export interface GraticuleView {
  west: number;
  south: number;
  east: number;
  north: number;
  /** Width of the view, pixels. */
  width: number;
}

/** Rounds up to an even whole number. */
const evenFrom = (value: number): number => Math.ceil(value / 2) * 2;

/** '1.280° N 103.850° E', with the digits of the step; longitudes are wrapped to ±180°. */
function nameOf(longitude: number, latitude: number, step: number): string {
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const east = ((((longitude + 180) % 360) + 360) % 360) - 180;
  const ns = latitude < 0 ? 'S' : 'N';
  const ew = east < 0 ? 'W' : 'E';
  return `${Math.abs(latitude).toFixed(digits)}° ${ns} ${Math.abs(east).toFixed(digits)}° ${ew}`;
}

/** The graticule of a view. */
interface Graticule {
  lines: Feature;
  /** Every second crossing with its name. */
  crossings: Name[];
}

/**
 * Meridians and parallels for a view and one view width around it, at the finest round spacing that is wide
 * enough; on open water they show position and movement.
 */
export function graticuleOf({ west, south, east, north, width }: GraticuleView): Graticule {
  const narrowest = ((east - west) / width) * NARROWEST;
  const step = STEPS.findLast((one) => one >= narrowest) ?? 30;
  const [dx, dy] = [east - west, north - south];
  const from = Math.floor((west - dx) / step);
  const to = Math.ceil((east + dx) / step);
  const low = Math.max(-LATITUDE_END, south - dy);
  const high = Math.min(LATITUDE_END, north + dy);
  const lines: Position[][] = [];
  for (let at = from; at <= to; at++)
    lines.push([
      [at * step, low],
      [at * step, high],
    ]);
  for (let at = Math.ceil(low / step); at * step <= high; at++)
    lines.push([
      [from * step, at * step],
      [to * step, at * step],
    ]);
  const crossings: Name[] = [];
  for (let x = evenFrom(from); x <= to; x += 2)
    for (let y = evenFrom(low / step); y * step <= high; y += 2)
      crossings.push({
        text: nameOf(x * step, y * step, step),
        at: [x * step, y * step],
        rank: 2,
        weight: -1,
        isForeign: false,
      });
  return {
    lines: { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates: lines } },
    crossings,
  };
}
