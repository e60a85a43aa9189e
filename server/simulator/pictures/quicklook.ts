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
 * Renders the quicklook of a simulated scene as WebP: real colours and coasts, the stated cloud cover. A video is a short
 * clip of half the size, so that its frames together weigh no more than a picture.
 * @param size longest side in pixels
 * @param isMarked whether it has the mark SIMULATED
 */
export async function renderQuicklook(scene: PictureScene, size: number, isMarked = false): Promise<Buffer> {
  if (scene.facts.sensorType === SENSOR.VIDEO) return renderClip(scene, Math.ceil(size / 2), isMarked);
  const { pixels, width, height } = await quicklookPixels(scene, size);
  if (isMarked) drawMark({ pixels, width, height, channels: 3 });
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .webp({ quality: 82, effort: 2 })
    .toBuffer();
}
