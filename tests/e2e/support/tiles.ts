import sharp from 'sharp';
import { expect, type Page } from 'playwright/test';
import { GOOGLE_COLOUR } from './tileService.ts';

type Colour = { r: number; g: number; b: number };

/** The screenshot, with a function that reads the colour at a position; positions and width are CSS pixels. */
export async function screenshotOf(page: Page) {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const width = page.viewportSize()?.width ?? info.width;
  const density = info.width / width;
  const at = (x: number, y: number): Colour => {
    const from = (Math.floor(y * density) * info.width + Math.floor(x * density)) * 3;
    return { r: data[from] ?? 0, g: data[from + 1] ?? 0, b: data[from + 2] ?? 0 };
  };
  return { at, width };
}

/** The colour at one position on the screen, in CSS pixels; cheaper than a full screenshot. */
export async function colourAt(page: Page, x: number, y: number): Promise<Colour> {
  const clip = { x: Math.round(x), y: Math.round(y), width: 2, height: 2 };
  const pixels = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer();
  return { r: pixels[0] ?? 0, g: pixels[1] ?? 0, b: pixels[2] ?? 0 };
}

const distance = (a: Colour, b: Colour): number => Math.hypot(a.r - b.r, a.g - b.g, a.b - b.b);

/** Whether two colours look the same. */
export const isLike = (a: Colour, b: Colour): boolean => distance(a, b) < 14;

/** Number of CSS pixels of the AOI's line between two columns of the screen, or in all. */
export async function linePixels(page: Page, columns: { from?: number; to?: number } = {}): Promise<number> {
  const screen = await screenshotOf(page);
  let count = 0;
  for (let y = 200; y < 600; y += 1)
    for (let x = columns.from ?? 0; x < (columns.to ?? screen.width); x += 1)
      if (isLike(screen.at(x, y), { r: 194, g: 65, b: 12 })) count += 1;
  return count;
}

/** Waits until a pixel of the screen shows Google tiles, or doesn't if `is` is false. */
export async function expectGoogle(page: Page, x: number, y: number, is = true): Promise<void> {
  const poll = expect.poll(async () => isLike(await colourAt(page, x, y), GOOGLE_COLOUR), {
    timeout: 30_000,
  });
  await poll.toBe(is);
}
