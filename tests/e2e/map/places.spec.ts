import type { Page } from 'playwright/test';
import { onOnePage, openMap, withMap, type PageFixtures } from '../support/onePage.ts';
import { PlaceSearch } from '../pages/map/placeSearch.ts';
import type { Portal } from '../pages/portal.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const CALL = '**/web/places*';

/** Expects the readout's position with the pointer in the middle of the uncovered map. */
async function expectMiddle(portal: Portal, page: Page, pattern: RegExp): Promise<void> {
  const position = page.getByRole('group', { name: portal.t('map.readOut') }).getByText(/° [NS] .*° [EW]/);
  await page.mouse.move(930, 422);
  await expect(position).toHaveText(pattern);
}

async function restore(fixtures: PageFixtures): Promise<void> {
  const places = new PlaceSearch(fixtures.page, fixtures.portal.t);
  await withMap.restore(fixtures);
  await places.field.fill('');
  await expect(places.options).toHaveCount(0);
}

test(
  'Place search, and coordinates pasted',
  onOnePage({ ...withMap, restore }, (it) => {
    // place search in an embedded gazetteer (countries, regions, cities)
    it('a place is typed, marked by arrows and chosen by Enter, by keyboard alone', async ({
      portal,
      page,
    }) => {
      const places = new PlaceSearch(page, portal.t);
      await places.field.focus();
      await page.keyboard.type('singap');
      await expect(places.options.first()).toContainText('Singapore');
      await expect(places.field).toHaveAttribute('aria-expanded', 'true');
      await expect(page.getByRole('status').filter({ hasText: /^\d+ places? found$/ })).toBeAttached();
      await expectAccessible(page);
      const second = await places.options.nth(1).getAttribute('id');
      await page.keyboard.press('ArrowDown');
      await expect(places.field).toHaveAttribute('aria-activedescendant', second ?? '');
      await expect(places.marked).toHaveCount(1);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(places.options).toHaveCount(0);
      await expect(places.field).toBeFocused();
      await expect(places.field).toHaveValue('Singapore');
      await expectMiddle(portal, page, /^1\.[34]\d+° N 103\.[789]\d+° E$/);
    });

    it('a place is found by single clicks alone', async ({ portal, page }) => {
      const places = new PlaceSearch(page, portal.t);
      await places.field.click();
      await page.keyboard.type('lisbon');
      await places.options.first().click();
      await expect(places.field).toHaveValue('Lisbon');
      await expectMiddle(portal, page, /^38\.\d+° N 9\.\d+° W$/);
    });

    it('Enter before the reply selects the best place once it arrives', async ({ portal, page }) => {
      const places = new PlaceSearch(page, portal.t);
      let answer = () => {};
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route(CALL, async (route) => {
        await held;
        await route.continue();
      });
      await places.field.fill('lisbon');
      await places.field.press('Enter');
      await expect(places.place.getByRole('img', { name: portal.t('places.searching') })).toBeVisible();
      answer();
      await expect(places.field).toHaveValue('Lisbon');
      await expectMiddle(portal, page, /^38\.\d+° N 9\.\d+° W$/);
    });

    it('Escape clears the field, and so does its button', async ({ portal, page }) => {
      const places = new PlaceSearch(page, portal.t);
      await places.field.fill('singap');
      await expect(places.options.first()).toBeVisible();
      await places.field.press('Escape');
      await expect(places.field).toHaveValue('');
      await expect(places.options).toHaveCount(0);
      await places.field.fill('singap');
      await places.clear.click();
      await expect(places.field).toHaveValue('');
      await expect(places.field).toBeFocused();
    });

    it("an unknown place shows 'No place found'", async ({ portal, page }) => {
      const places = new PlaceSearch(page, portal.t);
      await places.field.fill('xyzzyqwv');
      await expect(places.place.getByText('No place found').first()).toBeVisible();
      await expectAccessible(page);
    });

    it('a failed search shows a message and can be tried again', async ({ portal, page }) => {
      const places = new PlaceSearch(page, portal.t);
      await page.route(CALL, (route) => route.abort());
      await places.field.fill('singap');
      await expect(places.place.getByText('Place search failed').first()).toBeVisible();
      await page.unroute(CALL);
      await places.again.click();
      await expect(places.options.first()).toBeVisible();
      await expect(places.field).toBeFocused();
    });

    // coordinates as a query
    it('degrees, minutes and seconds are understood as coordinates', async ({ portal, page }) => {
      const places = new PlaceSearch(page, portal.t);
      const calls: string[] = [];
      page.on('request', (request) => calls.push(new URL(request.url()).pathname));
      await places.field.fill('48°51′29.88″N 2°17′40.2″E');
      await expect(places.options).toHaveText([/48\.8583° N 2\.2945° E/]);
      await places.field.press('Enter');
      await expectMiddle(portal, page, /^48\.8\d+° N 2\.(2|3)\d+° E$/);
      expect(calls).not.toContain('/web/places');
    });

    // §4 Map: the active mode comes first
    it('the search moves below the bar while drawing and is hidden while comparing', async ({
      portal,
      page,
    }) => {
      const places = new PlaceSearch(page, portal.t);
      await portal.map.press('rectangle');
      const bar = await page.locator('.gt-pointing__bar').boundingBox();
      const box = await places.field.boundingBox();
      expect(box?.y).toBeGreaterThan((bar?.y ?? Infinity) + (bar?.height ?? 0));
      await portal.map.press('compare');
      await expect(places.field).toBeHidden();
    });

    // §5 Coordinate dialog
    it('number fields accept pasted degrees, minutes and seconds', async ({ portal, page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await portal.map.press('coordinates');
      const { dialog } = portal.coordinates;
      const paste = async (key: string, text: string) => {
        await page.evaluate((words) => navigator.clipboard.writeText(words), text);
        await dialog.getByLabel(portal.t(`coordinates.${key}`), { exact: true }).focus();
        await page.keyboard.press('ControlOrMeta+v');
      };
      const field = (key: string) => dialog.getByLabel(portal.t(`coordinates.${key}`), { exact: true });
      await paste('minLatitude', '1°12′0″N');
      await expect(field('minLatitude')).toHaveValue('1.2');
      await expect(field('minLatitude')).toHaveAccessibleDescription('Converted from 1°12′0″N');
      await paste('maxLongitude', '1 30 0 N, 104 0 0 E');
      await expect(field('maxLatitude')).toHaveValue('1.5');
      await expect(field('maxLongitude')).toHaveValue('104');
      await field('minLongitude').fill('103:42:00E');
      await portal.coordinates.use.click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(/1,10\d\.\d\d\skm² · 4 vertices/)).toBeVisible();
    });
  }),
);

test.describe('on the phone, in Chinese', () => {
  test.use({ viewport: { width: 375, height: 812 }, language: 'zh' });
  test.beforeEach(({ portal, language }) => openMap(portal, language));
  test('the field is at the top of the sheet, which makes room for it, and for the map once a place is chosen', async ({
    portal,
    page,
  }) => {
    const places = new PlaceSearch(page, portal.t);
    const handle = (stop: string) =>
      page.getByRole('button', { name: portal.t(`bar.sheet.${stop}`), exact: true });
    await expect(portal.search.panel.locator(places.field)).toBeVisible();
    await expect(handle('middle')).toBeVisible();
    await places.field.click();
    await expect(handle('full')).toBeVisible();
    await places.field.fill('法国');
    await expect(places.options.first()).toContainText('法国');
    await expectAccessible(page);
    await places.options.first().click();
    await expect(handle('middle')).toBeVisible();
    await expect(places.field).toHaveValue(/法国/);
  });
});
