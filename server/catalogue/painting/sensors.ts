import { sensorFacts, type BandName, type SensorFacts } from '../../../contract/sensors.ts';
import { cellValue, smoothstep } from './noise.ts';
import { plots, tints, type Ground } from './ground.ts';

/** Paints one pixel's colour (0 to 255 per channel) into a picture. */
type Painter = (at: number, i: number, j: number, out: Float32Array) => void;

const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

/** Per-pixel noise, 0 to 1, which continues from one window of a picture to the next. */
function pixelNoise({ view }: Ground): (i: number, j: number, seed: number) => number {
  const { column, row } = view.within ?? { column: 0, row: 0 };
  return (i, j, seed) => cellValue(i + column, j + row, seed);
}

const BARE = [176, 163, 143] as const;
const BUILT = [160, 154, 145] as const;
const SHOAL = [48, 90, 100] as const;
const DEEP = [15, 42, 70] as const;

/** Greenness of the land, 0 to 1, from the Earth's colours. */
const lushness = (red: number, green: number): number => smoothstep(-0.06, 0.14, (green - red) / (green + 1));

function seaPainter(ground: Ground): Painter {
  const noise = pixelNoise(ground);
  const water = tints(ground, 'water');
  return (at, i, j, out) => {
    const depth = ground.shallow[at]! * 0.6;
    const wave = ground.details[at]! * 6 + (noise(i, j, 7) - 0.5) * 5;
    const isShip = depth > 0.02 && noise(i, j, 77) < 0.00012;
    const colours = water(j);
    for (let k = 0; k < 3; k++) {
      const deep = mix(DEEP[k]!, colours[i * 3 + k]!, 0.3) + ground.forms[at]! * 5;
      out[k] = isShip ? 225 : mix(deep, SHOAL[k]!, depth) + wave;
    }
  };
}

/** Daylight in natural colour. */
function opticalPainter(ground: Ground): Painter {
  const land = tints(ground, 'land');
  const fieldAt = plots(ground, 0.35, 31);
  const noise = pixelNoise(ground);
  const sea = seaPainter(ground);
  return (at, i, j, out) => {
    if (!ground.land[at]) {
      sea(at, i, j, out);
      return;
    }
    const [form, detail, built] = [ground.forms[at]!, ground.details[at]!, ground.built[at]!];
    const colours = land(j);
    const lush = lushness(colours[i * 3]!, colours[i * 3 + 1]!);
    const wood = smoothstep(0.0, 0.24, form + detail * 0.3) * (0.15 + 0.85 * lush);
    const open = smoothstep(0.05, -0.3, form) * (0.75 - 0.35 * lush);
    const field = 1 + (fieldAt(i, j) - 0.5) * 0.2 * (1 - wood) * (1 - built) * lush;
    const relief = 1 + detail * (0.2 + 0.34 * built) + (noise(i, j, 5) - 0.5) * (0.1 + 0.26 * built);
    for (let k = 0; k < 3; k++) {
      const tint = colours[i * 3 + k]!;
      const grown = tint * 1.25 + 24 - 6 * k;
      let colour = mix(grown, mix(tint * 1.5 + 30, BARE[k]!, 0.5), open) * field;
      colour = mix(colour, tint * 0.6 + (k === 1 ? 15 : 6), wood);
      colour = mix(colour, mix(BUILT[k]!, tint * 1.2 + 30, 0.22), built * (1 - 0.6 * wood));
      out[k] = colour * relief;
    }
  };
}

/** How much a pixel of land is overgrown, about 0 to 1. */
function growthOf(ground: Ground): (at: number, i: number, j: number) => number {
  const land = tints(ground, 'land');
  return (at, i, j) => {
    const colours = land(j);
    const lush = lushness(colours[i * 3]!, colours[i * 3 + 1]!);
    return (1 - 0.85 * ground.built[at]!) * lush * (0.75 + 0.5 * ground.forms[at]!);
  };
}

/** Near infrared: plants bright, water black. */
function infrared(ground: Ground, at: number, red: number, growth: number): number {
  if (!ground.land[at]) return red * 0.25;
  return mix(red * 0.9, 168 + 70 * ground.details[at]! + 40 * ground.forms[at]!, growth);
}

