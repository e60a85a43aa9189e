import type { Page } from 'playwright/test';
import { onOnePage, type PageLifecycle } from '../support/onePage.ts';
import { LayersPanel } from '../pages/map/layersPanel.ts';
import { smallControls } from '../support/inspect/smallControls.ts';
import { expect, expectAccessible, test, tiledTest } from '../support/test.ts';
import { GOOGLE_COPYRIGHT } from '../support/tileService.ts';
import { colourAt, expectGoogle, isLike } from '../support/tiles.ts';

/** A pixel of the map that nothing covers. */
const FREE = [900, 650] as const;

/** Expects Singapore's land on the built-in map, north of the strait. */
const expectLand = (page: Page) =>
  expect.poll(async () => isLike(await colourAt(page, 900, 330), { r: 245, g: 243, b: 238 })).toBe(true);

// sentences build on each other: each starts with the previous one's base map
const lifecycle: PageLifecycle = {
  begin: async ({ portal, page, language }) => {
    await portal.enter(language);
    // §2 Map defaults
    await expect(portal.map.zoom).toHaveText('Zoom 18.0');
    await expect(new LayersPanel(page, portal.t).attribution).toHaveText('© OpenStreetMap contributors');
  },
  restore: async ({ portal, page }) => {
    const { group } = new LayersPanel(page, portal.t);
    if (await group.isVisible()) await page.keyboard.press('Escape');
    await expect(group).toBeHidden();
  },
};

tiledTest(
  '§2 Layer selector',
  onOnePage(lifecycle, (it) => {
    it('Escape closes the selector without a choice, and the focus returns', async ({ portal, page }) => {
      const layers = new LayersPanel(page, portal.t);
      await portal.map.press('layers');
      await expect(layers.card('OSM')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(layers.group).toBeHidden();
      await expect(portal.map.group('layers')).toBeFocused();
      expect(await page.evaluate(() => localStorage.getItem('map_default'))).toBeNull();
    });

    it('the layer selector is a mandatory single-choice group of cards (120x80), each with an avatar image, titled Google and OSM', async ({
      portal,
      page,
    }) => {
      const layers = new LayersPanel(page, portal.t);
      await portal.map.press('layers');
      await expect(layers.group.getByRole('radio')).toHaveCount(2);
      await expect(layers.card('OSM')).toBeChecked();
      await expect(layers.card('Google')).not.toBeChecked();
      for (const title of ['Google', 'OSM'] as const) {
        expect(await layers.card(title).boundingBox()).toMatchObject({ width: 120, height: 80 });
        const picture = layers.card(title).locator('img');
        await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(240);
      }
      await expectAccessible(page);
      await layers.card('OSM').click();
      await expect(layers.group).toBeHidden();
      await portal.map.press('layers');
      await expect(layers.card('OSM')).toBeChecked();
    });

    it('choosing a card closes the panel after 200 ms, switches the base map and saves the choice under map_default', async ({
      portal,
      page,
    }) => {
      const layers = new LayersPanel(page, portal.t);
      await portal.map.press('layers');
      // measured with the page's own clock
      const openFor = page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let chosenAt = 0;
            addEventListener('click', () => (chosenAt = performance.now()), { once: true, capture: true });
            new MutationObserver(() => {
              if (document.querySelector('.gt-layers') === null) resolve(performance.now() - chosenAt);
            }).observe(document.body, { childList: true, subtree: true });
          }),
      );
      await layers.card('Google').click();
      expect(await openFor).toBeGreaterThanOrEqual(199);
      await expect(layers.group).toBeHidden();
      await expectGoogle(page, ...FREE);
      await expect(layers.attribution).toHaveText(`Google Maps · ${GOOGLE_COPYRIGHT}`);
      expect(await page.evaluate(() => localStorage.getItem('map_default'))).toBe('GMAP');
      await page.reload();
      await expect(layers.attribution).toHaveText(`Google Maps · ${GOOGLE_COPYRIGHT}`);
      await portal.map.press('layers');
      await expect(layers.card('Google')).toBeChecked();
    });

    it('§2 Map defaults: the base map is OSM when the local storage key map_default has an unknown value', async ({
      portal,
      page,
    }) => {
      const layers = new LayersPanel(page, portal.t);
      await page.evaluate(() => localStorage.setItem('map_default', 'NONSENSE'));
      await page.reload();
      await expect(layers.attribution).toHaveText('© OpenStreetMap contributors');
    });

    it('arrows move between the cards, Enter chooses and the focus returns, by keyboard alone', async ({
      portal,
      page,
    }) => {
      const layers = new LayersPanel(page, portal.t);
      await portal.map.focus('layers');
      await page.keyboard.press('Enter');
      await expect(layers.card('OSM')).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await expect(layers.card('Google')).toBeFocused();
      await expect(layers.card('OSM')).toBeChecked();
      await page.keyboard.press('Enter');
      await expect(layers.group).toBeHidden();
      await expect(portal.map.group('layers')).toBeFocused();
      await expect(layers.attribution).toHaveText(`Google Maps · ${GOOGLE_COPYRIGHT}`);
    });
  }),
);

