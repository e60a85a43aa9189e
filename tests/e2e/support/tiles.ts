import sharp from 'sharp';
import { expect, type BrowserContext, type Page } from 'playwright/test';

/** Tile URLs for a server's settings; `answerTiles` provides the replies. */
export const TILE_SETTINGS = {
  OSM_TILES: 'https://osm.tiles.example/{z}/{x}/{y}.png',
  GMAP_TILES: 'https://gmap.tiles.example/{z}/{x}/{y}.png',
};
/** Google tiles are drawn unchanged, so this is the colour on the screen. */
const GOOGLE_COLOUR = { r: 120, g: 176, b: 208 };
const OSM_COLOUR = { r: 232, g: 160, b: 96 };

/** Replies to tile requests of both base maps, each with its own colour. */
export async function answerTiles(page: Page | BrowserContext): Promise<void> {
  const colours = { osm: OSM_COLOUR, gmap: GOOGLE_COLOUR };
  for (const [name, background] of Object.entries(colours)) {
    const body = await sharp({ create: { width: 256, height: 256, channels: 3, background } })
      .png()
      .toBuffer();
    await page.route(`https://${name}.tiles.example/**`, (route) =>
      route.fulfill({ contentType: 'image/png', body, headers: { 'access-control-allow-origin': '*' } }),
    );
  }
}

/** Makes every tile request of both base maps fail. */
export async function refuseTiles(page: Page): Promise<void> {
  await page.route('https://*.tiles.example/**', (route) => route.fulfill({ status: 503 }));
}

type Colour = { r: number; g: number; b: number };

/** The screenshot, with a function that reads a pixel's colour. */
export async function screenshotOf(page: Page) {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): Colour => {
    const from = (Math.round(y) * info.width + Math.round(x)) * 3;
    return { r: data[from] ?? 0, g: data[from + 1] ?? 0, b: data[from + 2] ?? 0 };
  };
  return { at, width: info.width, height: info.height };
}

/** The colour of one pixel on the screen, cheaper than a full screenshot. */
export async function colourAt(page: Page, x: number, y: number): Promise<Colour> {
  const clip = { x: Math.round(x), y: Math.round(y), width: 1, height: 1 };
  const pixel = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer();
  return { r: pixel[0] ?? 0, g: pixel[1] ?? 0, b: pixel[2] ?? 0 };
}

const distance = (a: Colour, b: Colour): number => Math.hypot(a.r - b.r, a.g - b.g, a.b - b.b);

/** Whether two colours look the same. */
export const isLike = (a: Colour, b: Colour): boolean => distance(a, b) < 14;

/** Waits until a pixel of the screen shows Google tiles, or doesn't if `is` is false. */
export async function expectGoogle(page: Page, x: number, y: number, is = true): Promise<void> {
  const poll = expect.poll(async () => isLike((await screenshotOf(page)).at(x, y), GOOGLE_COLOUR), {
    timeout: 30_000,
  });
  await poll.toBe(is);
}
