import { cellOf, coarseIndex, newCell, type Cell, type Ground } from './ground/ground.ts';
import { cellValue, smoothstep } from './noise.ts';
import type { Season } from './ground/season.ts';

/** What the ground at a pixel is, for the sensors. */
export interface Surface {
  /** Reflected red, green, blue and near infrared, 0 to 255 in full light. */
  colour: Float32Array;
  /** Radar backscatter, 0 to 255. */
  radar: number;
  /** Height of what stands there, metres. */
  height: number;
  /** Light at night, 0 to 1. */
  light: number;
  isWater: boolean;
}

type Rgbn = readonly [number, number, number, number];

/** The fractional part of a positive number; the operator % calls out of the compiled code. */
const part = (value: number): number => value - Math.floor(value);

const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

const ASPHALT: Rgbn = [104, 104, 106, 100];
const TRACK: Rgbn = [168, 154, 128, 150];
const HEDGE: Rgbn = [62, 84, 44, 150];
const CROWN: Rgbn = [58, 82, 44, 160];
const WORKS: Rgbn = [150, 150, 147, 140];
const ROCK: Rgbn = [134, 126, 118, 118];
const SNOW: Rgbn = [236, 240, 246, 225];
const SHOAL: Rgbn = [70, 124, 124, 20];
const DEEP: Rgbn = [14, 38, 62, 6];
const ROOFS: readonly Rgbn[] = [
  [150, 148, 144, 140],
  [132, 112, 98, 126],
  [152, 108, 86, 146],
  [124, 124, 126, 118],
  [168, 162, 154, 156],
  [140, 98, 80, 138],
  [190, 188, 184, 178],
];
/** Mean colours of the quarters of a town, seen from afar. */
const QUARTERS: readonly Rgbn[] = [
  [130, 125, 118, 122],
  [114, 112, 102, 140],
  [145, 139, 132, 140],
  [130, 114, 102, 130],
  [108, 110, 94, 150],
  [154, 150, 144, 158],
  [118, 116, 112, 126],
];
/** Trees stand one a square of this side at most, km on the plane. */
const CROWN_KM = 0.0095;
/** Crops through their year: bare soil, young, full, ripe, stubble. */
const CROPS: readonly Rgbn[] = [
  [138, 114, 88, 120],
  [104, 122, 68, 170],
  [70, 108, 46, 205],
  [178, 160, 96, 165],
  [160, 142, 104, 140],
];

function blend(out: Float32Array, to: Rgbn | Float32Array, share: number): void {
  for (let k = 0; k < 4; k++) out[k] = mix(out[k]!, to[k]!, share);
}

/** The share of a pixel that a line covers: `half` its half width, all in km. */
function lineShare(distance: number, half: number, pixel: number): number {
  if (pixel <= half) return Math.min(1, Math.max(0, (half - distance) / pixel + 0.5));
  // a line narrower than a pixel is fainter, and as wide as one
  return Math.max(0, 1 - distance / pixel) * Math.min(1, (1.5 * half) / pixel);
}

/** How much of a pattern of this wavelength (km) a pixel shows, 1 down to 0. */
const shown = (wavelength: number, pixel: number): number => smoothstep(1.2, 3.5, wavelength / pixel);

