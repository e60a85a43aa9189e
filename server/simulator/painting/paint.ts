import { sensorFacts } from '../../../contract/sensors.ts';
import type { Footprint } from '../../../contract/search.ts';
import type { SceneFacts } from '../../search/scenes.ts';
import { cloudsOf, type Clouds } from './clouds.ts';
import { groundOf, type Ground } from './ground/ground.ts';
import { seasonOf } from './ground/season.ts';
import { bandPainterOf, painterOf, type Looks, type Painter } from './sensors.ts';
import { surfacesOf } from './surface.ts';
import type { View } from '../../search/sceneView.ts';

/** The facts of a scene that affect its picture. */
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

/** Cloud tops: white by day, faintly lit at night, grey in false colour's near infrared too. */
function overcast(colour: number, at: number, clouds: Clouds, isNight: boolean): number {
  const cover = clouds.cover[at]!;
  const lit = isNight ? 22 + 12 * clouds.depth[at]! : 226 + 29 * clouds.depth[at]!;
  const ground = isNight ? colour : colour * (1 - clouds.shadow[at]!);
  return ground + (lit - ground) * cover;
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
  return painterIn(facts.sensorType, ground, surfacesOf(ground, season, day), looks);
}

/** The ground on the day of the scene, then the stated cloud cover, `channels` bytes per pixel. */
async function painted(
  painterIn: typeof painterOf,
  { facts, geometry }: PictureScene,
  view: View,
  channels: number,
): Promise<Uint8ClampedArray> {
  const paint = groundPainter(await groundOf(view), facts, painterIn);
  const sensor = sensorFacts(facts.sensorType);
  const isNight = sensor?.light === 'night';
  const sun = { sunElevation: facts.sunElevation, isMorning: facts.orbitDirection !== 'Ascending' };
  const clouds = sensor?.seesClouds === false ? null : cloudsOf(view, { facts, geometry }, sun);
  const pixels = new Uint8ClampedArray(view.width * view.height * channels);
  const colour = new Float32Array(4);
  for (let at = 0; at < view.width * view.height; at++) {
    paint(at, colour);
    for (let k = 0; k < channels; k++)
      pixels[at * channels + k] = clouds ? overcast(colour[k]!, at, clouds, isNight) : colour[k]!;
  }
  return pixels;
}

/**
 * Paints a view as a sensor would show it: the ground, then the stated cloud cover. Deterministic.
 * @returns RGB, three bytes per pixel
 */
export function paintScene(scene: PictureScene, view: View): Promise<Uint8ClampedArray> {
  return painted(painterOf, scene, view, 3);
}

/**
 * Paints the bands that are delivered of a scene (contract/sensors.ts). Deterministic; windows of one picture
 * (`View.within`) have no seams.
 * @param bands their number
 * @returns one byte per band and pixel, pixel by pixel
 */
export function paintBands(scene: PictureScene, view: View, bands: number): Promise<Uint8ClampedArray> {
  return painted(bandPainterOf, scene, view, bands);
}
