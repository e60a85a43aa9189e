import { sensorFacts } from '../../../contract/sensors.ts';
import type { Footprint } from '../../../contract/search.ts';
import type { SceneFacts } from '../../db/search/scenes.ts';
import { cloudsOf, type Clouds } from './clouds.ts';
import { groundOf } from './ground.ts';
import { bandPainterOf, painterOf } from './sensors.ts';
import type { View } from './view.ts';

/** The facts of a scene that affect its picture. */
type PictureFacts = Pick<
  SceneFacts,
  'satCode' | 'acquisitionDate' | 'sensorType' | 'cloudCover' | 'sunElevation' | 'orbitDirection'
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

/** The ground, then the stated cloud cover, `channels` bytes per pixel. */
async function painted(
  painterIn: typeof painterOf,
  scene: PictureScene,
  view: View,
  channels: number,
): Promise<Uint8ClampedArray> {
  const { facts } = scene;
  const paint = painterIn(facts.sensorType, await groundOf(view));
  const sensor = sensorFacts(facts.sensorType);
  const isNight = sensor?.light === 'night';
  const sun = { sunElevation: facts.sunElevation, isMorning: facts.orbitDirection !== 'Ascending' };
  const clouds = sensor?.seesClouds === false ? null : cloudsOf(view, scene, sun);
  const pixels = new Uint8ClampedArray(view.width * view.height * channels);
  const colour = new Float32Array(4);
  for (let j = 0, at = 0; j < view.height; j++)
    for (let i = 0; i < view.width; i++, at++) {
      paint(at, i, j, colour);
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
