import { cellOf, coarseIndex, newCell, type Ground } from './ground/ground.ts';
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

const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

const ASPHALT: Rgbn = [104, 104, 106, 100];
const TRACK: Rgbn = [168, 154, 128, 150];
const ROCK: Rgbn = [134, 126, 118, 118];
const SNOW: Rgbn = [236, 240, 246, 225];
const SHOAL: Rgbn = [70, 124, 124, 20];
const DEEP: Rgbn = [14, 38, 62, 6];
const ROOFS: readonly Rgbn[] = [
  [178, 176, 172, 165],
  [150, 148, 146, 140],
  [204, 202, 196, 190],
  [158, 104, 82, 150],
  [136, 122, 108, 128],
  [110, 118, 128, 112],
  [226, 224, 220, 215],
];
/** Mean colours of the quarters of a town, seen from afar. */
const QUARTERS: readonly Rgbn[] = [
  [142, 136, 128, 122],
  [124, 122, 112, 140],
  [158, 152, 146, 140],
  [136, 122, 110, 130],
  [118, 120, 104, 150],
  [168, 166, 162, 158],
  [130, 128, 124, 126],
];
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
  const [field, block, lot] = [newCell(), newCell(), newCell()];
  const [fieldShown, blockShown, lotShown] = [shown(0.2, pixel), shown(0.11, pixel), shown(0.03, pixel)];

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
      smoothstep(-0.02, 0.2, woods[at]! + 0.22 * detail + 0.25 * world.rugged[here]! - 0.12) * lush;
    const sere = (1 - season.warmth) * 0.5;
    for (let k = 0; k < 3; k++) {
      const tint = world.land[k]![here]!;
      const bare = mix(tint * 1.22 + 18, [172, 156, 130][k]!, 0.25) * (1 + 0.16 * detail);
      const grass = mix(mix(tint * 1.1 + 16, [104, 118, 66][k]!, 0.6), [150, 138, 98][k]!, sere);
      const tree = mix(mix(tint * 0.6, [38, 62, 32][k]!, 0.65), [92, 82, 62][k]!, sere * 0.8);
      colour[k] = mix(mix(bare, grass, Math.min(1, green * 1.15)), tree * (1 + 0.34 * detail), wood);
    }
    colour[3] = mix(mix(120, 165, green), mix(150, 96, sere) * (1 + 0.25 * detail), wood);
    surface.height = wood > 0.5 ? 12 : 0;
    surface.radar = mix(mix(46, 66, green) + 26 * detail, 92 + 30 * detail, wood);
    const above = world.height[here]! * 0.6 + relief.height[at]! * 1.6;
    const alpine = smoothstep(1.5, 2.3, above) * smoothstep(0.1, 0.4, world.rugged[here]!);
    if (alpine > 0) blend(colour, ROCK, alpine * Math.min(1, Math.max(0, 0.8 + 0.3 * detail)));
    // farmland between the woods
    const farmed = (1 - wood) * smoothstep(0.25, 0.65, lush) * smoothstep(0.5, 0.1, world.rugged[here]!);
    if (farmed > 0.02) farm(at, farmed * smoothstep(0.22, -0.12, woods[at]!));
  }

  function farm(at: number, share: number): void {
    const id = parcels.id[at]!;
    const width = 0.14 + (0.22 * ((id >>> 8) & 0xff)) / 255;
    cellOf(ground, at, [width, width * (0.8 + ((id >>> 16) & 0xff) / 160)], field);
    // each field has its own calendar
    const stage = ((season.year + field.value * 0.42 + (places.latitude < 0 ? 0.5 : 0)) % 1) * 5;
    const [from, to] = [CROPS[Math.floor(stage) % 5]!, CROPS[(Math.floor(stage) + 1) % 5]!];
    for (let k = 0; k < 4; k++) {
      const tint = k < 3 ? world.land[k]![here]! * 1.1 + 14 : 140;
      scratch[k] = mix(mix(from[k]!, to[k]!, stage % 1), tint, 0.3) * (0.9 + 0.2 * ((field.value * 7.3) % 1));
    }
    const rows = pixel < 0.004 ? Math.sin(field.u * 1200) * 0.03 : 0;
    for (let k = 0; k < 4; k++) scratch[k]! *= 1 + rows + 0.05 * details[at]!;
    blend(colour, scratch, share * mix(0.45, 0.95, fieldShown));
    surface.radar = mix(surface.radar, 40 + 60 * field.value + 14 * details[at]!, share * fieldShown);
    // hedges
    const hedge = lineShare(field.edge, 0.004, pixel) * share;
    for (let k = 0; k < 3; k++) colour[k]! *= 1 - 0.4 * hedge;
    if (share > 0.5) surface.height = 0;
  }

  function town(at: number, share: number): void {
    const id = parcels.id[at]!;
    const wide = 0.07 + (0.07 * ((id >>> 8) & 0xff)) / 255;
    cellOf(ground, at, [wide, wide * 1.6], block);
    const isPark = block.value < 0.09 * blockShown;
    const isYard = block.value > 0.86;
    const street = lineShare(block.edge, 0.008, pixel) * Math.max(0.25, blockShown);
    const lots = isYard ? 0.06 : 0.026;
    lot.column = Math.floor(block.u / lots);
    lot.row = Math.floor(block.v / lots);
    const value = cellValue(lot.column + block.column * 41, lot.row + block.row * 37, id | 1);
    const roof = ROOFS[Math.floor(value * ROOFS.length)]!;
    const roofs = ROOFS[Math.floor(block.value * 37) % ROOFS.length]!;
    const [du, dv] = [block.u - lot.column * lots, block.v - lot.row * lots];
    const margin = Math.min(du, lots - du, dv, lots - dv);
    const quarter = QUARTERS[(id >>> 12) % QUARTERS.length]!;
    const isRoof = value < 0.8 && margin > 0.003 && !isPark;
    // trees, yards and squares between the houses, at all scales
    const detail = details[at]!;
    const trees = smoothstep(0.02, 0.4, woods[at]! * 0.5 - detail * 0.9) * 0.75 * (1 - 0.5 * share * share);
    const green = 0.3 * (1 - share) + trees * (1 - lotShown);
    const tone = 1 + (0.42 - 0.25 * lotShown) * detail;
    for (let k = 0; k < 4; k++) {
      // from afar a quarter has the mean of its roofs, yards and trees
      const far = mix(
        mix(roofs[k]!, mix(QUARTERS[0]![k]!, quarter[k]!, 0.22), 1 - 0.55 * blockShown),
        colour[k]! * 0.85,
        green,
      );
      const close = isRoof ? roof[k]! : mix(colour[k]!, 132, 0.3);
      scratch[k] = isPark
        ? colour[k]! * 0.95
        : mix(far, close, lotShown) * tone * (1 + (0.26 * ((block.value * 11) % 1) - 0.12) * blockShown);
      scratch[k] = mix(scratch[k]!, ASPHALT[k]!, street * 0.85);
    }
    blend(colour, scratch, Math.min(1, share * 1.15));
    const tall = 4 + 40 * value ** 3 * share * (isPark ? 0 : 1);
    surface.height = isRoof && lotShown > 0.5 && street < 0.5 ? tall : 0;
    // walls at right angles to the look reflect it straight back
    const bright = cellValue(lot.column + block.column * 13, lot.row + block.row * 17, (id | 1) + 5) ** 5;
    const radar = isPark
      ? 70
      : mix(96 + 70 * block.value, 70 + 185 * bright + 50 * value, Math.max(0.5, lotShown));
    surface.radar = mix(surface.radar, mix(radar, 30, street * 0.7), share);
    const lamps = 0.35 * lineShare(block.edge, 0.012, pixel * 0.6) + 0.3 * value ** 6 + 0.12;
    const glow = Math.max(0.2, 0.75 + 1.3 * detail - 0.8 * trees);
    surface.light = share * glow * (isPark ? 0.1 : lamps + 0.35 * share * block.value);
  }

  function road(at: number, share: number): void {
    const isMain = ((parcels.id[at]! >>> 4) & 3) === 0;
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
    const bank = 0.011 + 0.007 * Math.max(0, woods[at]!);
    if (river < bank && world.rugged[here]! < 0.5 && world.lush[here]! > 0.2 && share < 0.7)
      water(at, 0.2 + (bank - river) * 20);
    else if (distance < 0.05 && share < 0.3) blend(colour, TRACK, 0.5 * smoothstep(0.05, 0.01, distance));
    return surface;
  };
}
