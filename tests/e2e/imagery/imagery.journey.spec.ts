import type { Page } from 'playwright/test';
import { Comparison } from '../pages/map/comparison.ts';
import { ImageryPanel } from '../pages/imageryPanel.ts';
import { Portal } from '../pages/portal.ts';
import { addAccountWithLayers } from '../support/layers.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { colourAt, isLike } from '../support/tiles.ts';
import { languagesOf, wordsOf } from '../support/words.ts';
import { box } from '../../fixtures/box.ts';

/** Names that differ in their middle alone. */
const [HARBOUR, STRAIT] = ['Singapore 2021 (simulated)', 'Singapore 2026 (simulated)'] as const;
/** Two layers of one colour each over the same area, and vector data for one of them. */
const COLOURS = { [HARBOUR]: { r: 200, g: 40, b: 160 }, [STRAIT]: { r: 40, g: 160, b: 60 } } as const;
const VECTOR = box(103.62, 1.12, 104.04, 1.48);
/** Both layers fill the uncovered part of the map. */
const VIEW = '/?view=1.3,103.83,12&panel=imagery';
/** A pixel in the middle of that part. */
const PLACE: readonly [number, number] = [900, 420];

/** Sees the layers. */
const EMAIL = 'layers@harbour.example';
let ids: number[];
test.beforeAll(async ({ server }) => {
  ids = await addAccountWithLayers(
    server.dataDir,
    { email: EMAIL },
    Object.entries(COLOURS).map(([name, { r, g, b }]) => ({
      name,
      picture: {
        width: 500,
        height: 500,
        kind: 'uint8',
        epsg: 4326,
        west: 103.58,
        north: 1.55,
        pixel: 0.001,
        bands: 3,
        value: (_x, _y, band) => [r, g, b][band] ?? 0,
      },
      ...(name === HARBOUR && { vector: JSON.stringify(VECTOR) }),
    })),
  );
});

/** Waits until a pixel of the map shows a layer's colour, or doesn't if `is` is false. */
async function expectLayer(page: Page, name: keyof typeof COLOURS, is = true, [x, y] = PLACE) {
  const shows = async () => isLike(await colourAt(page, x, y), COLOURS[name]);
  await expect.poll(shows, { timeout: 30_000 }).toBe(is);
}

