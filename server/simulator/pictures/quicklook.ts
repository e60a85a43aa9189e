import sharp from 'sharp';
import { SENSOR } from '../../../contract/sensors.ts';
import { drawMark } from '../painting/mark.ts';
import { paintScene, type PictureScene } from '../painting/paint.ts';
import { viewOfScene, moved } from '../../search/sceneView.ts';
import { cellValue, seedOf } from '../painting/noise.ts';

/** Frames of a clip, and the time of each, ms. It plays three times, less than five seconds (WCAG 2.2, 2.2.2). */
const FRAMES = 6;
const FRAME_MS = 220;
const PLAYS = 3;
/** How far the picture sways while the satellite stares, pixels. */
const SWAY = 4;
/** Vehicles and ships that move. */
const MOVING = 70;

/** Draws what moves: bright spots of two pixels that keep their way. */
function drawMoving(
  pixels: Uint8ClampedArray,
  { width, height }: { width: number; height: number },
  frame: number,
  seed: number,
): void {
  for (let n = 0; n < MOVING; n++) {
    const speed = 0.6 + 1.2 * cellValue(n, 1, seed);
    const turn = cellValue(n, 2, seed) * 2 * Math.PI;
    const x = Math.round(cellValue(n, 3, seed) * width + Math.cos(turn) * speed * frame);
    const y = Math.round(cellValue(n, 4, seed) * height + Math.sin(turn) * speed * frame);
    if (x < 0 || y < 0 || x >= width - 1 || y >= height) continue;
    for (let k = 0; k < 6; k++) {
      const at = (y * width + x) * 3 + k;
      pixels[at] = pixels[at]! * 0.35 + 228 * 0.65;
    }
  }
}

/**
 * The quicklook of a simulated video as a short clip (animated WebP): the ground painted once, seen from a satellite
 * that stares at it, with what moves on it.
 * @param size longest side in pixels
 * @param isMarked whether it has the mark SIMULATED
 */
async function renderClip(scene: PictureScene, size: number, isMarked: boolean): Promise<Buffer> {
  const view = viewOfScene(scene.geometry, size);
  const { width, height } = view;
  const across = width + 2 * SWAY;
  const wide = { ...moved(view, -SWAY, -SWAY), width: across, height: height + 2 * SWAY };
  const ground = await paintScene(scene, wide);
  const seed = seedOf(scene.facts.acquisitionDate);
  const frames = Array.from({ length: FRAMES }, (_, frame) => {
    const phase = (2 * Math.PI * frame) / FRAMES;
    const [left, top] = [Math.cos(phase), Math.sin(phase)].map((part) =>
      Math.round(SWAY + part * (SWAY - 1)),
    );
    const pixels = new Uint8ClampedArray(width * height * 3);
    for (let row = 0; row < height; row++) {
      const from = ((row + top!) * across + left!) * 3;
      pixels.set(ground.subarray(from, from + width * 3), row * width * 3);
    }
    drawMoving(pixels, view, frame, seed);
    if (isMarked) drawMark({ pixels, width, height, channels: 3 });
    return pixels;
  });
  const raw = { width, height: height * FRAMES, channels: 3, pageHeight: height } as const;
  return sharp(Buffer.concat(frames.map(({ buffer }) => new Uint8Array(buffer))), { raw })
    .webp({ quality: 70, effort: 0, loop: PLAYS, delay: Array.from({ length: FRAMES }, () => FRAME_MS) })
    .toBuffer();
}

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
