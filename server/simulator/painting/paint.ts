import { sensorFacts, type BandName, type SensorFacts } from '../../../contract/sensors.ts';
import type { Footprint } from '../../../contract/search.ts';
import type { SceneFacts } from '../../search/scenes.ts';
import { cloudsOf, overcast } from './clouds.ts';
import { groundOf, type Ground, coarseIndex } from './ground/ground.ts';
import { seasonOf } from './ground/season.ts';
import { surfacesOf, type Surface } from './surface.ts';
import type { View } from '../../search/sceneView.ts';
import { cellValue } from './noise.ts';

type PictureFacts = Pick<
  SceneFacts,
  | 'satCode'
  | 'acquisitionDate'
  | 'sensorType'
  | 'cloudCover'
  | 'sunElevation'
  | 'orbitDirection'
  | 'sideLookDirection'
>;

/** The fields of a simulated scene that determine its picture. */
export interface PictureScene {
  facts: PictureFacts;
  geometry: Footprint;
}

const DAY_MS = 86_400_000;

/** Where sun and radar stand: the sun in the east in the morning, towards the equator. */
function looksOf({ sunElevation, orbitDirection, sideLookDirection }: PictureFacts, latitude: number): Looks {
  const isAscending = orbitDirection === 'Ascending';
  const looksEast = isAscending === (sideLookDirection !== 'Left');
  return {
    sunHeight: Math.sin((Math.max(8, sunElevation ?? 45) * Math.PI) / 180),
    sunEast: isAscending ? -0.8 : 0.8,
    sunSouth: latitude >= 0 ? 0.6 : -0.6,
    radarEast: looksEast ? -1 : 1,
  };
}

/** Paints a ground as it is on the day of a scene, without its clouds. */
export function groundPainter(ground: Ground, facts: PictureFacts, painterIn = bandPainterOf): Painter {
  const season = seasonOf(facts.acquisitionDate, ground.places.latitude);
  const day = Math.floor(Date.parse(facts.acquisitionDate) / DAY_MS);
  const looks = looksOf(facts, ground.places.latitude);
  const light = sensorFacts(facts.sensorType)?.painting ?? 'naturalColour';
  const isDaylight = light !== 'radar' && light !== 'nightLights';
  return painterIn(facts.sensorType, ground, surfacesOf(ground, season, day, isDaylight), looks);
}

/** The ground on the day of the scene, then the stated cloud cover, given pixel by pixel. */
async function painted(
  painterIn: typeof painterOf,
  { facts, geometry }: PictureScene,
  view: View,
  put: (at: number, colour: Float64Array) => void,
): Promise<void> {
  const paint = groundPainter(await groundOf(view), facts, painterIn);
  const sensor = sensorFacts(facts.sensorType);
  const isNight = sensor?.light === 'night';
  const sun = { sunElevation: facts.sunElevation, isMorning: facts.orbitDirection !== 'Ascending' };
  const clouds = sensor?.seesClouds === false ? null : cloudsOf(view, { facts, geometry }, sun);
  const colour = new Float64Array(4);
  for (let at = 0; at < view.width * view.height; at++) {
    paint(at, colour);
    if (clouds) overcast(colour, at, clouds, isNight);
    put(at, colour);
  }
}

/**
 * Paints a view as a sensor would show it: the ground, then the stated cloud cover. Deterministic.
 * @returns RGB, three bytes per pixel
 */
export async function paintScene(scene: PictureScene, view: View): Promise<Uint8ClampedArray> {
  const pixels = new Uint8ClampedArray(view.width * view.height * 3);
  await painted(painterOf, scene, view, (at, colour) => {
    for (let k = 0; k < 3; k++) pixels[at * 3 + k] = colour[k]!;
  });
  return pixels;
}

/**
 * Paints the bands that are delivered of a scene (contract/sensors.ts). Deterministic; windows of one picture
 * (`View.within`) have no seams.
 * @param count of bands
 * @returns the bands, each one byte per pixel, 1 to 255
 */
export async function paintBands(scene: PictureScene, view: View, count: number): Promise<Uint8Array[]> {
  const bands = Array.from({ length: count }, () => new Uint8Array(view.width * view.height));
  await painted(bandPainterOf, scene, view, (at, colour) => {
    // rounded and limited as a Uint8ClampedArray does it, which also lacks 0 here
    for (let k = 0; k < count; k++) bands[k]![at] = Math.min(255.5, Math.max(1, colour[k]! + 0.5));
  });
  return bands;
}

/** How the sun and the satellite stand, for a picture. */
interface Looks {
  /** Sines and cosines of the sun's elevation, and where it is: 1 in the east, −1 in the west; south is 1. */
  sunHeight: number;
  sunEast: number;
  sunSouth: number;
  /** Where a radar looks from: 1 from the east, −1 from the west. */
  radarEast: number;
}

/** Paints one pixel's values (0 to 255 per channel) into a picture. */
type Painter = (at: number, out: Float64Array) => void;

/** Per-pixel noise, 0 to 1, which continues from one window of a picture to the next. */
function pixelNoise({ view }: Ground): (at: number, seed: number) => number {
  const { column, row } = view.within ?? { column: 0, row: 0 };
  const { width } = view;
  // pixels mostly follow one another
  let [start, down] = [0, row];
  return (at, seed) => {
    if (at < start || at >= start + width) {
      start = at - (at % width);
      down = row + start / width;
    }
    return cellValue(at - start + column, down, seed);
  };
}