/** The surfaces of a ground on a day. The ground is the same on every day; crops, snow and ships are not. */
export function surfacesOf(ground: Ground, season: Season, day: number): (at: number) => Surface {
  const { places, world, coast, relief, built, woods, details, parcels, rivers } = ground;
  const { pixel } = places;
  const coarseAt = coarseIndex(ground.view);
  /** The place on the coarse grid of the pixel being painted. */
  let here = 0;
  const colour = new Float32Array(4);
  const surface: Surface = { colour, radar: 0, height: 0, light: 0, isWater: false };
  const scratch = new Float32Array(4);
  const [field, ward, block] = [newCell(), newCell(), newCell()];
  const [fieldShown, blockShown, lotShown] = [shown(0.2, pixel), shown(0.11, pixel), shown(0.03, pixel)];
  const [streetShown, crownShown] = [0.35 + 0.65 * shown(0.05, pixel), shown(CROWN_KM, pixel)];

  function water(at: number, depth: number): void {
    surface.isWater = true;
    const near = smoothstep(1, 0, depth / 0.9) * (0.75 + 0.5 * woods[at]!);
    for (let k = 0; k < 4; k++) {
      const deep = k < 3 ? mix(DEEP[k]!, world.water[k]![here]!, 0.35) : DEEP[3];
      colour[k] = mix(deep, SHOAL[k]!, Math.min(0.85, Math.max(0, near) * 0.6)) + details[at]! * 3;
    }
    surface.radar = 20 + 7 * details[at]! + 5 * woods[at]!;
    // ships lie in cells of the sea, another day in others
    const size = Math.max(0.04, 1.2 * pixel);
    const [column, row] = [Math.floor(places.x[at]! / size), Math.floor(places.y[at]! / size)];
    if (depth > 0.3 && cellValue(column, row, 7000 + day) < 0.00022 * (size / 0.04)) {
      blend(colour, ROOFS[6]!, 0.75);
      surface.radar = 245;
      surface.light = 0.9;
    }
  }

  /** Woods, meadows and open ground in the Earth's colours. */
  function wild(at: number): void {
    const lush = world.lush[here]!;
    const green = lush * mix(0.55, 1, season.warmth);
    const detail = details[at]!;
    const wood =
      smoothstep(-0.02, 0.2, woods[at]! + 0.22 * detail + 0.25 * world.rugged[here]! + 0.25 * lush - 0.41) *
      smoothstep(0.2, 0.7, lush);
    const sere = (1 - season.warmth) * 0.5;
    for (let k = 0; k < 3; k++) {
      const tint = world.land[k]![here]!;
      const bare = mix(tint * 1.22 + 18, [172, 156, 130][k]!, 0.25) * (1 + 0.16 * detail);
      const grass = mix(mix(tint * 1.1 + 16, [104, 118, 66][k]!, 0.6), [150, 138, 98][k]!, sere);
      const tree = mix(mix(tint * 0.7, [48, 72, 38][k]!, 0.65), [92, 82, 62][k]!, sere * 0.8);
      colour[k] = mix(mix(bare, grass, Math.min(1, green * 1.15)), tree * (1 + 0.34 * detail), wood);
    }
    colour[3] = mix(mix(120, 165, green), mix(150, 96, sere) * (1 + 0.25 * detail), wood);
    const crown = wood > 0.3 ? crownAt(at, 0.9 * wood) : 0;
    for (let k = 0; k < 4; k++) colour[k]! *= crown > 0 ? 0.72 + 0.5 * crown : 1;
    surface.height = crown > 0 || wood > 0.5 ? 12 * Math.max(wood, crown) : 0;
    surface.radar = mix(mix(46, 66, green) + 26 * detail, 92 + 30 * detail, wood);
    const above = world.height[here]! * 0.6 + relief.height[at]! * 1.6;
    const alpine = smoothstep(1.5, 2.3, above) * smoothstep(0.1, 0.4, world.rugged[here]!);
    if (alpine > 0) blend(colour, ROCK, alpine * Math.min(1, Math.max(0, 0.8 + 0.3 * detail)));
    // farmland between the woods
    const farmed = (1 - wood) * smoothstep(0.25, 0.65, lush) * smoothstep(0.5, 0.1, world.rugged[here]!);
    // gardens, not crops, lie between houses
    if (farmed > 0.02 && built[at]! < 0.45) farm(at, farmed * smoothstep(0.22, -0.12, woods[at]!));
  }

  function farm(at: number, share: number): void {
    const id = parcels.id[at]!;
    const width = 0.16 + (0.26 * ((id >>> 8) & 0xff)) / 255;
    cellOf(ground, at, [width, width * (0.6 + ((id >>> 16) & 0xff) / 130)], field);
    // each field has its own calendar
    const stage = 5 * part(season.year + field.value * 0.42 + (places.latitude < 0 ? 0.5 : 0));
    const [from, to] = [CROPS[Math.floor(stage) % 5]!, CROPS[(Math.floor(stage) + 1) % 5]!];
    const rows = pixel < 0.004 ? Math.sin(field.u * 1200) * 0.03 : 0;
    const tone = (0.88 + 0.24 * part(field.value * 7.3)) * (1 + rows + 0.09 * details[at]!);
    for (let k = 0; k < 4; k++) {
      const tint = k < 3 ? world.land[k]![here]! * 1.1 + 14 : 140;
      scratch[k] = mix(mix(from[k]!, to[k]!, part(stage)), tint, 0.34) * tone;
    }
    blend(colour, scratch, share * mix(0.45, 0.95, fieldShown));
    surface.radar = mix(surface.radar, 40 + 60 * field.value + 14 * details[at]!, share * fieldShown);
    // every second field has hedges, the others only a balk
    const isHedged = part(field.value * 53) * season.warmth > 0.3;
    const hedge = lineShare(field.edge, isHedged ? 0.005 : 0.002, pixel) * share;
    blend(colour, isHedged ? HEDGE : TRACK, hedge * (isHedged ? 0.75 : 0.4));
    if (share > 0.5) surface.height = isHedged && hedge > 0.5 ? 4 : 0;
  }

  /** How much of a tree's crown is here, 0 to 1: brighter in its middle. Only pixels of a few metres show crowns. */
  function crownAt(at: number, density: number): number {
    if (crownShown === 0) return 0;
    const [p, q] = [places.x[at]! / CROWN_KM, places.y[at]! / CROWN_KM];
    const [column, row] = [Math.floor(p), Math.floor(q)];
    const value = cellValue(column, row, 977);
    if (value > density) return 0;
    const size = 0.3 + 0.18 * part(value * 97);
    const dx = (p - column - 0.5 - 0.3 * (part(value * 389) - 0.5)) / size;
    const dy = (q - row - 0.5 - 0.3 * (part(value * 1543) - 0.5)) / size;
    const inside = 1 - dx * dx - dy * dy;
    return inside > 0 ? crownShown * (0.45 + 0.55 * Math.sqrt(inside)) : 0;
  }

  /** How bright a street is in pixels that show its pavements, its line and its cars: 1 for asphalt. */
  function trafficAt(cell: Cell, half: number): number {
    const across = cell.edge / half;
    if (across > 0.78) return 1.35;
    if (across < 0.025) return 1.7;
    const along = (cell.edge === cell.u || cell.u > cell.edge + half ? cell.v : cell.u) / 0.0065;
    const lane = Math.floor(across * 3);
    const car = cellValue(Math.floor(along) + 7 * cell.column, lane + 5 * cell.row, 983);
    return car < 0.16 && part(along) < 0.66 && part(across * 3) > 0.3 ? (car < 0.05 ? 0.4 : 2) : 1;
  }

  /** Fills `ward`: four by four blocks. */
  function wardOf({ column, row, u, v }: Cell, wide: number, high: number): void {
    ward.column = column >> 2;
    ward.row = row >> 2;
    ward.u = u + (column & 3) * wide;
    ward.v = v + (row & 3) * high;
    ward.edge = Math.min(ward.u, 4 * wide - ward.u, ward.v, 4 * high - ward.v);
    ward.value = cellValue(ward.column, ward.row, 9001);
  }

  /** A ward is four by four blocks between avenues. It is dense in the middle of a town, else homes, works or a park. */
  function town(at: number, share: number): void {
    const id = parcels.id[at]!;
    const wide = 0.062 + (0.05 * ((id >>> 8) & 0xff)) / 255;
    cellOf(ground, at, [wide, wide * 1.7], block);
    wardOf(block, wide, wide * 1.7);
    // close up a block is built or not; from afar the edge of a town is a mixture of both
    const filled = mix(Math.min(1, share * 1.2), share > 0.05 + 0.5 * block.value ? 1 : 0, lotShown);
    if (filled === 0) return;
    const detail = details[at]!;
    const isCore = share > 0.9 && ward.value < 0.55;
    const isWorks = !isCore && ward.value > 0.9;
    const isPark = !isCore && (ward.value < 0.07 || block.value < 0.06);
    const avenue = lineShare(ward.edge, 0.013, pixel);
    const street = Math.max(avenue, lineShare(block.edge, 0.006, pixel) * streetShown);
    const quarter = QUARTERS[(id >>> 12) % QUARTERS.length]!;
    const lots = isWorks ? wide / 2 : 0.021 + 0.008 * ((id >>> 20) & 1);
    const isClose = lotShown > 0;
    const value = isClose
      ? cellValue(
          Math.floor(block.u / lots) + block.column * 41,
          Math.floor(block.v / lots) + block.row * 37,
          id | 1,
        )
      : part(block.value * 61);
    const [du, dv] = [lots * part(block.u / lots), lots * part(block.v / lots)];
    // houses differ in size; in the core they stand wall to wall around a yard
    const [side, front] = [0.0015 + 0.004 * part(value * 17), 0.002 + 0.006 * part(value * 71)];
    const isHouse = isCore
      ? block.edge < 0.026 || value < 0.16
      : value < 0.86 && Math.min(du, lots - du) > side && Math.min(dv, lots - dv) > front;
    const isRoof = isClose && isHouse && !isPark && block.edge > 0.009;
    // trees, yards and squares between the houses, at all scales
    const trees = smoothstep(0, 0.42, woods[at]! * 0.5 - detail * 0.8) * (1 - 0.6 * share * share);
    const green = isPark
      ? 0.95
      : isWorks
        ? 0.05
        : isCore
          ? 0.1
          : 0.1 + 0.2 * world.lush[here]! + 0.3 * (1 - share) + 0.4 * trees;
    const tone =
      (1 + 0.2 * detail) * (1 + 0.16 * (block.value - 0.5) * blockShown + 0.12 * (ward.value - 0.5));
    // roofs of a quarter are alike; the side that faces the sun is brighter
    const roof = ROOFS[(value < 0.3 || isWorks ? Math.floor(value * 97) : id >>> 24) % ROOFS.length]!;
    const lit = (isWorks ? 1 : du < lots / 2 ? 1.07 : 0.9) * (0.84 + 0.3 * part(value * 29));
    const bare = isPark ? 0.03 : isWorks ? 0.85 : 0.35;
    const crown =
      isRoof || street > 0.8 || !isClose
        ? 0
        : crownAt(at, isPark ? 0.6 : isWorks ? 0.08 : 0.34 + 0.3 * trees);
    const kerb =
      street > 0.5 && pixel < 0.0015
        ? trafficAt(avenue > 0.5 ? ward : block, avenue > 0.5 ? 0.013 : 0.006)
        : 1;
    for (let k = 0; k < 4; k++) {
      const walls = isWorks ? WORKS[k]! : mix(QUARTERS[0]![k]!, quarter[k]!, isCore ? 0.4 : 0.75);
      // from afar a quarter has the mean of its roofs, yards and trees
      scratch[k] = mix(walls, colour[k]! * 0.92, green) * tone;
      if (isClose) {
        const yard = mix(colour[k]!, isCore || isWorks ? 118 : 126, bare);
        scratch[k] = mix(scratch[k]!, (isRoof ? roof[k]! * lit : yard) * (1 + 0.1 * detail), lotShown);
      }
      scratch[k] = mix(scratch[k]!, ASPHALT[k]! * kerb, street * (avenue > 0.5 ? 0.95 : 0.8));
      if (crown > 0)
        scratch[k] = mix(scratch[k]!, CROWN[k]! * (0.5 + 0.75 * crown), Math.min(1, crown * 1.6));
    }
    blend(colour, scratch, filled);
    const rare = value * value * value;
    const tall = isCore ? 14 + 50 * rare * value : isWorks ? 9 : 5 + 14 * rare * rare;
    surface.height = lotShown < 0.5 || street > 0.5 ? 0 : isRoof ? tall : crown > 0 ? 7 : 0;
    // walls at right angles to the look reflect it straight back
    const wall = part(value * 193);
    const bright = wall * wall * wall * wall;
    const radar = isPark
      ? 70
      : mix(96 + 70 * block.value, 70 + 185 * bright + 50 * value, Math.max(0.5, lotShown));
    surface.radar = mix(surface.radar, mix(radar, 30, street * 0.7), filled);
    const lamps =
      0.3 * lineShare(block.edge, 0.012, pixel * 0.6) +
      0.5 * avenue +
      0.25 * rare * rare +
      (isCore ? 0.34 : 0.1);
    const glow = Math.max(0.2, 0.75 + 0.9 * detail - 0.8 * trees);
    surface.light = share * glow * (isPark ? 0.08 : lamps + 0.3 * share * block.value);
  }

  function road(at: number, share: number): void {
    const isMain = ((parcels.id[at]! >>> 9) & 3) === 0;
    const line =
      lineShare(parcels.border[at]!, isMain ? 0.017 : 0.005, pixel) *
      smoothstep(0.05, 0.3, world.lush[here]! + world.night[here]! / 90 + share);
    blend(colour, isMain || share > 0.4 ? ASPHALT : TRACK, line * 0.8);
    if (line > 0.5) surface.height = 0;
    surface.radar = mix(surface.radar, 28, line * 0.8);
    surface.light = Math.max(surface.light, line * (0.12 + 0.9 * share) * (isMain ? 1.4 : 0.6));
  }

  return (at) => {
    here = coarseAt(at);
    surface.height = surface.light = 0;
    surface.isWater = false;
    const distance = coast[at]!;
    if (distance <= 0) {
      water(at, -distance);
      return surface;
    }
    wild(at);
    const share = built[at]!;
    if (share > 0.02) town(at, share);
    road(at, share);
    const cold =
      season.temperature - 6.2 * (world.height[here]! * 0.6 + relief.height[at]! * 1.6) + 2 * details[at]!;
    const snow = smoothstep(-6, -12, cold) * (1 - 0.45 * share);
    if (snow > 0) blend(colour, SNOW, snow * (surface.height > 8 ? 0.45 : 0.9));
    const river = Math.abs(rivers[at]!);
    const bank = 0.0045 + 0.004 * Math.max(0, woods[at]!);
    if (river < bank && world.rugged[here]! < 0.5 && world.lush[here]! > 0.2)
      water(at, 0.2 + (bank - river) * 20);
    else if (distance < 0.05 && share < 0.3) blend(colour, TRACK, 0.5 * smoothstep(0.05, 0.01, distance));
    return surface;
  };
}
