import sharp from 'sharp';
import type { Page } from 'playwright/test';
import { withArea } from '../pages/portal.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { screenshotOf } from '../support/tiles.ts';

/** A box over Singapore, in degrees. */
const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };

/** The quicklook of every scene in this test, so that it is known on the map. */
const MAGENTA = { r: 255, g: 0, b: 255 };

/** Number of points in the middle of the map that show the quicklook. */
async function magentaPoints(page: Page): Promise<number> {
  const { at } = await screenshotOf(page);
  let points = 0;
  for (let y = 300; y < 600; y += 10)
    for (let x = 600; x < 1000; x += 10) {
      // the map shines through a little
      const { r, g, b } = at(x, y);
      if (r > 200 && g < 60 && b > 200) points += 1;
    }
  return points;
}

test('quicklooks are compared side by side, and the scenes of a place one after another by the arrow keys', async ({
  portal,
  page,
}) => {
  const { search, t } = portal;
  const body = await sharp({ create: { width: 64, height: 64, channels: 3, background: MAGENTA } })
    .webp({ lossless: true })
    .toBuffer();
  await page.route('**/web/quicklook/**', (route) => route.fulfill({ body, contentType: 'image/webp' }));
  await portal.enter('en', undefined, withArea(BOX, { results: '1' }));
  // the mosaic of the clearest scenes lies on the map, and is offered as an order
  await expect.poll(() => magentaPoints(page)).toBeGreaterThan(300);
  await expect(search.offer).toContainText('$');
  await search.offer.getByRole('button', { name: t('results.mosaic.order'), exact: true }).click();
  const order = page.getByRole('dialog', { name: t('order.title') });
  await order.getByRole('button', { name: t('kit.closeDialog'), exact: true }).click();
  await expect(order).toBeHidden();
  // the picture of a hovered scene covers the dates of those below it
  const dates = page.locator('.gt-scene-date').filter({ visible: true });
  const dated = await dates.count();
  const left: number[] = [];
  for (const row of [0, 1, 2]) {
    await search.rows.nth(row).hover();
    left.push(await dates.count());
  }
  expect(Math.min(...left)).toBeLessThan(dated);
  // other views have no pictures
  await portal.map.show('hidden');
  await expect.poll(() => magentaPoints(page)).toBe(0);
  await portal.map.show('auto');
  // they go with the search panel, and come back with it
  await portal.panelButton('order').click();
  await expect.poll(() => magentaPoints(page)).toBe(0);
  await portal.panelButton('search').click();
  await expect.poll(() => magentaPoints(page)).toBeGreaterThan(300);

  await search.chooseRow(0);
  // one scene can't be compared
  await expect(await search.more('choice', 'look.compare')).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await search.chooseRow(1);

  await (await search.more('choice', 'look.compare')).click();
  const dialog = page.getByRole('dialog', { name: t('look.title') });
  const panes = dialog.getByRole('application');
  const pictures = panes.locator('img');
  await expect(pictures).toHaveCount(2);
  await expectAccessible(page);
  const places = () => pictures.evaluateAll((all) => all.map((one) => getComputedStyle(one).transform));
  const before = await places();
  // moved by the keys, enlarged by the wheel: all of them
  await panes.first().press('ArrowRight');
  await expect.poll(async () => (await places()).filter((place, at) => place === before[at]).length).toBe(0);
  const moved = await places();
  await panes.nth(1).hover();
  await page.mouse.wheel(0, -300);
  await expect.poll(async () => (await places()).filter((place, at) => place === moved[at]).length).toBe(0);
  await dialog.getByRole('button', { name: t('look.fit') }).click();
  await expect.poll(places).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await search.rows.first().press('Enter');
  await (await search.more('details', 'look.flip')).click();
  const card = page.getByRole('region', { name: t('look.ofPlace') });
  await expect(card).toBeFocused();
  await expectAccessible(page);
  // the picture itself lies on the map
  await expect.poll(() => magentaPoints(page)).toBeGreaterThan(300);
  const said = card.getByRole('status');
  const [, place = '', count = ''] = /(\d+) of (\d+)$/.exec((await said.textContent()) ?? '') ?? [];
  expect(Number(count)).toBeGreaterThan(1);
  const way = Number(place) > 1 ? 'ArrowLeft' : 'ArrowRight';
  const next = Number(place) > 1 ? Number(place) - 1 : Number(place) + 1;
  const view = page.url();
  await portal.map.canvas.press(way);
  await expect(said).toHaveText(new RegExp(`${next} of ${count}$`));
  // the map has not moved under it
  expect(new URL(page.url()).searchParams.get('view')).toBe(new URL(view).searchParams.get('view'));
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(search.rows.first()).toBeVisible();
});
