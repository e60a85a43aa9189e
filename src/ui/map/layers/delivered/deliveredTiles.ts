import { addProtocol } from 'maplibre-gl';
import type { ImageAddress, ImageFacts } from '../../../../raster/delivered/deliveredImage.ts';
import type { ImageStyle } from '../../../../raster/delivered/drawTile.ts';
import type { DrawImage } from '../../../../machines/imagery/delivered.machine.ts';

/** An image as it is to be drawn. */
export interface Painting {
  image: ImageAddress;
  style: ImageStyle;
  draw: DrawImage;
  /** Where it lies, if that is known. */
  facts: Pick<ImageFacts, 'bbox' | 'minZoom'> | null;
  /** Counts up when tiles are to be drawn again. */
  tries: number;
  /** Called with the error of a tile that couldn't be drawn. */
  onFault: (error: unknown) => void;
}

const SIDE = 256;
/** Paintings that tiles may still be requested of. */
const KEPT = 48;
const paintings = new Map<string, { name: string; painting: Painting }>();
let last = 0;

/** The address of a painting's tiles, after `answerDelivered`. */
export function paintedTiles(painting: Painting): string {
  const { image, style, facts, tries } = painting;
  const name = JSON.stringify([image.url, style, facts?.bbox, tries]);
  const known = [...paintings].find(([, one]) => one.name === name && one.painting.draw === painting.draw);
  const key = known?.[0] ?? String(++last);
  // the latest used is the last to be forgotten
  paintings.delete(key);
  paintings.set(key, { name, painting });
  for (const old of paintings.keys()) {
    if (paintings.size <= KEPT) break;
    paintings.delete(old);
  }
  return `delivered://${key}/{z}/{x}/{y}`;
}

/** Whether a tile touches a box; degrees. */
function isOver([west, south, east, north]: ImageFacts['bbox'], z: number, x: number, y: number): boolean {
  const longitude = (column: number) => (column / 2 ** z) * 360 - 180;
  const latitude = (row: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI;
  const isBeside = [0, 360, -360].every(
    (turn) => longitude(x + 1) + turn < west || longitude(x) + turn > east,
  );
  return !isBeside && latitude(y) >= south && latitude(y + 1) <= north;
}

/** Screens with smaller pixels get finer tiles. */
const sideNow = (): number => SIDE * Math.min(2, Math.max(1, Math.round(devicePixelRatio)));
const NOTHING = { data: new ArrayBuffer(0) };

/** Registers the protocol of `paintedTiles` for every map of the page. */
export function answerDelivered(): void {
  addProtocol('delivered', async ({ url }, { signal }) => {
    const [, key = '', ...numbers] = /^delivered:\/\/(\d+)\/(\d+)\/(\d+)\/(\d+)$/.exec(url) ?? [];
    const painting = paintings.get(key)?.painting;
    const [z = 0, x = 0, y = 0] = numbers.map(Number);
    if (painting === undefined) return NOTHING;
    const { facts, image, style, draw, onFault } = painting;
    if (facts !== null && (z < facts.minZoom || !isOver(facts.bbox, z, x, y))) return NOTHING;
    try {
      const picture = await draw(image, { z, x, y, side: sideNow() }, style, signal);
      return picture === null ? NOTHING : { data: picture };
    } catch (error) {
      if (!signal.aborted) onFault(error);
      throw error;
    }
  });
}
