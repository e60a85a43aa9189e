import { scenesForBench } from '../../../lab/bench/support/scenesForBench.ts';
import { onOnePage, withPortal, type PageFixtures } from '../support/onePage.ts';
import { withArea } from '../pages/portal.ts';
import { expect, expectAccessible, test, WITHOUT_MAP } from '../support/test.ts';

test.use(WITHOUT_MAP);

const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };

/** Clears the area and with it the results; the form keeps its values. */
async function restore(fixtures: PageFixtures): Promise<void> {
  const { portal } = fixtures;
  await withPortal.restore(fixtures);
  await portal.search.chooseSensor('OPTICAL');
  await expect(portal.search.rows).toHaveCount(0);
}

test(
  '§5 Search',
  onOnePage({ ...withPortal, restore }, (it) => {
    it("an empty result shows 'No result' info, and that nothing is there where a count says so", async ({
      portal,
      page,
    }) => {
      await portal.map.press('coordinates');
      // the Southern Ocean
      await portal.coordinates.enterWkt(
        'POLYGON ((-120 -72, -119.9 -72, -119.9 -71.9, -120 -71.9, -120 -72))',
      );
      await portal.search.submit.click();
      await expect(portal.notice('No result').first()).toBeVisible();
      await expect(
        page.getByRole('heading', { name: 'The archive has no scenes of this place' }),
      ).toBeVisible();
    });

    it('two conditions that are the cause together are named, and one press relaxes both', async ({
      portal,
      page,
    }) => {
      const { search, t } = portal;
      await page.route('**/search/relaxed', (route) =>
        route.fulfill({
          json: {
            result: 1,
            data: [
              { filter: 'cloudCover', change: { maxCloudCover: 100 }, numberMatched: 0 },
              {
                filter: 'cloudCover',
                also: 'offNadirAngle',
                change: { maxCloudCover: 100, maxOffNadirAngle: 45 },
                numberMatched: 7,
              },
            ],
          },
        }),
      );
      await portal.map.press('coordinates');
      await portal.coordinates.enterBbox(BOX);
      await search.panel.getByRole('slider', { name: t('search.cloud') }).fill('0');
      await search.panel.getByRole('slider', { name: t('search.offNadir') }).fill('0');
      await search.submit.click();
      await expect(
        page.getByRole('heading', { name: 'Cloud and off-nadir angle together are in the way' }),
      ).toBeVisible();
      await search.mend.click();
      await expect(search.rows.first()).toBeVisible();
      await search.panel.getByRole('button', { name: t('results.back') }).click();
    });

    it('the nearest covered place is one press from No result, and Undo brings the AOI back', async ({
      portal,
      page,
    }) => {
      const { search, t } = portal;
      await portal.map.press('coordinates');
      await portal.coordinates.enterBbox({ ...BOX, minLatitude: '2.22', maxLatitude: '2.36' });
      const area = await search.panel.getByText(/km²/).first().textContent();
      await search.submit.click();
      // its name in the row, the place, the distance and the direction
      await expect(search.panel.getByText(/\d+\skm south/)).toBeVisible();
      await expect(search.way('pass')).toContainText('from $');
      await expectAccessible(page);
      await search.way('nearest').focus();
      await page.keyboard.press('Enter');
      await expect(search.rows.first()).toBeVisible();
      await search.panel.getByRole('button', { name: t('results.back') }).click();
      await search.panel.getByRole('button', { name: t('map.edit.undo'), exact: true }).click();
      await expect(search.panel.getByText(/km²/).first()).toHaveText(area ?? '');
    });

    it('a malformed reply shows an error in the panel and changes nothing', async ({ portal, page }) => {
      await portal.map.press('coordinates');
      await portal.coordinates.enterBbox(BOX);
      await page.route('**/api/soi/v1/search', (route) => route.fulfill({ status: 200, body: '<html>' }));
      await portal.search.submit.click();
      await expect(portal.search.panel.getByText(portal.t('errors.searchFailed'))).toBeVisible();
      await expect(portal.search.panel.getByText(/km²/).first()).toBeVisible();
    });

    it("'Too many items in the current list. Unable to load all at once.' with both numbers", async ({
      portal,
      page,
    }) => {
      // that the server stops at its cap is in `server/search/search.test.ts`
      await page.route('**/api/soi/v1/search', (route) =>
        route.fulfill({
          json: {
            result: 1,
            type: 'FeatureCollection',
            features: scenesForBench(5, 0.5),
            numberMatched: 4321,
          },
        }),
      );
      await portal.map.press('coordinates');
      await portal.coordinates.enterBbox(BOX);
      await portal.search.submit.click();
      await expect(
        page.getByText('Too many items in the current list. Unable to load all at once.', { exact: false }),
      ).toBeVisible();
      await expect(page.getByText(/Showing 5 of 4,321\./).first()).toBeVisible();
      await expect(portal.search.rows).toHaveCount(5);
      await portal.search.panel.getByRole('button', { name: portal.t('results.back') }).click();
    });

    it("a latitude past 90: 'Invalid latitude and longitude coordinates.'; the typed text stays", async ({
      portal,
      page,
    }) => {
      await portal.map.press('coordinates');
      await portal.coordinates.enterBbox({ ...BOX, maxLatitude: '91' });
      await expect(page.getByText('Invalid latitude and longitude coordinates.').first()).toBeVisible();
      await expect(
        portal.coordinates.dialog.getByLabel(portal.t('coordinates.maxLatitude'), { exact: true }),
      ).toHaveValue('91');
    });

    it('a sensor other than OPTICAL has no extra controls', async ({ portal }) => {
      await expect(portal.search.panel.getByText(portal.t('search.resolution'))).toBeVisible();
      await portal.search.chooseSensor('SAR');
      await expect(portal.search.panel.getByText(portal.t('search.resolution'))).toBeHidden();
    });
  }),
);

