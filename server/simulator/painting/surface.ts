import { Cell, coarseIndex, type Ground } from './ground/ground.ts';
import { cellValue, smoothstep } from './noise.ts';
import type { Season } from './ground/season.ts';

/** What the ground at a pixel is, for the sensors. */
export interface Surface {
  /** Reflected red, green, blue and near infrared, 0 to 255 in full light. */
  colour: Float64Array;
  /** Radar backscatter, 0 to 255. */
  radar: number;
  /** Height of what stands there, metres. */
  height: number;
  /** Light at night, 0 to 1. */
  light: number;
  isWater: boolean;
}

/** Red, green, blue and near infrared, 0 to 255. */
type Rgbn = Float64Array;
const rgbn = (...values: [number, number, number, number]): Rgbn => Float64Array.from(values);

/** The fractional part of a positive number; the operator % calls out of the compiled code. */
const part = (value: number): number => value - Math.floor(value);

const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

const ASPHALT: Rgbn = rgbn(104, 104, 106, 100);
const TRACK: Rgbn = rgbn(168, 154, 128, 150);
const HEDGE: Rgbn = rgbn(62, 84, 44, 150);
const CROWN: Rgbn = rgbn(58, 82, 44, 160);
const WORKS: Rgbn = rgbn(150, 150, 147, 140);
const ROCK: Rgbn = rgbn(134, 126, 118, 118);
const SNOW: Rgbn = rgbn(236, 240, 246, 225);
/** Bare soil, grass in summer and in winter, woods in summer and in winter. */
const BARE: Rgbn = rgbn(172, 156, 130, 120);
const GRASS: Rgbn = rgbn(104, 118, 66, 165);
const SERE: Rgbn = rgbn(150, 138, 98, 165);
const WOOD: Rgbn = rgbn(48, 72, 38, 150);
const LEAFLESS: Rgbn = rgbn(92, 82, 62, 96);
const SHOAL: Rgbn = rgbn(70, 124, 124, 20);
const DEEP: Rgbn = rgbn(14, 38, 62, 6);
const ROOFS: readonly Rgbn[] = [
  rgbn(150, 148, 144, 140),
  rgbn(132, 112, 98, 126),
  rgbn(152, 108, 86, 146),
  rgbn(124, 124, 126, 118),
  rgbn(168, 162, 154, 156),
  rgbn(140, 98, 80, 138),
  rgbn(190, 188, 184, 178),
];
/** Mean colours of the quarters of a town, seen from afar. */
const QUARTERS: readonly Rgbn[] = [
  rgbn(130, 125, 118, 122),
  rgbn(114, 112, 102, 140),
  rgbn(145, 139, 132, 140),
  rgbn(130, 114, 102, 130),
  rgbn(108, 110, 94, 150),
  rgbn(154, 150, 144, 158),
  rgbn(118, 116, 112, 126),
];
/** Trees stand one a square of this side at most, km on the plane. */
const CROWN_KM = 0.0095;
const CROWNS_PER_KM = 1 / CROWN_KM;
/** Crops through their year: bare soil, young, full, ripe, stubble. */
const CROPS: readonly Rgbn[] = [
  rgbn(138, 114, 88, 120),
  rgbn(104, 122, 68, 170),
  rgbn(70, 108, 46, 205),
  rgbn(178, 160, 96, 165),
  rgbn(160, 142, 104, 140),
];

function blend(out: Rgbn, to: Rgbn, share: number): void {
  out[0]! += (to[0]! - out[0]!) * share;
  out[1]! += (to[1]! - out[1]!) * share;
  out[2]! += (to[2]! - out[2]!) * share;
  out[3]! += (to[3]! - out[3]!) * share;
}

/** The share of a pixel that a line covers: `half` its half width, all in km. */
function lineShare(distance: number, half: number, pixel: number): number {
  // far from most lines
  if (distance >= half + pixel) return 0;
  if (pixel <= half) return Math.min(1, Math.max(0, (half - distance) / pixel + 0.5));
  // a line narrower than a pixel is fainter, and as wide as one
  return distance >= pixel ? 0 : (1 - distance / pixel) * Math.min(1, (1.5 * half) / pixel);
}

/** How much of a pattern of this wavelength (km) a pixel shows, 1 down to 0. */
const shown = (wavelength: number, pixel: number): number => smoothstep(1.2, 3.5, wavelength / pixel);

