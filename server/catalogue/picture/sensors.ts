import { cellValue, smoothstep } from './noise.ts';
import { plotValue, tints, type Ground } from './ground.ts';

/** Puts one pixel's colour (0 to 255 each) into a picture. */
type Painter = (at: number, i: number, j: number, out: Float32Array) => void;

const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

/** A little light and dark from pixel to pixel, -0.5 to 0.5. */
const grain = (i: number, j: number, seed: number): number => cellValue(i, j, seed) - 0.5;

/** Daylight in natural colour. */
function opticalPainter(ground: Ground): Painter {
  const [land, water] = [tints(ground, 'land'), tints(ground, 'water')];
  const BARE = [176, 163, 143];
  const BUILT = [158, 152, 144];
  const SHOAL = [46, 88, 100];
  const DEEP = [16, 46, 78];
  return (at, i, j, out) => {
    const [form, detail] = [ground.forms[at]!, ground.details[at]!];
    if (!ground.land[at]) {
      const depth = ground.shallow[at]! * 0.6;
      const wave = detail * 6 + grain(i, j, 7) * 5;
      const isShip = depth > 0.02 && cellValue(i, j, 77) < 0.00012;
      for (let k = 0; k < 3; k++) {
        const deep = mix(DEEP[k]!, water(i, j, k), 0.35) + form * 5;
        out[k] = isShip ? 225 : mix(deep, SHOAL[k]!, depth) + wave;
      }
      return;
    }
    const [red, green] = [land(i, j, 0), land(i, j, 1)];
    const lush = smoothstep(-0.06, 0.14, (green - red) / (green + 1));
    const wood = smoothstep(0.02, 0.22, form + detail * 0.25) * (0.2 + 0.8 * lush);
    const open = smoothstep(0.05, -0.3, form) * (0.75 - 0.35 * lush);
    const built = ground.built[at]!;
    const field = plotValue(ground, i, j, 0.35, 31) - 0.5;
    const relief = 1 + detail * (0.22 + 0.3 * built) + grain(i, j, 5) * (0.1 + 0.22 * built);
    for (let k = 0; k < 3; k++) {
      const tint = land(i, j, k);
      const grown = tint * 1.3 + 26 - 6 * k;
      let colour = mix(grown, mix(tint * 1.5 + 30, BARE[k]!, 0.5), open);
      colour *= 1 + field * 0.22 * (1 - wood) * (1 - built);
      colour = mix(colour, tint * 0.62 + (k === 1 ? 16 : 6), wood);
      colour = mix(colour, mix(BUILT[k]!, tint * 1.2 + 30, 0.25), built * (1 - 0.55 * wood));
      out[k] = colour * relief;
    }
  };
}

/** Near infrared shown as red: growth red, water black, buildings blue-grey. */
function falseColourPainter(ground: Ground): Painter {
  const natural = opticalPainter(ground);
  const land = tints(ground, 'land');
  return (at, i, j, out) => {
    natural(at, i, j, out);
    const [red, green, blue] = [out[0]!, out[1]!, out[2]!];
    if (!ground.land[at]) {
      [out[0], out[1], out[2]] = [red * 0.25, green * 0.45, blue * 0.6];
      return;
    }
    const lush = smoothstep(-0.1, 0.15, (land(i, j, 1) - land(i, j, 0)) / (land(i, j, 1) + 1));
    const growth = (1 - 0.85 * ground.built[at]!) * lush * (0.75 + 0.5 * ground.forms[at]!);
    out[0] = mix(red * 0.9, 195 + 40 * ground.details[at]!, growth);
    out[1] = mix(red * 0.95, green * 0.55, growth);
    out[2] = mix(green, blue * 0.75, growth);
  };
}

/** Radar backscatter in grey: calm water dark, buildings bright, speckle over everything. */
function radarPainter(ground: Ground): Painter {
  return (at, i, j, out) => {
    const [form, detail] = [ground.forms[at]!, ground.details[at]!];
    const isLand = ground.land[at] === 1;
    let backscatter = isLand ? 78 + 60 * form + 50 * detail : 20 + 8 * form + 10 * detail;
    if (isLand) backscatter += ground.built[at]! * (60 + 160 * plotValue(ground, i, j, 0.12, 9) ** 6);
    else if (ground.shallow[at]! > 0.02 && cellValue(i, j, 77) < 0.0003) backscatter = 250;
    // amplitude of four looks: the mean of exponential draws (Oliver & Quegan, Understanding SAR Images, §4.3)
    let power = 0;
    for (let n = 0; n < 4; n++) power -= Math.log(1 - cellValue(i, j, 40 + n));
    out.fill(Math.max(0, backscatter) * Math.sqrt(power / 4) * 1.05);
  };
}

/** Lights of towns and roads on dark ground. */
function nightPainter(ground: Ground): Painter {
  const glow = tints(ground, 'night');
  return (at, i, j, out) => {
    const isLand = ground.land[at] === 1;
    const shine = glow(i, j, 0) / 255;
    const dark = isLand ? 9 + 7 * ground.forms[at]! : 4;
    let light = 0;
    if (isLand) {
      const road = smoothstep(0.05, 0, Math.abs(ground.details[at]!)) * (0.25 + shine);
      const block = plotValue(ground, i, j, 0.16, 17) ** 3 * ground.built[at]!;
      light = Math.min(1.3, (road * 0.8 + block * 1.3 + ground.built[at]! * 0.16) * (0.25 + 1.2 * shine));
      light *= 0.75 + 0.5 * cellValue(i, j, 3);
    } else if (ground.shallow[at]! > 0.02 && cellValue(i, j, 77) < 0.0006) light = 0.9;
    out[0] = dark + light * 255;
    out[1] = dark + light * 205;
    out[2] = dark + 5 + light * 130;
  };
}

/** The painter for a sensor type (§3); an unknown type is painted as daylight. */
export function painterOf(sensorType: string | null, ground: Ground): Painter {
  switch (sensorType) {
    case 'SAR':
      return radarPainter(ground);
    case 'NIGHT':
      return nightPainter(ground);
    case 'HYPERSPECTRAL':
      return falseColourPainter(ground);
    default:
      return opticalPainter(ground);
  }
}
