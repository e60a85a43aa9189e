import { COAST_REACH_KM, coastDistances } from './coastline.ts';
import { areLong, noiseField, parcelsOf, reliefField, type Parcels, type Relief } from './fields.ts';
import { cellValue, smoothstep } from '../noise.ts';
import { palette, worldFields, type WorldFields } from './palette.ts';
import { addEnlarged, COARSE, gridOf, valuesOn, type Grid, type Places } from './places.ts';
import { townsAt } from './towns.ts';
import type { View } from '../../../search/sceneView.ts';

/** Height above the plain, km, and its slopes on the plane; mountains only. On the first coarse grid if it shows them. */
interface Mountains extends Relief {
  /** One value a pixel, from one for each place of the relief. */
  enlarged(valueOf: (at: number) => number): Float32Array;
}

/** The ground of a view, one value a pixel, independent of sensor, date and view. */
export interface Ground {
  view: View;
  places: Places;
  /** The world maps on the coarse grid (`coarseIndex`). */
  world: WorldFields;
  /** Distance to the coast on the Mercator plane, km: positive on land, at most COAST_REACH_KM. */
  coast: Float32Array;
  relief: Mountains;
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

/** Places at most so far apart, km, show the shore's shortest waves, the coast's table, and the smallest village. */
const SHORE_APART_KM = 0.004;
const COAST_KM = 0.02;
const TOWN_KM = 0.035;

/** Height range of a mountain range, km. */
const MOUNTAIN_KM = 1.3;

/** Scales the ridges by how mountainous the place is: a plain has hills of some 15 m. */
function mountains(grid: Grid, rugged: Float32Array): Mountains {
  const coarse = grid.coarse!;
  const isPlain = rugged.every((value) => value < 0.02);
  const waves = { longest: 11, octaves: isPlain ? 4 : 8, gain: 0.47, seed: 71 };
  const on = areLong(grid, waves) ? coarse : grid;
  const relief = reliefField(on, waves);
  const scale = new Float32Array(relief.height.length).fill(0.012 * MOUNTAIN_KM);
  const ranges = rugged.map((value) => value * MOUNTAIN_KM);
  if (on === grid) addEnlarged(scale, grid.places.width, grid.places.height, ranges);
  else for (let at = 0; at < scale.length; at++) scale[at]! += ranges[at]!;
  for (const part of [relief.height, relief.east, relief.south])
    for (let at = 0; at < part.length; at++) part[at]! *= scale[at]!;
  const enlarged = (valueOf: (at: number) => number): Float32Array =>
    valuesOn(grid, on.pixel, () => {
      const values = new Float32Array(relief.height.length);
      for (let at = 0; at < values.length; at++) values[at] = valueOf(at);
      return values;
    });
  return { ...relief, enlarged };
}

/** The built-up share: towns with parks and gaps. */
function builtUp(
  grid: Grid,
  { world, woods, details, coast }: Pick<Ground, 'world' | 'woods' | 'details' | 'coast'>,
): Float32Array {
  const { coarse, places } = grid;
  const settledAt = (at: number): number => Math.min(1, 0.75 * world.lush[at]! + world.night[at]! / 70);
  const across = coarse!.places.width;
  const towns = (on: Grid): Float32Array => {
    const { width, count, pixel } = on.places;
    const apart = Math.round(pixel / coarse!.places.pixel);
    // the last places of a coarser grid are beyond the first one
    const settled = Float32Array.from({ length: count }, (_, at) => {
      const column = Math.min(across - 1, (at % width) * apart);
      const row = Math.min(coarse!.places.height - 1, Math.floor(at / width) * apart);
      return settledAt(row * across + column);
    });
    return townsAt(on.places, settled);
  };
  const built = new Float32Array(places.count);
  addEnlarged(built, places.width, places.height, valuesOn(coarse!, TOWN_KM, towns));
  for (let at = 0; at < built.length; at++) {
    const town = built[at]!;
    if (coast[at]! <= 0 || town < 0.05) built[at] = 0;
    else built[at] = smoothstep(0.22, 0.95, town + 0.3 * details[at]! - 0.85 * Math.max(-0.25, woods[at]!));
  }
  return built;
}

/** The distance to the coast. The table's vertices are some 800 m apart: below that the shore is a fractal of its own. */
function shoreOf(grid: Grid): Float32Array {
  const coast = valuesOn(grid, COAST_KM, ({ places }) => coastDistances(places));
  const isNear = (distance: number): boolean => Math.abs(distance) < COAST_REACH_KM * 0.98;
  if (!coast.some(isNear)) return coast;
  const shore = noiseField(grid, { longest: 1.9, octaves: 6, gain: 0.58, seed: 907 });
  for (let at = 0; at < coast.length; at++) if (isNear(coast[at]!)) coast[at]! += SHORE_KM * shore[at]!;
  return coast;
}

/** Computes the ground of a view. Deterministic: a place has the same ground in every view. */
export async function groundOf(view: View): Promise<Ground> {
  const grid = gridOf(view);
  const { places, coarse } = grid;
  const world = worldFields(coarse!.view, await palette());
  const noise = (longest: number, octaves: number, gain: number, seed: number): Float32Array =>
    noiseField(grid, { longest, octaves, gain, seed });
  const coast = valuesOn(grid, SHORE_APART_KM, shoreOf);
  const [woods, details] = [noise(6.5, 8, 0.6, 11), noise(0.9, 10, 0.7, 503)];
  return {
    view,
    places,
    world,
    coast,
    relief: mountains(grid, world.rugged),
    woods,
    details,
    rivers: noise(17, 5, 0.36, 45),
    built: builtUp(grid, { world, woods, details, coast }),
    parcels: parcelsOf(grid, PARCEL_KM, 400),
  };
}

/** The index of a pixel's place on the coarse grid, on which the world maps are. */
export function coarseIndex({ width }: View): (at: number) => number {
  const across = Math.ceil((width - 1) / COARSE) + 1;
  // pixels mostly follow one another
  let [start, first] = [0, 0];
  return (at) => {
    if (at < start || at >= start + width) {
      const row = Math.floor(at / width);
      start = row * width;
      first = (row >> 2) * across;
    }
    return first + ((at - start) >> 2);
  };
}

const ANGLES = Array.from({ length: 256 }, (_, turn) => (turn / 255) * Math.PI);
const COSINES = Float64Array.from(ANGLES, Math.cos);
const SINES = Float64Array.from(ANGLES, Math.sin);

/** The cell of a place in a rectangular pattern that is turned by its parcel's own angle. */
export class Cell {
  /** 0 to 1, a hash of the cell. */
  value = 0.5;
  /** Distance to the nearest edge of the cell, km. */
  edge = 0.5;
  /** Position in the cell from its corner, km. */
  u = 0.5;
  v = 0.5;
  column = 0;
  row = 0;
  /** Of a cell, km. */
  width = 0.5;
  height = 0.5;
  private id = Number.NaN;
  private cos = 0.5;
  private sin = 0.5;

  /** @param sizeOf the width and height of a parcel's cells, km */
  constructor(private readonly sizeOf: (id: number) => [number, number]) {}

  /**
   * Moves to a place. Neighbours mostly share a cell: what follows from it is computed once.
   * @param id the place's parcel
   * @returns whether the cell is another one
   */
  move(id: number, x: number, y: number): boolean {
    const isOther = id !== this.id;
    if (isOther) {
      this.id = id;
      this.cos = COSINES[id & 0xff]!;
      this.sin = SINES[id & 0xff]!;
      [this.width, this.height] = this.sizeOf(id);
    }
    const { width, height } = this;
    const p = x * this.cos + y * this.sin;
    const q = y * this.cos - x * this.sin;
    const column = Math.floor(p / width);
    const row = Math.floor(q / height);
    const u = p - column * width;
    const v = q - row * height;
    this.u = u;
    this.v = v;
    this.edge = Math.min(u, width - u, v, height - v);
    if (!isOther && column === this.column && row === this.row) return false;
    this.column = column;
    this.row = row;
    this.value = cellValue(column, row, id | 1);
    return true;
  }
}
