import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fromFile } from 'geotiff';
import type { Locator, Page } from 'playwright/test';
import { expect, expectAccessible, test, WITHOUT_MAP } from '../support/test.ts';
import { expectQuote } from '../pages/orders/quotePage.ts';

/** A box over Singapore, in degrees. */
const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };

for (const language of ['en', 'zh'] as const) {
  test.describe(`a new user (${language})`, () => {
    // the journey sets its area by coordinates: one of the two has a map, which only `npm run test:all` runs where PostGIS is installed
    test.use({ language, hasGraphics: language === 'en' });

    test('a new user signs in, sets an area, searches, chooses, orders, and receives real files', async ({
      portal,
      page,
      language,
    }, info) => {
      await portal.open();
      await portal.chooseLanguage(language);
      await portal.signIn();

      // an area by coordinates; the readout shows its size
      await portal.map.press('coordinates');
      await portal.coordinates.enterBbox(BOX);
      await expect(portal.coordinates.dialog).toBeHidden();
      await expect(portal.search.panel.getByText(/km²/).first()).toBeVisible();

      // the search with its defaults
      await portal.search.submit.click();
      await expect(portal.search.count).toBeVisible();
      await expect(portal.search.rows.first()).toBeVisible();

      // hover in the list, details, selection
      await portal.search.rows.first().hover();
      await portal.search.rows.first().press('Enter');
      await expect(portal.search.details).toBeVisible();
      await expect(
        portal.search.details.getByText(portal.t('details.productId'), { exact: true }),
      ).toBeVisible();
      await page.keyboard.press('Escape');
      await portal.search.chooseRow(0);
      await portal.search.order();

      // the order: level, price from the server, terms, confirm, submit
      const name = language === 'zh' ? '港口 十一月' : 'Harbour, November';
      await expect(portal.order.finalPrice).toBeVisible();
      const first = await portal.order.finalPrice.textContent();
      await portal.order.chooseLevel('L3A');
      await expect(portal.order.finalPrice).not.toHaveText(first ?? '');
      await expect(portal.order.submit).toBeDisabled();
      // a printable quote: map, area, scenes, the total with its factors, the terms
      const sum = (await portal.order.finalPrice.textContent()) ?? '';
      await expectQuote(portal, [sum, portal.t('quote.footprints'), 'L3A', '1.10', 'terms_order.pdf']);
      await page.emulateMedia({ colorScheme: language === 'zh' ? 'dark' : 'light' });
      await expectAccessible(page);
      await portal.order.submitAs(name);
      await expect(portal.order.dialog).toBeHidden();

      // the order reaches 7; its links download
      await portal.orders.expectStatus(name, 7);
      await portal.orders.openPage(name);
      await expectAccessible(page);
      await expect(portal.orders.block('orders.scenes').getByRole('listitem')).toHaveCount(1);
      await expect(portal.orders.block('orders.price')).toContainText(sum);
      await expect(portal.orders.block('orders.history').getByRole('listitem')).toHaveCount(4);
      await expectWhole(
        portal.orders.foot
          .getByRole('button', { name: portal.t('delivered.open') })
          .locator('.gt-button__word'),
      );
      await expectOneSheet(page);
      // image, thumbnail, metadata, licence, and the receipt with its PDFs
      await expect(portal.orders.files).toHaveCount(7);
      // a name too long for its line keeps its extension
      for (const link of await portal.orders.files.all()) await expectWhole(link.locator('span').last());
      const file = await portal.orders.download(portal.orders.files.filter({ hasText: '.tif' }));
      const path = info.outputPath(file.suggestedFilename());
      await file.saveAs(path);
      await expectDelivery(path);

      // §4: link download is a text file named after the order number plus _links.txt
      const links = await portal.orders.download(await portal.orders.more('orders.saveLinks'));
      expect(links.suggestedFilename()).toMatch(/^GT-\d{8}-\d{4,}_links\.txt$/);
      const text = readFileSync(await links.path(), 'utf8');
      expect(text.trim().split('\n')).toHaveLength(7);
      const address = text.split('\n').find((line) => line.endsWith('.tif')) ?? '';
      const answer = await page.request.get(address);
      expect(answer.ok()).toBe(true);
      expect(Buffer.from(await answer.body())).toEqual(readFileSync(path));

      // a link to one order: its panel, tab and page, with that order expanded and focused
      const orderNum = links.suggestedFilename().replace('_links.txt', '');
      expect(new URL(page.url()).searchParams.get('order')).toBe(orderNum);
      await page.goto(new URL(`/?order=${orderNum}`, page.url()).href);
      await expect(page.getByRole('heading', { name, exact: true })).toBeFocused();
      await expect(portal.orders.files).toHaveCount(7);

      // order again opens the form with the same scene and options
      const again = await portal.orders.more('orders.again');
      await again.click();
      await expect(portal.order.dialog).toContainText('L3A');
      await expect(portal.order.finalPrice).toHaveText(sum);
      await portal.order.dialog
        .getByRole('button', { name: portal.t('common.close'), exact: true })
        .last()
        .click();
      await expect(portal.order.dialog).toBeHidden();
      // Esc returns to the row, once the focus is back on the page
      await expect(portal.orders.menu).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(portal.orders.row(name).getByRole('button', { name, exact: true })).toBeFocused();
    });
  });
}

/** Expects the words in their own room, none cut, on one line. */
async function expectWhole(words: Locator): Promise<void> {
  const room = await words.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { width, height } = range.getBoundingClientRect();
    const place = element.closest('button, th')!.getBoundingClientRect();
    return { isInside: width <= place.width, lines: Math.round(height / 20) };
  });
  expect(room).toEqual({ isInside: true, lines: 1 });
}

/** Expects the order's page to print on one sheet of A4. */
async function expectOneSheet(page: Page): Promise<void> {
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
}

/** Expects a georeferenced GeoTIFF of the ordered area. */
async function expectDelivery(path: string): Promise<void> {
  const tiff = await fromFile(path);
  const image = await tiff.getImage();
  const [west = 0, south = 0, east = 0, north = 0] = image.getBoundingBox();
  // within the ordered area, to which it was clipped
  expect(west).toBeGreaterThan(103.71);
  expect(east).toBeLessThan(103.95);
  expect(south).toBeGreaterThan(1.21);
  expect(north).toBeLessThan(1.37);
  expect(image.getWidth()).toBeGreaterThan(100);
  await tiff.close();
  if (!existsSync('/usr/bin/gdalinfo')) return;
  const report = execFileSync('gdalinfo', [path], { encoding: 'utf8' });
  expect(report).toMatch(/WGS 84/);
  expect(report).toMatch(/LAYOUT=COG/);
}

test.describe('a restart', () => {
  test.use(WITHOUT_MAP);
  test('a restart finds all data again, also after a kill', async ({ portal, page, server }) => {
    await portal.enter();
    await portal.map.press('coordinates');
    await portal.coordinates.enterBbox(BOX);
    await portal.search.submit.click();
    await portal.search.chooseRow(0);
    await portal.search.order();
    await portal.order.submitAs('Before the crash');
    await expect(portal.orders.row('Before the crash')).toBeVisible();
    await server.kill();
    await server.restart();
    await page.reload();
    await portal.panelButton('order').click();
    await portal.orders.expectStatus('Before the crash', 7);
  });
});