test('a pending search can be cancelled; the form keeps its values', async ({ portal, page }) => {
  await portal.enter('en', undefined, withArea(BOX));
  await page.route('**/api/soi/v1/search', () => {
    // no reply
  });
  await portal.search.submit.click();
  await portal.search.panel.getByRole('button', { name: portal.t('common.cancel'), exact: true }).click();
  await expect(portal.search.submit).toBeEnabled();
  await page.unroute('**/api/soi/v1/search');
  await portal.search.submit.click();
  await expect(portal.search.count).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`accessible, ${colorScheme}`, () => {
    test.use({ colorScheme });
    test('search, coordinates, results, details and the order form have no axe violation', async ({
      portal,
      page,
    }) => {
      await portal.enter();
      await expectAccessible(page);
      await portal.map.press('coordinates');
      await expect(portal.coordinates.dialog).toBeVisible();
      await expectAccessible(page);
      await portal.coordinates.enterBbox(BOX);
      await portal.search.submit.click();
      await portal.search.rows.first().press('Enter');
      await expect(portal.search.details).toBeVisible();
      await portal.search.chooseRow(0);
      await expectAccessible(page);
      await portal.search.order();
      await expect(portal.order.finalPrice).toBeVisible();
      await expectAccessible(page);
      // on a phone the price is in sight with the agreement
      for (const [width, height] of [
        [390, 844],
        [320, 640],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect(portal.order.agree).toBeInViewport({ ratio: 1 });
        const price = portal.t('order.priceInSight', {
          price: (await portal.order.finalPrice.textContent()) ?? '',
        });
        await expect(page.getByText(price, { exact: true })).toBeInViewport({ ratio: 1 });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await portal.order.dialog
        .getByRole('button', { name: portal.t('common.close'), exact: true })
        .last()
        .click();
      await portal.panelButton('order').click();
      await expectAccessible(page);
    });
  });
}

test("the page doesn't scroll sideways at 320, 375, 800 and 1100 px", async ({ portal, page }) => {
  await page.setViewportSize({ width: 320, height: 812 });
  await portal.enter();
  for (const width of [320, 375, 800, 1100])
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 812 });
      await expect(portal.bar).toBeVisible();
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      // nor does something beyond its edge that gets the focus
      const moved = await page.evaluate(() => {
        const beyond = document.createElement('button');
        beyond.style.cssText = 'position: absolute; left: 110%';
        document.querySelector('main')!.append(beyond);
        beyond.focus();
        const { left } = document.querySelector('nav')!.getBoundingClientRect();
        beyond.remove();
        return left;
      });
      expect(moved).toBe(0);
    });
});