/** What the world maps determine, alike for all pixels at a place of the coarse grid. */
class Climate {
  /** The place. */
  at = -1;
  lush = 0.5;
  green = 0.5;
  rugged = 0.5;
  night = 0.5;
  height = 0.5;
  /** How much woods there are, what they need, and how much of the rest is farmed. */
  wooded = 0.5;
  woodsMost = 0.5;
  farmed = 0.5;
  /** How much rock heights show. */
  alpine = 0.5;
  /** Colour of open ground, how much details change it, of woods, of deep water, and the tint of crops. */
  readonly open = new Float64Array(4);
  readonly grain = new Float64Array(4);
  readonly woods = new Float64Array(4);
  readonly deep = new Float64Array(4);
  readonly tint = new Float64Array(4);

  constructor(
    private readonly world: Ground['world'],
    private readonly warmth: number,
  ) {}

  move(at: number): void {
    const { world, warmth } = this;
    this.at = at;
    this.rugged = world.rugged[at]!;
    this.night = world.night[at]!;
    this.height = world.height[at]! * 0.6;
    const lush = world.lush[at]!;
    const green = lush * mix(0.55, 1, warmth);
    const sere = (1 - warmth) * 0.5;
    [this.lush, this.green] = [lush, green];
    this.wooded = 0.25 * this.rugged + 0.25 * lush - 0.41;
    this.woodsMost = smoothstep(0.2, 0.7, lush);
    this.farmed = smoothstep(0.25, 0.65, lush) * smoothstep(0.5, 0.1, this.rugged);
    this.alpine = smoothstep(0.1, 0.4, this.rugged);
    const grassy = Math.min(1, green * 1.15);
    for (let k = 0; k < 3; k++) {
      const tint = world.land[k]![at]!;
      const bare = mix(tint * 1.22 + 18, BARE[k]!, 0.25);
      const grass = mix(mix(tint * 1.1 + 16, GRASS[k]!, 0.6), SERE[k]!, sere);
      this.open[k] = mix(bare, grass, grassy);
      this.grain[k] = 0.16 * bare * (1 - grassy);
      this.woods[k] = mix(mix(tint * 0.7, WOOD[k]!, 0.65), LEAFLESS[k]!, sere * 0.8);
      this.deep[k] = mix(DEEP[k]!, world.water[k]![at]!, 0.35);
      this.tint[k] = tint * 1.1 + 14;
    }
    this.open[3] = mix(BARE[3]!, GRASS[3]!, green);
    this.woods[3] = mix(WOOD[3]!, LEAFLESS[3]!, sere);
    this.deep[3] = DEEP[3]!;
    this.tint[3] = 140;
  }
}

/** A ward: four by four blocks. */
class Ward {
  column = 0;
  row = 0;
  u = 0.5;
  v = 0.5;
  edge = 0.5;
  value = 0.5;

  /** Moves to the place of a block; `isOther`: of another one than before. */
  move({ column, row, u, v, width, height }: Cell, isOther: boolean): void {
    if (isOther) {
      this.column = column >> 2;
      this.row = row >> 2;
      this.value = cellValue(this.column, this.row, 9001);
    }
    this.u = u + (column & 3) * width;
    this.v = v + (row & 3) * height;
    this.edge = Math.min(this.u, 4 * width - this.u, this.v, 4 * height - this.v);
  }
}

/** The lots of blocks: what follows from the hash of one. */
class Lot {
  private column = Number.NaN;
  private row = Number.NaN;
  private seed = 0;
  value = Number.NaN;
  /** Half of what the house leaves free at its sides and at its front, km. */
  side = 0.5;
  front = 0.5;
  /** How bright its roof is. */
  lit = 0.5;
  rare = 0.5;

  find(column: number, row: number, seed: number): void {
    if (column === this.column && row === this.row && seed === this.seed) return;
    [this.column, this.row, this.seed] = [column, row, seed];
    this.set(cellValue(column, row, seed));
  }

  /** What follows from a value instead of a place. */
  set(value: number): void {
    if (value === this.value) return;
    this.value = value;
    this.side = 0.0015 + 0.004 * part(value * 17);
    this.front = 0.002 + 0.006 * part(value * 71);
    this.lit = 0.84 + 0.3 * part(value * 29);
    this.rare = value * value * value;
  }
}

/** Width and height of the fields of a parcel, and of its blocks, km. */
const fieldSize = (id: number): [number, number] => {
  const width = 0.16 + (0.26 * ((id >>> 8) & 0xff)) / 255;
  return [width, width * (0.6 + ((id >>> 16) & 0xff) / 130)];
};
const blockSize = (id: number): [number, number] => {
  const width = 0.062 + (0.05 * ((id >>> 8) & 0xff)) / 255;
  return [width, width * 1.7];
};