for (const language of languagesOf('en')) {
  test(`layers in the Imagery panel are shown, reordered, compared and restored, with opacity, vector data and failed tiles (${language})`, async ({
    page,
    server,
  }) => {
    const t = wordsOf(language);
    const portal = new Portal(page, server.url, t);
    const panel = new ImageryPanel(page, t);
    const comparison = new Comparison(page, t);
    // in Chinese only what has words
    const inFull = language === 'en' ? test.step : async () => {};
    await portal.enter(language, EMAIL, VIEW);
    await expect(portal.map.canvas).toBeVisible();

    await test.step('§2 Imagery panel: lists imagery layers the user can view; each can be selected', async () => {
      await expect(panel.names).toHaveText([STRAIT, HARBOUR]);
      await expectLayer(page, HARBOUR, false);
      await panel.box(HARBOUR).focus();
      await page.keyboard.press('Space');
      await expectLayer(page, HARBOUR);
    });

    await inFull('each layer has an opacity, changed by keyboard', async () => {
      await panel.opacity(HARBOUR).focus();
      await page.keyboard.press('Home');
      await expectLayer(page, HARBOUR, false);
      await page.keyboard.press('End');
      await expectLayer(page, HARBOUR);
    });

    await inFull(
      'the first layer in the list is on top; the order changes by keyboard and by dragging',
      async () => {
        await panel.box(STRAIT).check({ force: true });
        await expectLayer(page, STRAIT);
        await panel.acts(STRAIT).focus();
        await page.keyboard.press('Enter');
        await page.getByRole('menuitem', { name: t('imagery.down'), exact: true }).press('Enter');
        await expect(panel.names).toHaveText([HARBOUR, STRAIT]);
        await expect(panel.acts(STRAIT)).toBeFocused();
        await expectLayer(page, HARBOUR);
        await panel.drag(STRAIT, HARBOUR);
        await expect(panel.names).toHaveText([STRAIT, HARBOUR]);
        await expectLayer(page, STRAIT);
        await panel.drag(STRAIT, HARBOUR);
        await expectLayer(page, HARBOUR);
      },
    );

    await test.step('layers with associated vector data can show it', async () => {
      await expect(panel.act('vector', STRAIT)).toHaveCount(0);
      await panel.act('vector', HARBOUR).click();
      await expect(panel.act('vector', HARBOUR)).toHaveAttribute('aria-pressed', 'true');
      // the vector fill covers the layer
      await expectLayer(page, HARBOUR, false);
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'light' });
      await panel.act('vector', HARBOUR).click();
      await expectLayer(page, HARBOUR);
    });

    await inFull('any layer can be a side of the compare slider', async () => {
      await portal.map.press('compare');
      await comparison.side('after').click();
      await page.getByRole('menuitemradio', { name: STRAIT }).click();
      const { x, y } = await comparison.handleCentre();
      await expectLayer(page, STRAIT, true, [x + 150, y - 100]);
      await expectLayer(page, HARBOUR, false, [x - 150, y - 100]);
      await comparison.button('close').click();
      await expectLayer(page, HARBOUR);
    });

    await inFull('cards of layers with similar names are told apart: no name is cut off', async () => {
      await portal.map.press('layers');
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 });
        for (const name of [HARBOUR, STRAIT]) {
          const title = page.getByRole('radio', { name, exact: true }).getByText(name, { exact: true });
          await expect(title).toBeVisible();
          const cut = await title.evaluate(
            (shown) => shown.scrollHeight > shown.clientHeight || shown.scrollWidth > shown.clientWidth,
          );
          expect(cut, `${name} at ${width}`).toBe(false);
        }
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.keyboard.press('Escape');
      await expectLayer(page, HARBOUR);
    });

    await test.step('failed tiles are reported once, in the row of their layer, with Try again', async () => {
      await panel.box(STRAIT).check({ force: true });
      await page.route(new RegExp(String.raw`/api/ogc\?.*layer=${ids[1]}&`), (route) =>
        route.fulfill({ status: 404 }),
      );
      await panel.act('zoom', STRAIT).click();
      const message = panel.row(STRAIT).getByText(t('imagery.tilesFailed'));
      await expect(message).toHaveCount(1);
      await expect(panel.row(HARBOUR).getByText(t('imagery.tilesFailed'))).toHaveCount(0);
      await page.unrouteAll();
      await panel
        .row(STRAIT)
        .getByRole('button', { name: t('common.tryAgain') })
        .click();
      await expect(message).toHaveCount(0);
      if (language === 'en') {
        await panel.acts(STRAIT).click();
        await page.getByRole('menuitem', { name: t('imagery.up'), exact: true }).click();
      }
      await expectLayer(page, STRAIT);
    });

    const restored =
      'decision 33: a reload restores the layers in their order; tiles that the server refuses for now are asked for again, without a message';
    await inFull(restored, async () => {
      const refused = new Set<string>();
      await page.route(/\/api\/ogc\?/, async (route) => {
        const url = route.request().url();
        if (refused.has(url)) return route.continue();
        refused.add(url);
        return route.fulfill({ status: refused.size % 2 === 0 ? 429 : 503, headers: { 'retry-after': '1' } });
      });
      await page.reload();
      await expect(panel.names).toHaveText([STRAIT, HARBOUR]);
      await expect(panel.box(HARBOUR)).toBeChecked();
      await expectLayer(page, STRAIT);
      expect(refused.size).toBeGreaterThan(1);
      await expect(page.getByText(t('imagery.tilesFailed'))).toHaveCount(0);
      await page.unrouteAll();
    });
  });
}
