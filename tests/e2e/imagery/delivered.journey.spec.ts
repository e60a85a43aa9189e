import { writeFileSync } from 'node:fs';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import type { AreaGeometry } from '../../../src/geo/area/areaGeometry.ts';
import { pointInside } from '../../../src/geo/area/pointInside.ts';
import { gdal, hasGdal } from '../../server/imagery/pictures.ts';
import { DEMO_PASSWORD } from '../pages/portal.ts';
import { AnalyticsPage } from '../pages/analyticsPage.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { dayIn } from '../../server/support/clock.ts';

const AOI = 'POLYGON((103.8 1.25,103.9 1.25,103.9 1.35,103.8 1.35,103.8 1.25))';
const NAME = 'Changi coastline';
const EARLIER = 'Changi coastline, earlier';

test('a completed order opens on the map: its picture, its other scene and true pixel values by keyboard, on a phone too, and in AI analytics', async ({
  portal,
  page,
}, info) => {
  const { t, url } = portal;
  const post = async (path: string, data: unknown, headers: Record<string, string> = {}) =>
    (await page.request.post(url + path, { data, headers })).json();
  const { data: user } = await post('/login', { uname: 'demo6@groundtrack.example', upass: DEMO_PASSWORD });
  const headers = { authorization: `Bearer ${user.token}` };
  const found = await post(
    endpoints.searchScenes.path,
    {
      aoiWkt: AOI,
      acquisitionDateFrom: '2026-01-01',
      acquisitionDateTo: dayIn(0),
      maxCloudCover: 100,
      maxOffNadirAngle: 45,
      sensorType: 'OPTICAL',
      satList: [],
      gsd: 5,
    },
    headers,
  );
  // an order is of one supplier, and whose scenes are the newest, and how they lie, depends on the day
  type Found = { id: string; properties: { supplier: string }; geometry: AreaGeometry };
  const [first, second] = (found.features as Found[]).filter(
    ({ properties, geometry }) =>
      properties.supplier === 'Skyview Imaging' &&
      [103.8, 103.85, 103.9].every((x) => [1.25, 1.3, 1.35].every((y) => pointInside([x, y], geometry))),
  );
  const scene = {
    productIds: [first?.id, second?.id],
    aoiWkt: AOI,
    productLevel: 'L3A',
    cropByAoi: true,
  };
  const price = await post(endpoints.archivePrice.path, scene, headers);
  const order = { ...scene, orderName: NAME, projection: 'UTM', agreedPrice: price.data.finalPrice };
  const submit = (one: object) =>
    post(endpoints.archiveSubmit.path, one, { ...headers, 'idempotency-key': crypto.randomUUID() });
  await submit(order);
  await submit({ ...order, orderName: EARLIER });

  await portal.enter('en', 'demo6@groundtrack.example', '/?panel=order');
  await portal.orders.expectStatus(NAME, 7);
  await portal.orders.expectStatus(EARLIER, 7);
  await page.getByRole('button', { name: t('delivered.openOf', { name: NAME }), exact: true }).click();
  const title = page.getByRole('heading', { name: NAME, level: 2 });
  await expect(title).toBeFocused();
  await expect(page.getByRole('slider', { name: t('delivered.low'), exact: true })).toBeVisible({
    timeout: 20_000,
  });
  await expectAccessible(page);

  // the newest is shown first; by keyboard, the other one
  const picker = page.getByRole('button', { name: new RegExp(`${t('delivered.image')}$`) });
  const newest = await picker.textContent();
  await picker.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(picker).not.toHaveText(newest ?? '');

  // what other orders have delivered of the area is on the slider of time, moved by the arrows, and kept by a reload
  const time = page.getByRole('region', { name: t('delivered.deliveries_other', { count: 4 }) });
  const days = time.getByRole('radio');
  await expect(days).toHaveCount(4);
  const marked = days.and(page.locator('[aria-checked="true"]'));
  await days.first().click();
  await expect(days.first()).toBeChecked();
  await days.first().press('ArrowRight');
  await expect(days.nth(1)).toBeChecked();
  await expect(days.nth(1)).toBeFocused();
  await days.nth(1).press(' ');
  // played to the end, where it stops
  await expect(days.last()).toBeChecked({ timeout: 15_000 });
  await expect(time.getByRole('button', { name: t('delivered.play'), exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(days).toHaveCount(4);
  await expect(marked).toHaveCount(1);
  await expect(page.getByRole('slider', { name: t('delivered.low'), exact: true })).toBeVisible({
    timeout: 20_000,
  });
  await picker.focus();
  await page.keyboard.press('ArrowLeft');
  const [, , shown = ''] = ((await picker.textContent()) ?? '').split(' · ');
  await expect(page.getByRole('slider', { name: t('delivered.low'), exact: true })).toBeVisible();

  const toggle = page.getByRole('button', { name: t('delivered.inspect'), exact: true });
  await toggle.press('i');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  const card = page.getByRole('region', { name: t('delivered.pixel'), exact: true });
  await expect(card).toBeVisible();
  await page.keyboard.press('Shift+ArrowRight');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // nothing is copied while the values are being read
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(portal.notice(t('notice.pixelCopied'))).toBeVisible({ timeout: 2000 });
  }).toPass();
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  const [longitude = '', latitude = '', ...values] = lines.map((line) => line.split('\t')[1] ?? '');
  if (hasGdal) {
    const list = await (
      await page.request.get(`${url}${endpoints.archiveOrders.path}?cpage=1`, { headers })
    ).json();
    const address: string = list.data.list[0].downloadUrl.find(
      (one: string) => one.includes(shown) && one.endsWith('.tif'),
    );
    const file = info.outputPath('delivered.tif');
    writeFileSync(file, await (await page.request.get(address)).body());
    const read = gdal('gdallocationinfo', '-valonly', '-wgs84', file, longitude, latitude);
    expect(values).toEqual(read.trim().split(/\s+/).slice(0, values.length));
  }

  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();

  // AI analytics starts with the image that is seen, and its change from another delivery is measured
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: t('delivered.analyse'), exact: true }).click();
  const analytics = new AnalyticsPage(await opening, t);
  await expect(analytics.list('layer')).toContainText(NAME);
  await expect(analytics.page.getByText(/Pixel size/)).toBeVisible({ timeout: 20_000 });
  await analytics.task('change').check({ force: true });
  await analytics.choose('earlier', `.*${EARLIER}`);
  await expect(analytics.page.getByText(t('analytics.openingImage'))).toBeHidden();
  await expect(async () => {
    await analytics.run.click();
    await expect(analytics.legend).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await analytics.page.close();

  // on a phone the card lies across the map
  await page.setViewportSize({ width: 390, height: 844 });
  await toggle.click();
  await expect(card).toBeVisible();
  await expect.poll(() => card.boundingBox()).toMatchObject({ x: 12, width: 366 });
  await toggle.click();
  await expect(card).toBeHidden();
  await page.getByRole('button', { name: t('delivered.remove'), exact: true }).click();
  await expect(title).toBeHidden();
});
