import sharp from 'sharp';
import { SENSOR } from '../../../contract/sensors.ts';
import { drawMark } from '../painting/mark.ts';
import { paintScene, type PictureScene } from '../painting/paint.ts';
import { viewOfScene } from '../../search/sceneView.ts';
import { renderClip } from './clip.ts';

/** The RGB pixels of a simulated scene's quicklook without the mark. */
export async function quicklookPixels(
  scene: PictureScene,
  size: number,
): Promise<{ pixels: Uint8ClampedArray; width: number; height: number }> {
  const view = viewOfScene(scene.geometry, size);
  return { pixels: await paintScene(scene, view), width: view.width, height: view.height };
}

/**
 * Renders the quicklook of a simulated scene as WebP: real colours and coasts, the stated cloud cover, the
 * mark SIMULATED. A video is a short clip, except in small pictures.
 * @param size longest side in pixels
 */
export async function renderQuicklook(scene: PictureScene, size: number): Promise<Buffer> {
  if (scene.facts.sensorType === SENSOR.VIDEO && size >= 256) return renderClip(scene, size);
  // small pictures are painted larger and downsampled, to average their details
  const { pixels, width, height } = await quicklookPixels(scene, size < 256 ? size * 2 : size);
  drawMark({ pixels, width, height, channels: 3 });
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } });
  if (size < 256) picture.resize(Math.round(width / 2), Math.round(height / 2));
  return picture.webp({ quality: 82, effort: 2 }).toBuffer();
}