/** Near infrared shown as red: vegetation red, water black, buildings blue-grey. */
function falseColourPainter(ground: Ground): Painter {
  const natural = opticalPainter(ground);
  const growthAt = growthOf(ground);
  return (at, i, j, out) => {
    natural(at, i, j, out);
    const [red, green, blue] = [out[0]!, out[1]!, out[2]!];
    const growth = growthAt(at, i, j);
    out[0] = infrared(ground, at, red, growth);
    out[1] = ground.land[at] ? mix(red * 0.95, green * 0.55, growth) : green * 0.45;
    out[2] = ground.land[at] ? mix(green, blue * 0.75, growth) : blue * 0.6;
  };
}

/** Natural colour, and near infrared as the fourth value. */
function fourBandPainter(ground: Ground): Painter {
  const natural = opticalPainter(ground);
  const growthAt = growthOf(ground);
  return (at, i, j, out) => {
    natural(at, i, j, out);
    out[3] = infrared(ground, at, out[0]!, growthAt(at, i, j));
  };
}

/** Radar backscatter in grey: calm water dark, buildings bright, speckle everywhere. */
function radarPainter(ground: Ground): Painter {
  const blockAt = plots(ground, 0.12, 9);
  const noise = pixelNoise(ground);
  return (at, i, j, out) => {
    const [form, detail] = [ground.forms[at]!, ground.details[at]!];
    const isLand = ground.land[at] === 1;
    let backscatter = isLand ? 78 + 60 * form + 50 * detail : 20 + 8 * form + 10 * detail;
    if (isLand) backscatter += ground.built[at]! * (60 + 160 * blockAt(i, j) ** 6);
    else if (ground.shallow[at]! > 0.02 && noise(i, j, 77) < 0.0003) backscatter = 250;
    // amplitude of four looks: the mean of exponential draws (Oliver & Quegan, Understanding SAR Images, §4.3)
    let chance = 1;
    for (let n = 0; n < 4; n++) chance *= 1 - noise(i, j, 40 + n);
    out.fill(Math.max(0, backscatter) * Math.sqrt(-Math.log(chance) / 4) * 1.05);
  };
}

/** Lights of towns and roads on dark ground. */
function nightPainter(ground: Ground): Painter {
  const glow = tints(ground, 'night');
  const noise = pixelNoise(ground);
  return (at, i, j, out) => {
    const isLand = ground.land[at] === 1;
    const shine = glow(j)[i]! / 255;
    const [built, detail] = [ground.built[at]!, ground.details[at]!];
    const dark = isLand ? 10 + 8 * ground.forms[at]! : 4;
    let light = 0;
    if (isLand) {
      const road = smoothstep(0.045, 0.0, Math.abs(detail)) * (0.15 + 0.85 * built);
      const lamp = noise(i, j, 3) ** 7 * (built + 0.08 * shine);
      const haze = built * (0.1 + 0.25 * smoothstep(-0.3, 0.5, detail));
      light = (0.75 * road + 1.5 * lamp + haze) * (0.2 + 1.15 * shine);
    } else if (ground.shallow[at]! > 0.02 && noise(i, j, 77) < 0.0006) light = 0.9;
    out[0] = dark + light * 255;
    out[1] = dark + light * 200;
    out[2] = dark + 6 + light * 120;
  };
}

const PAINTERS: Record<SensorFacts['painting'], (ground: Ground) => Painter> = {
  naturalColour: opticalPainter,
  falseColour: falseColourPainter,
  radar: radarPainter,
  nightLights: nightPainter,
};

/** The painter for a sensor type (§3); an unknown type is painted in natural colour. */
export function painterOf(sensorType: string | null, ground: Ground): Painter {
  return PAINTERS[sensorFacts(sensorType)?.painting ?? 'naturalColour'](ground);
}

/** The painter of a sensor type's bands (contract/sensors.ts), in the order of a delivered file. */
export function bandPainterOf(sensorType: string | null, ground: Ground): Painter {
  const hasInfrared = (sensorFacts(sensorType)?.bands as readonly BandName[] | undefined)?.includes('nir');
  return hasInfrared ? fourBandPainter(ground) : painterOf(sensorType, ground);
}