tiledTest(
  'decision 24: when tiles fail, the built-in outline map is shown and attributed',
  async ({ portal, page, tileService }) => {
    const layers = new LayersPanel(page, portal.t);
    tileService.refuse(503);
    await portal.enter();
    await expect(portal.map.canvas).toBeVisible();
    await expect(layers.attribution).toHaveText(portal.t('map.outlineAttribution'));
    // said once, with the status as it is; the first view is one in which something is seen
    const notice = page.locator('.gt-tile-notice');
    await expect(notice).toContainText(
      portal.t('map.tiles.refused', { name: 'OpenStreetMap', status: '503' }),
    );
    await expect(portal.map.zoom).toHaveText('Zoom 11.0');
    await expectLand(page);
    await expect(portal.map.tool('layers')).toHaveAccessibleDescription(/OpenStreetMap/);
    await portal.map.press('layers');
    await expect(layers.card('OSM')).toHaveAccessibleDescription(portal.t('layers.lost'));
    const again = page.getByRole('button', { name: portal.t('map.tiles.retry') });
    await expect(again).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    // until the next try the service is left alone
    tileService.count();
    await page.getByRole('button', { name: portal.t('map.zoomIn') }).click();
    await expect(portal.map.zoom).toHaveText('Zoom 12.0');
    expect(tileService.count()).toBe(0);
    tileService.refuse(null);
    await expect(notice).toBeHidden();
    await portal.map.press('layers');
    await again.click();
    await expect(layers.attribution).toHaveText('© OpenStreetMap contributors');
    await expect(again).toBeHidden();
  },
);

test('a base map without tiles is marked on its card and can be chosen; its first view shows land', async ({
  portal,
  page,
}) => {
  await portal.enter();
  await expect(portal.map.zoom).toHaveText('Zoom 11.0');
  await expectLand(page);
  const layers = new LayersPanel(page, portal.t);
  await portal.map.press('layers');
  await expect(layers.card('Google')).toHaveAccessibleDescription('No tiles');
  await expect(page.getByText(/No tile source is set for Google · OSM/)).toBeVisible();
  await layers.card('Google').click();
  await expect(layers.group).toBeHidden();
  await expect(layers.attribution).toHaveText(portal.t('map.outlineAttribution'));
  expect(await page.evaluate(() => localStorage.getItem('map_default'))).toBe('GMAP');
});

for (const [width, height] of [
  [390, 844],
  [320, 640],
] as const)
  test.describe(`on a phone of ${width} × ${height}, in Chinese`, () => {
    test.use({ viewport: { width, height }, hasTouch: true, language: 'zh' });
    test('the layer selector is whole', async ({ portal, page }) => {
      await portal.enter('zh');
      const layers = new LayersPanel(page, portal.t);
      await portal.map.press('layers');
      for (const title of ['Google', 'OSM'] as const) {
        await expect(layers.card(title)).toBeInViewport({ ratio: 1 });
        // a click checks that nothing covers the card
        await layers.card(title).click({ trial: true });
      }
      await expect(layers.card('Google')).toHaveAccessibleDescription('无瓦片');
      expect(await smallControls(page)).toEqual([]);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      // the attribution is on the map, above the sheet
      const sheet = (await portal.search.panel.boundingBox())!;
      const attribution = (await layers.attribution.boundingBox())!;
      expect(attribution.y + attribution.height).toBeLessThanOrEqual(sheet.y);
      await layers.attribution.click({ trial: true, position: { x: 2, y: 2 } });
      // the other views of the phone, by their buttons in the bar
      for (const name of ['imagery', 'order', 'search'] as const) {
        await portal.panelButton(name).click();
        expect(await smallControls(page)).toEqual([]);
      }
    });
  });
