import type { Position } from 'geojson';
import { LATITUDE_MAX, LONGITUDE_MAX } from '../../../contract/limits.ts';
import { latOf, lonOf, polygonsOf, type AreaGeometry, type Ring } from '../area/areaGeometry.ts';
import type { Bounds } from '../entry/bbox.ts';
import type { Pole } from './poles.ts';

/** Side of a drawing in units, with the radius of its disc; y grows downwards. */
export const POLE_DRAWING = { size: 200, radius: 82 } as const;

/** An area as seen from above a pole. Its data size is bounded, because a worker sends it to the page. */
export interface PoleDrawing {
  pole: Pole;
  /** SVG path data of the area, filled by the even-odd rule. */
  fill: string;
  /** SVG path data of its outline, without the cut at 180° and the pole's edge. */
  line: string;
  /** Circles of latitude, degrees. */
  parallels: readonly { degrees: number; radius: number }[];
}

/** Longest piece of an edge that is drawn straight, degrees. */
const PIECE = 3;
/** Points closer than this look the same, units. */
const FINENESS = 0.5;
/** Steps between circles of latitude, degrees; about this many circles are drawn. */
const STEPS = [1, 2, 5, 10, 15, 30, 60];
const CIRCLES = 4;
/** Space between the farthest place and the edge of the disc, a share. */
const MARGIN = 1.06;

/** Lambert's azimuthal equal-area projection of the sphere around a pole (Snyder 1987, eq. 24-1). */
class PoleFrame {
  readonly pole: Pole;
  private readonly scale: number;
  /** Degrees from the pole to the edge of the disc. */
  readonly reach: number;

  constructor(pole: Pole, reach: number) {
    this.pole = pole;
    this.reach = Math.min(180, reach * MARGIN);
    this.scale = POLE_DRAWING.radius / Math.sin((this.reach * Math.PI) / 360);
  }

  radius(lat: number): number {
    const away = this.pole === 'north' ? LATITUDE_MAX - lat : LATITUDE_MAX + lat;
    return this.scale * Math.sin((away * Math.PI) / 360);
  }

  /** The meridian 0° points down around the North Pole and up around the South Pole; 90° E is to the right. */
  place(lon: number, lat: number): [x: number, y: number] {
    const [radius, angle] = [this.radius(lat), (lon * Math.PI) / 180];
    const down = this.pole === 'north' ? Math.cos(angle) : -Math.cos(angle);
    return [POLE_DRAWING.size / 2 + radius * Math.sin(angle), POLE_DRAWING.size / 2 + radius * down];
  }

  parallels(): PoleDrawing['parallels'] {
    const step = STEPS.find((degrees) => this.reach / degrees <= CIRCLES) ?? 60;
    const away = Array.from({ length: Math.ceil(this.reach / step) - 1 }, (_, index) => (index + 1) * step);
    return away.map((degrees) => {
      const lat = this.pole === 'north' ? LATITUDE_MAX - degrees : degrees - LATITUDE_MAX;
      return { degrees: lat, radius: Math.round(this.radius(lat) * 10) / 10 };
    });
  }
}

/** Areas as seen from above one pole, in the same frame. The pole is the one nearer to the first of them. */
export function drawnFromPole(areas: readonly { geometry: AreaGeometry; bbox: Bounds }[]): PoleDrawing[] {
  const [, firstSouth = 0, , firstNorth = 0] = areas[0]?.bbox ?? [];
  const pole: Pole = firstNorth + firstSouth >= 0 ? 'north' : 'south';
  const reaches = areas.map(({ bbox: [, south, , north] }) =>
    pole === 'north' ? LATITUDE_MAX - south : LATITUDE_MAX + north,
  );
  const frame = new PoleFrame(pole, Math.max(...reaches));
  return areas.map(({ geometry }) => {
    const rings = polygonsOf(geometry).flat();
    return {
      pole,
      fill: rings.map((ring) => `${pathOf(frame, ring, () => false)}Z`).join(''),
      line: rings.map((ring) => pathOf(frame, ring, isCut)).join(''),
      parallels: frame.parallels(),
    };
  });
}

/** Whether an edge is there only because an area ends at ±180° and ±90°. */
function isCut(a: Position, b: Position): boolean {
  const isAlong = (one: number, other: number, limit: number) => one === other && Math.abs(one) === limit;
  return isAlong(lonOf(a), lonOf(b), LONGITUDE_MAX) || isAlong(latOf(a), latOf(b), LATITUDE_MAX);
}

function pathOf(frame: PoleFrame, ring: Ring, isLeftOut: (a: Position, b: Position) => boolean): string {
  let [path, lastX, lastY] = ['', Number.NaN, Number.NaN];
  const draw = (command: 'M' | 'L', lon: number, lat: number) => {
    const [x, y] = frame.place(lon, lat);
    if (command === 'L' && Math.hypot(x - lastX, y - lastY) < FINENESS) return;
    path += `${command}${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
    [lastX, lastY] = [x, y];
  };
  let isDrawing = false;
  ring.slice(1).forEach((to, index) => {
    const from = ring[index]!;
    if (isLeftOut(from, to)) {
      isDrawing = false;
      return;
    }
    if (!isDrawing) draw('M', lonOf(from), latOf(from));
    isDrawing = true;
    const [wide, high] = [lonOf(to) - lonOf(from), latOf(to) - latOf(from)];
    const pieces = Math.ceil(Math.max(Math.abs(wide), Math.abs(high), PIECE) / PIECE);
    for (let piece = 1; piece <= pieces; piece++)
      draw('L', lonOf(from) + (wide * piece) / pieces, latOf(from) + (high * piece) / pieces);
  });
  return path;
}