/** How bright a street is in pixels that show its pavements, its line and its cars: 1 for asphalt. */
function trafficAt({ edge, u, v, column, row }: Cell | Ward, half: number): number {
  const across = edge / half;
  if (across > 0.78) return 1.35;
  if (across < 0.025) return 1.7;
  const along = (edge === u || u > edge + half ? v : u) / 0.0065;
  const lane = Math.floor(across * 3);
  const car = cellValue(Math.floor(along) + 7 * column, lane + 5 * row, 983);
  return car < 0.16 && part(along) < 0.66 && part(across * 3) > 0.3 ? (car < 0.05 ? 0.4 : 2) : 1;
}

/**
 * The surfaces of a ground on a day. The ground is the same on every day; crops, snow and ships are not.
 * @param isDaylight whether colours and heights alone are asked for
 */
export function surfacesOf(
  ground: Ground,
  season: Season,
  day: number,
  isDaylight: boolean,
): (at: number) => Surface {
  const { places, world, coast, relief, built, woods, details, parcels, rivers } = ground;
  const { pixel } = places;
  const [xs, ys, ids, borders] = [places.x, places.y, parcels.id, parcels.border];
  const heights = relief.enlarged((at) => 1.6 * relief.height[at]!);
  const coarseAt = coarseIndex(ground.view);
  const climate = new Climate(world, season.warmth);
  const colour = new Float64Array(4);
  const surface: Surface = { colour, radar: 0.5, height: 0.5, light: 0.5, isWater: false };
  const scratch = new Float64Array(4);
  /** The crop of the field, and how much of the ground's colour it has. */
  const crop = new Float64Array(4);
  let cropTint = 0.5;
  const [field, block, ward, lot] = [new Cell(fieldSize), new Cell(blockSize), new Ward(), new Lot()];
  const [fieldShown, blockShown, lotShown] = [shown(0.2, pixel), shown(0.11, pixel), shown(0.03, pixel)];
  const [streetShown, crownShown] = [0.35 + 0.65 * shown(0.05, pixel), shown(CROWN_KM, pixel)];
  const isClose = lotShown > 0;
  // ships lie in cells of the sea, another day in others
  const shipKm = Math.max(0.04, 1.2 * pixel);
  const shipShare = 0.00022 * (shipKm / 0.04);
  const yearOf = season.year + (places.latitude < 0 ? 0.5 : 0);
  const rowsShown = pixel < 0.004 ? 0.03 : 0;

  function water(at: number, depth: number): void {
    surface.isWater = true;
    const near = smoothstep(1, 0, depth / 0.9) * (0.75 + 0.5 * woods[at]!);
    const shoal = Math.min(0.85, Math.max(0, near) * 0.6);
    const ripple = details[at]! * 3;
    const { deep } = climate;
    for (let k = 0; k < 4; k++) colour[k] = mix(deep[k]!, SHOAL[k]!, shoal) + ripple;
    surface.radar = 20 + 7 * details[at]! + 5 * woods[at]!;
    if (depth <= 0.3) return;
    if (cellValue(Math.floor(xs[at]! / shipKm), Math.floor(ys[at]! / shipKm), 7000 + day) < shipShare) {
      blend(colour, ROOFS[6]!, 0.75);
      surface.radar = 245;
      surface.light = 0.9;
    }
  }

  /** Woods, meadows and open ground in the Earth's colours. */
  function wild(at: number): void {
    const detail = details[at]!;
    const { open, grain, woods: trees, woodsMost, green } = climate;
    const likely = woods[at]! + 0.22 * detail + climate.wooded;
    const wood = likely <= -0.02 ? 0 : smoothstep(-0.02, 0.2, likely) * woodsMost;
    const crown = wood > 0.3 ? crownAt(at, 0.9 * wood) : 0;
    const crowned = crown > 0 ? 0.72 + 0.5 * crown : 1;
    const leaves = 1 + 0.34 * detail;
    const infrared = 1 + 0.25 * detail;
    for (let k = 0; k < 4; k++) {
      const bare = open[k]! + grain[k]! * detail;
      colour[k] = mix(bare, trees[k]! * (k < 3 ? leaves : infrared), wood) * crowned;
    }
    surface.height = crown > 0 || wood > 0.5 ? 12 * Math.max(wood, crown) : 0;
    if (!isDaylight) surface.radar = mix(mix(46, 66, green) + 26 * detail, 92 + 30 * detail, wood);
    if (climate.alpine > 0) {
      const alpine = climate.alpine * smoothstep(1.5, 2.3, climate.height + heights[at]!);
      if (alpine > 0) blend(colour, ROCK, alpine * Math.min(1, Math.max(0, 0.8 + 0.3 * detail)));
    }
    // farmland between the woods
    const farmed = (1 - wood) * climate.farmed;
    // gardens, not crops, lie between houses
    if (farmed > 0.02 && built[at]! < 0.45) farm(at, farmed * smoothstep(0.22, -0.12, woods[at]!));
  }

  function farm(at: number, share: number): void {
    const id = ids[at]!;
    if (field.move(id, xs[at]!, ys[at]!)) {
      // each field has its own calendar
      const stage = 5 * part(yearOf + field.value * 0.42);
      const [from, to] = [CROPS[Math.floor(stage) % 5]!, CROPS[(Math.floor(stage) + 1) % 5]!];
      const bright = 0.88 + 0.24 * part(field.value * 7.3);
      for (let k = 0; k < 4; k++) crop[k] = mix(from[k]!, to[k]!, part(stage)) * bright * 0.66;
      cropTint = bright * 0.34;
    }
    const rows = rowsShown > 0 ? Math.sin(field.u * 1200) * rowsShown : 0;
    const tone = 1 + rows + 0.09 * details[at]!;
    const mixed = share * mix(0.45, 0.95, fieldShown);
    const { tint } = climate;
    for (let k = 0; k < 4; k++) colour[k]! += ((crop[k]! + tint[k]! * cropTint) * tone - colour[k]!) * mixed;
    if (!isDaylight)
      surface.radar = mix(surface.radar, 40 + 60 * field.value + 14 * details[at]!, share * fieldShown);
    // every second field has hedges, the others only a balk
    const isHedged = part(field.value * 53) * season.warmth > 0.3;
    const hedge = lineShare(field.edge, isHedged ? 0.005 : 0.002, pixel) * share;
    if (hedge > 0) blend(colour, isHedged ? HEDGE : TRACK, hedge * (isHedged ? 0.75 : 0.4));
    if (share > 0.5) surface.height = isHedged && hedge > 0.5 ? 4 : 0;
  }

  /** How much of a tree's crown is here, 0 to 1: brighter in its middle. Only pixels of a few metres show crowns. */
  function crownAt(at: number, density: number): number {
    if (crownShown === 0) return 0;
    const p = xs[at]! * CROWNS_PER_KM;
    const q = ys[at]! * CROWNS_PER_KM;
    const column = Math.floor(p);
    const row = Math.floor(q);
    const value = cellValue(column, row, 977);
    if (value > density) return 0;
    const size = 0.3 + 0.18 * part(value * 97);
    const dx = p - column - 0.5 - 0.3 * (part(value * 389) - 0.5);
    const dy = q - row - 0.5 - 0.3 * (part(value * 1543) - 0.5);
    const inside = 1 - (dx * dx + dy * dy) / (size * size);
    return inside > 0 ? crownShown * (0.45 + 0.55 * Math.sqrt(inside)) : 0;
  }

  /** A ward is four by four blocks between avenues. It is dense in the middle of a town, else homes, works or a park. */
  function town(at: number, share: number): void {
    const id = ids[at]!;
    ward.move(block, block.move(id, xs[at]!, ys[at]!));
    // close up a block is built or not; from afar the edge of a town is a mixture of both
    const filled = mix(Math.min(1, share * 1.2), share > 0.05 + 0.5 * block.value ? 1 : 0, lotShown);
    if (filled === 0) return;
    const detail = details[at]!;
    const isCore = share > 0.9 && ward.value < 0.55;
    const isWorks = !isCore && ward.value > 0.9;
    const isPark = !isCore && (ward.value < 0.07 || block.value < 0.06);
    const avenue = lineShare(ward.edge, 0.013, pixel);
    const street = Math.max(avenue, lineShare(block.edge, 0.006, pixel) * streetShown);
    const lots = isWorks ? block.width / 2 : 0.021 + 0.008 * ((id >>> 20) & 1);
    const across = Math.floor(block.u / lots);
    const along = Math.floor(block.v / lots);
    if (isClose) lot.find(across + block.column * 41, along + block.row * 37, id | 1);
    else lot.set(part(block.value * 61));
    const { value } = lot;
    const du = block.u - lots * across;
    const dv = block.v - lots * along;
    // houses differ in size; in the core they stand wall to wall around a yard
    const isHouse = isCore
      ? block.edge < 0.026 || value < 0.16
      : value < 0.86 && Math.min(du, lots - du) > lot.side && Math.min(dv, lots - dv) > lot.front;
    const isRoof = isClose && isHouse && !isPark && block.edge > 0.009;
    // trees, yards and squares between the houses, at all scales
    const trees = smoothstep(0, 0.42, woods[at]! * 0.5 - detail * 0.8) * (1 - 0.6 * share * share);
    const suburb = 0.1 + 0.2 * climate.lush + 0.3 * (1 - share) + 0.4 * trees;
    const green = isPark ? 0.95 : isWorks ? 0.05 : isCore ? 0.1 : suburb;
    const tone =
      (1 + 0.2 * detail) * (1 + 0.16 * (block.value - 0.5) * blockShown + 0.12 * (ward.value - 0.5));
    const crown =
      isRoof || street > 0.8 || !isClose
        ? 0
        : crownAt(at, isPark ? 0.6 : isWorks ? 0.08 : 0.34 + 0.3 * trees);
    const quarter = isWorks ? WORKS : QUARTERS[(id >>> 12) % QUARTERS.length]!;
    const own = isWorks ? 1 : isCore ? 0.4 : 0.75;
    // roofs of a quarter are alike; the side that faces the sun is brighter
    const roof = ROOFS[(value < 0.3 || isWorks ? Math.floor(value * 97) : id >>> 24) % ROOFS.length]!;
    const grain = 1 + 0.1 * detail;
    const lit = (isWorks ? 1 : du < lots / 2 ? 1.07 : 0.9) * lot.lit * grain;
    const bare = isPark ? 0.03 : isWorks ? 0.85 : 0.35;
    const yard = isCore || isWorks ? 118 : 126;
    const kerb =
      street > 0.5 && pixel < 0.0015
        ? trafficAt(avenue > 0.5 ? ward : block, avenue > 0.5 ? 0.013 : 0.006)
        : 1;
    const paved = street * (avenue > 0.5 ? 0.95 : 0.8);
    for (let k = 0; k < 4; k++) {
      const ground = colour[k]!;
      // from afar a quarter has the mean of its roofs, yards and trees
      let shade = 0;
      if (lotShown < 1) shade = mix(mix(QUARTERS[0]![k]!, quarter[k]!, own), ground * 0.92, green) * tone;
      if (isClose) shade = mix(shade, isRoof ? roof[k]! * lit : mix(ground, yard, bare) * grain, lotShown);
      scratch[k] = mix(shade, ASPHALT[k]! * kerb, paved);
    }
    if (crown > 0) {
      const leaves = 0.5 + 0.75 * crown;
      const covered = Math.min(1, crown * 1.6);
      for (let k = 0; k < 4; k++) scratch[k] = mix(scratch[k]!, CROWN[k]! * leaves, covered);
    }
    blend(colour, scratch, filled);
    const { rare } = lot;
    const tall = isCore ? 14 + 50 * rare * value : isWorks ? 9 : 5 + 14 * rare * rare;
    surface.height = lotShown < 0.5 || street > 0.5 ? 0 : isRoof ? tall : crown > 0 ? 7 : 0;
    if (isDaylight) return;
    // walls at right angles to the look reflect it straight back
    const radar = isPark
      ? 70
      : mix(96 + 70 * block.value, 70 + 185 * part(value * 193) ** 4 + 50 * value, Math.max(0.5, lotShown));
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
    const isMain = ((ids[at]! >>> 9) & 3) === 0;
    const covered = lineShare(borders[at]!, isMain ? 0.017 : 0.005, pixel);
    if (covered === 0) return;
    const line = covered * smoothstep(0.05, 0.3, climate.lush + climate.night / 90 + share);
    blend(colour, isMain || share > 0.4 ? ASPHALT : TRACK, line * 0.8);
    if (line > 0.5) surface.height = 0;
    if (isDaylight) return;
    surface.radar = mix(surface.radar, 28, line * 0.8);
    surface.light = Math.max(surface.light, line * (0.12 + 0.9 * share) * (isMain ? 1.4 : 0.6));
  }

  return (at) => {
    const here = coarseAt(at);
    if (here !== climate.at) climate.move(here);
    surface.height = 0;
    surface.light = 0;
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
    const cold = season.temperature - 6.2 * (climate.height + heights[at]!) + 2 * details[at]!;
    if (cold < -6) {
      const snow = smoothstep(-6, -12, cold) * (1 - 0.45 * share);
      blend(colour, SNOW, snow * (surface.height > 8 ? 0.45 : 0.9));
    }
    const river = Math.abs(rivers[at]!);
    const bank = 0.0045 + 0.004 * Math.max(0, woods[at]!);
    if (river < bank && climate.rugged < 0.5 && climate.lush > 0.2) water(at, 0.2 + (bank - river) * 20);
    else if (distance < 0.05 && share < 0.3) blend(colour, TRACK, 0.5 * smoothstep(0.05, 0.01, distance));
    return surface;
  };
}