/** Light on each place's slope: 1 on level ground (Lambert's cosine law), between the limits of a shadow and of glare. */
function slopes({ relief }: Ground, { sunHeight, sunEast, sunSouth }: Looks): Float32Array {
  const flat = Math.sqrt(1 - sunHeight * sunHeight);
  return relief.enlarged((at) => {
    const east = relief.east[at]!;
    const south = relief.south[at]!;
    const normal = Math.sqrt(1 + east * east + south * south);
    const cosine = (sunHeight - flat * (east * sunEast + south * sunSouth)) / normal;
    return Math.min(1.5, Math.max(0.32, cosine / Math.max(0.25, sunHeight)));
  });
}

/** Red, green, blue and near infrared by daylight. */
function daylight(ground: Ground, surfaceAt: (at: number) => Surface, looks: Looks): Painter {
  const noise = pixelNoise(ground);
  const light = slopes(ground, looks);
  // low sun is dimmer and yellower, partly made up for by the exposure
  const dim = 0.72 + 0.34 * looks.sunHeight;
  const [redder, bluer] = [dim * 1.02, dim * (0.9 + 0.1 * looks.sunHeight)];
  const { width } = ground.view;
  const metres = ground.places.pixel * ground.places.shrink * 1000;
  // the shadow of what stands towards the sun, where pixels resolve it
  const isSharp = metres < 6;
  const step = isSharp ? Math.round(-looks.sunEast) - width * Math.round(looks.sunSouth) : 0;
  let previous = -2;
  // a variable of a closure would be a new object each time
  const height = Float64Array.of(0);
  return (at, out) => {
    const surface = surfaceAt(at);
    const grain = (1 + (noise(at, 5) - 0.5) * 0.045) * (surface.isWater ? 1 : light[at]!);
    const { colour } = surface;
    // through a little haze
    out[0] = colour[0]! * redder * grain + 8;
    out[1] = colour[1]! * dim * grain + 11;
    out[2] = colour[2]! * bluer * grain + 18;
    out[3] = colour[3]! * dim * grain + 2;
    if (step === 0) return;
    // rows are painted from left to right: the neighbour's height is known
    const falls = previous === at - 1 ? height[0]! - surface.height : 0;
    if (falls > 2 && looks.sunEast < 0) for (let k = 0; k < 4; k++) out[k]! *= 0.55;
    if (falls < -2 && looks.sunEast > 0) for (let k = 0; k < 4; k++) out[k]! *= 0.72;
    previous = at;
    height[0] = surface.height;
  };
}

/** Near infrared shown as red: vegetation red, water black, buildings blue-grey. */
function falseColour(daylightPainter: Painter): Painter {
  return (at, out) => {
    daylightPainter(at, out);
    [out[0], out[1], out[2]] = [out[3]! * 1.05, out[0]!, out[1]!];
  };
}

/** Radar amplitude in grey: slopes that face it bright and pressed together, its shadows dark, speckle everywhere. */
function radar(ground: Ground, surfaceAt: (at: number) => Surface, { radarEast }: Looks): Painter {
  const noise = pixelNoise(ground);
  const east = ground.relief.enlarged((at) => ground.relief.east[at]!);
  return (at, out) => {
    const surface = surfaceAt(at);
    const facing = surface.isWater ? 0 : -east[at]! * radarEast;
    // layover: steep slopes towards the radar fall on few pixels, which hold all of their energy
    const layover =
      facing > 0 ? 1 + 3.2 * facing + 14 * Math.max(0, facing - 0.32) : Math.max(0.08, 1 + 2.4 * facing);
    const backscatter = surface.radar * layover;
    // amplitude of four looks: the mean of exponential draws (Oliver & Quegan, Understanding SAR Images, §4.3)
    let chance = 1;
    for (let n = 0; n < 4; n++) chance *= 1 - noise(at, 40 + n);
    out.fill(backscatter * Math.sqrt(-Math.log(chance) / 4) * 1.05);
  };
}

/** Lights of towns and roads on dark ground. */
function nightLights(ground: Ground, surfaceAt: (at: number) => Surface): Painter {
  const noise = pixelNoise(ground);
  const coarseAt = coarseIndex(ground.view);
  return (at, out) => {
    const surface = surfaceAt(at);
    const shine = ground.world.night[coarseAt(at)]! / 255;
    const dark = surface.isWater ? 4 : 7 + 0.05 * surface.colour[1]!;
    const lamp = surface.light * (0.4 + 1.3 * shine) * (0.7 + 0.6 * noise(at, 3) ** 2);
    const warm = 0.75 + 0.25 * noise(at, 9);
    out[0] = dark + lamp * 265;
    out[1] = dark + lamp * 215 * warm;
    out[2] = dark + 6 + lamp * 140 * warm * warm;
  };
}

/** The painter of a picture for a sensor type (§3); an unknown type is painted in natural colour. */
function painterOf(
  sensorType: string | null,
  ground: Ground,
  surfaceAt: (at: number) => Surface,
  looks: Looks,
): Painter {
  const painting: SensorFacts['painting'] = sensorFacts(sensorType)?.painting ?? 'naturalColour';
  if (painting === 'radar') return radar(ground, surfaceAt, looks);
  if (painting === 'nightLights') return nightLights(ground, surfaceAt);
  const day = daylight(ground, surfaceAt, looks);
  return painting === 'falseColour' ? falseColour(day) : day;
}

/** The painter of a sensor type's bands (contract/sensors.ts), in the order of a delivered file. */
function bandPainterOf(...[sensorType, ground, surfaceAt, looks]: Parameters<typeof painterOf>): Painter {
  const hasInfrared = (sensorFacts(sensorType)?.bands as readonly BandName[] | undefined)?.includes('nir');
  return hasInfrared ? daylight(ground, surfaceAt, looks) : painterOf(sensorType, ground, surfaceAt, looks);
}
