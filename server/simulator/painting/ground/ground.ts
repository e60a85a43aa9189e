import { COAST_REACH_KM, coastDistances } from './coastline.ts';
import { noiseField, parcelsOf, reliefField, type Parcels, type Relief } from './fields.ts';
import { cellValue, smoothstep } from '../noise.ts';
import { palette, worldFields, type WorldFields } from './palette.ts';
import { addEnlarged, COARSE, coarseOf, placesOf, type Coarse, type Places } from './places.ts';
import { townsAt } from './towns.ts';
import type { View } from '../../../search/sceneView.ts';

/** The ground of a view, one value a pixel, independent of sensor, date and view. */
export interface Ground {
  view: View;
  places: Places;
  /** The world maps on the coarse grid (`coarseIndex`). */
  world: WorldFields;
  /** Distance to the coast on the Mercator plane, km: positive on land, at most COAST_REACH_KM. */
  coast: Float32Array;
  /** Height above the plain, km, and its slopes on the plane; mountains only. */
  relief: Relief;
  /** Built-up share, 0 to 1. */
  built: Float32Array;
  /** Where woods are likely, about -1 to 1; and small variations at all scales. */
  woods: Float32Array;
  details: Float32Array;
  /** Land parcels: fields of one farm, a quarter of a town. Their borders are roads. */
  parcels: Parcels;
  /** Distance from rivers, in a unit of the pattern; about 0 on one. */
  rivers: Float32Array;
}

/** Side of the squares that have a parcel each, km. */
const PARCEL_KM = 1.5;

/** How far the shore leaves the straight line between two vertices of the coast's table, km: about half of this. */
const SHORE_KM = 0.85;

/** Height range of a mountain range, km. */
const MOUNTAIN_KM = 1.3;

/** Scales the ridges by how mountainous the place is: a plain has hills of some 15 m. */
function mountains(places: Places, coarse: Coarse, rugged: Float32Array): Relief {
  const isPlain = rugged.every((value) => value < 0.02);
  const octaves = isPlain ? 4 : 8;
  const relief = reliefField(places, coarse, { longest: 11, octaves, gain: 0.47, seed: 71 });
  const scale = new Float32Array(places.count).fill(0.012 * MOUNTAIN_KM);
  const ranges = rugged.map((value) => value * MOUNTAIN_KM);
  addEnlarged(scale, places.width, places.height, ranges);
  for (const part of [relief.height, relief.east, relief.south])
    for (let at = 0; at < places.count; at++) part[at]! *= scale[at]!;
  return relief;
}

/** The built-up share: towns with parks and gaps. */
function builtUp(
  { width, height, count }: Places,
  coarse: Coarse,
  { world, woods, details, coast }: Pick<Ground, 'world' | 'woods' | 'details' | 'coast'>,
): Float32Array {
  const settled = world.lush.map((lush, at) => Math.min(1, 0.75 * lush + world.night[at]! / 70));
  const built = new Float32Array(count);
  addEnlarged(built, width, height, townsAt(coarse.places, settled));
  for (let at = 0; at < count; at++) {
    const gaps = 0.3 * details[at]! - 0.85 * Math.max(-0.25, woods[at]!);
    built[at] = coast[at]! <= 0 || built[at]! < 0.05 ? 0 : smoothstep(0.22, 0.95, built[at]! + gaps);
  }
  return built;
}

/** Computes the ground of a view. Deterministic: a place has the same ground in every view. */
export async function groundOf(view: View): Promise<Ground> {
  const places = placesOf(view);
  const coarse = coarseOf(view);
  const world = worldFields(coarse.view, await palette());
  const noise = (longest: number, octaves: number, gain: number, seed: number): Float32Array =>
    noiseField(places, coarse, { longest, octaves, gain, seed });
  const coast = coastDistances(places);
  if (coast.some((distance) => Math.abs(distance) < COAST_REACH_KM * 0.98)) {
    // the table's vertices are some 800 m apart: below that the shore is a fractal of its own
    const shore = noise(1.9, 6, 0.58, 907);
    for (let at = 0; at < places.count; at++)
      if (Math.abs(coast[at]!) < COAST_REACH_KM * 0.98) coast[at]! += SHORE_KM * shore[at]!;
  }
  const [woods, details] = [noise(6.5, 8, 0.6, 11), noise(0.9, 10, 0.7, 503)];
  const bend = [noise(2.6, 2, 0.4, 31), noise(2.6, 2, 0.4, 32)] as const;
  return {
    view,
    places,
    world,
    coast,
    relief: mountains(places, coarse, world.rugged),
    woods,
    details,
    rivers: noise(17, 5, 0.36, 45),
    built: builtUp(places, coarse, { world, woods, details, coast }),
    parcels: parcelsOf(places, { size: PARCEL_KM, seed: 400, bend, isNeeded: (at) => coast[at]! > 0 }),
  };
}

/** The index of a pixel's place on the coarse grid, on which the world maps are. */
export function coarseIndex({ width }: View): (at: number) => number {
  const across = Math.ceil((width - 1) / COARSE) + 1;
  return (at) => {
    const row = Math.floor(at / width);
    return (row >> 2) * across + ((at - row * width) >> 2);
  };
}

/** A cell of a rectangular pattern inside a parcel, with the place inside it. */
export interface Cell {
  /** 0 to 1, a hash of the cell. */
  value: number;
  /** Distance to the nearest edge of the cell, km. */
  edge: number;
  /** Position in the cell from its corner, km. */
  u: number;
  v: number;
  column: number;
  row: number;
}

const ANGLES = Array.from({ length: 256 }, (_, turn) => (turn / 255) * Math.PI);
const COSINES = Float64Array.from(ANGLES, Math.cos);
const SINES = Float64Array.from(ANGLES, Math.sin);

/**
 * The cell of a place in a rectangular pattern that is turned by its parcel's own angle.
 * @param out is filled and returned
 */
export function cellOf(
  { places, parcels }: Ground,
  at: number,
  [width, height]: readonly [number, number],
  out: Cell,
): Cell {
  const id = parcels.id[at]!;
  const turn = id & 0xff;
  const [cos, sin] = [COSINES[turn]!, SINES[turn]!];
  const [x, y] = [places.x[at]!, places.y[at]!];
  const [p, q] = [x * cos + y * sin, y * cos - x * sin];
  out.column = Math.floor(p / width);
  out.row = Math.floor(q / height);
  out.u = p - out.column * width;
  out.v = q - out.row * height;
  out.edge = Math.min(out.u, width - out.u, out.v, height - out.v);
  out.value = cellValue(out.column, out.row, id | 1);
  return out;
}

export const newCell = (): Cell => ({ value: 0, edge: 0, u: 0, v: 0, column: 0, row: 0 });
