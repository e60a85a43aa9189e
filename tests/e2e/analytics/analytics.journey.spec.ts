import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download } from 'playwright/test';
import sharp from 'sharp';
import { gdal, hasGdal, writePicture } from '../../server/imagery/pictures.ts';
import { ImageryPanel } from '../pages/imageryPanel.ts';
import { AnalyticsPage } from '../pages/analyticsPage.ts';
import { withArea } from '../pages/portal.ts';
import { withoutWebGl } from '../support/browser.ts';
import { addAccountWithLayers } from '../support/layers.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { wordsOf } from '../support/words.ts';
import { box } from '../../fixtures/box.ts';

const folder = mkdtempSync(join(tmpdir(), 'groundtrack-analytics-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** 0.1° × 0.1° at 0.0005° a pixel: blue, green, red, near infrared. Leaves in the west, water in the east. */
const PLACE = {
  width: 200,
  height: 200,
  kind: 'uint16',
  epsg: 4326,
  west: 103.7,
  north: 1.4,
  pixel: 0.0005,
} as const;
const LEAVES = [300, 700, 1_000, 3_000];
const WATER = [600, 500, 300, 100];
const SOIL = [1_100, 1_500, 2_000, 2_400];
/** A quarter of the AOI. */
const SMALLER = box(103.72, 1.35, 103.75, 1.38);
const AOI = { minLatitude: '1.32', maxLatitude: '1.38', minLongitude: '103.72', maxLongitude: '103.78' };

async function saved(download: Download): Promise<string> {
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  return file;
}

test.use({ viewport: { width: 1024, height: 720 } });

test('use AI analytics in a separate page: it receives session and AOI, computes NDVI, classes and change with legend, histogram, areas and files, in both languages', async ({
  portal,
  page,
  server,
}) => {
  const half = (x: number, band: number) => (x < 100 ? LEAVES : WATER)[band]!;
  const bandNames = ['blue', 'green', 'red', 'nir'];
  const later = { ...PLACE, bands: 4, value: (x: number, _: number, band: number) => half(x, band) };
  const earlier = {
    ...later,
    value: (x: number, y: number, band: number) => (x < 100 && y < 100 ? SOIL[band]! : half(x, band)),
  };
  const email = 'analytics@harbour.example';
  await addAccountWithLayers(server.dataDir, { email, puc: true }, [
    { name: 'Later', picture: later, bandNames },
    { name: 'Earlier', picture: earlier, bandNames },
    { name: 'Plain', picture: { ...later, bands: 3 }, bandNames: bandNames.slice(0, 3) },
  ]);

  // the portal's own map is not looked at
  await page.addInitScript(withoutWebGl);
  await portal.enter('en', email, withArea(AOI));
  // the layer that is seen is the one that is analysed
  await portal.panelButton('imagery').click();
  const imagery = new ImageryPanel(page, portal.t);
  await imagery.box('Earlier').click({ force: true });
  await expect(imagery.box('Earlier')).toBeChecked();
  const opening = page.waitForEvent('popup');
  await portal.panelButton('analytics').click();
  const analytics = new AnalyticsPage(await opening, portal.t);
  const { page: view } = analytics;
  const faults: string[] = [];
  view.on('pageerror', (error) => faults.push(error.message));

  // the session, the AOI and the layer are passed on
  await expect(view.getByText('44.30 km²')).toBeVisible();
  await expect(analytics.list('layer')).toContainText('Earlier');

  // an index whose bands the layer lacks is refused with a message
  await analytics.choose('layer', 'Plain');
  await analytics.run.click();
  await expect(
    view.getByText(
      'This index needs the bands nir, red. “Plain” has blue, green, red. Select another layer.',
    ),
  ).toBeVisible();
  await analytics.choose('layer', 'Later');
  await expectAccessible(view);

  // NDVI: (3000 − 1000) / 4000 in the west, (100 − 300) / 400 in the east
  await analytics.run.click();
  await expect(analytics.legend).toBeVisible();
  const shares = (await analytics.rows()).filter(([, , share]) => share !== '0%');
  expect(shares.map(([range]) => range?.split('\n')[0])).toEqual(
    expect.arrayContaining(['below 0.00', '0.40 – 0.60']),
  );
  const green = Number.parseFloat(shares.find(([range]) => range?.startsWith('0.40'))?.[1] ?? '');
  expect(green).toBeGreaterThan(21.7);
  expect(green).toBeLessThan(22.7);
  await expect(analytics.histogram).toBeVisible();
  await expectAccessible(view);

  const tiff = await analytics.save('saveTiff');
  expect(tiff.suggestedFilename()).toBe('Later-ndvi.tif');
  const file = await saved(tiff);
  if (hasGdal) {
    const info = JSON.parse(gdal('gdalinfo', '-json', '-stats', file)) as {
      coordinateSystem: { wkt: string };
      wgs84Extent: { coordinates: [number, number][][] };
      bands: { type: string; noDataValue: number; minimum: number; maximum: number }[];
    };
    expect(info.coordinateSystem.wkt).toContain('ID["EPSG",3857]');
    expect(info.bands[0]).toMatchObject({ type: 'Float32', noDataValue: -9999, minimum: -0.5, maximum: 0.5 });
    const [west = 0, north = 0] = info.wgs84Extent.coordinates[0]?.[0] ?? [];
    expect([west, north].map((degrees) => degrees.toFixed(3))).toEqual(['103.720', '1.380']);
    const at = (longitude: string) =>
      Number(gdal('gdallocationinfo', '-valonly', '-wgs84', file, longitude, '1.35'));
    expect([at('103.73'), at('103.77')]).toEqual([0.5, -0.5]);
  }
  const png = await sharp(await saved(await analytics.save('savePng'))).metadata();
  expect([png.format, png.channels]).toEqual(['png', 4]);

  // classes of similar pixels
  await analytics.back.click();
  await analytics.task('classes').check({ force: true });
  await analytics.run.click();
  await expect(analytics.legend.getByText('Class 2')).toBeVisible();
  expect((await analytics.rows()).length).toBeLessThanOrEqual(5);
  await analytics.back.click();

  // the earlier soil became leaves: 0.09 to 0.5
  await analytics.task('change').check({ force: true });
  await analytics.choose('earlier', 'Earlier');
  await analytics.run.click();
  await expect(view.getByRole('heading', { name: 'NDVI change' })).toBeVisible();
  const grown = (await analytics.rows()).find(([range]) => range?.startsWith('0.40 and above'));
  expect(Number.parseFloat(grown?.[2] ?? '')).toBeGreaterThan(20);

  // before and after, by keyboard
  const sides = view.getByRole('switch', { name: portal.t('analytics.beforeAfter') });
  await sides.focus();
  await view.keyboard.press(' ');
  const divider = view.getByRole('slider', { name: portal.t('compare.divider') });
  await divider.press('End');
  await expect(divider).toHaveAttribute('aria-valuetext', 'Earlier 100%, Later 0%');
  await expectAccessible(view);
  await sides.press(' ');
  await expect(divider).toBeHidden();

  // a file of one's own has the same change, over an area of a file
  await analytics.back.click();
  const own = join(folder, 'later.tif');
  await writePicture(own, later);
  await view.locator('input[accept=".tif,.tiff"]').setInputFiles(own);
  await expect(analytics.list('later')).toContainText('later.tif');
  await view.getByRole('button', { name: portal.t('search.upload'), exact: true }).click();
  await view.getByLabel(portal.t('upload.select')).setInputFiles({
    name: 'area.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(JSON.stringify(SMALLER)),
  });
  await expect(view.getByText('11.08 km²')).toBeVisible();
  await analytics.choose('index', 'Normalized');
  await expect(analytics.list('later')).toContainText('later.tif');
  await analytics.run.click();
  await expect(view.getByText(/Earlier → later\.tif/)).toBeVisible();
  await analytics.back.click();
  await view.locator('input[accept=".tif,.tiff"]').setInputFiles({
    name: 'none.tif',
    mimeType: 'image/tiff',
    buffer: Buffer.from('no picture'),
  });
  await expect(view.getByText(portal.t('errors.delivered.notTiff'))).toBeVisible();
  await analytics.choose('later', 'Later');
  await analytics.choose('index', 'NDVI');
  await analytics.run.click();
  await expect(view.getByRole('heading', { name: 'NDVI change' })).toBeVisible();

  // Chinese and dark
  await view.getByRole('button', { name: portal.t('bar.theme') }).click();
  await view.getByRole('menuitemradio', { name: portal.t('bar.themeDark') }).click();
  await view.getByRole('button', { name: portal.t('bar.language') }).click();
  await view.getByRole('menuitemradio', { name: '中文' }).click();
  const zh = new AnalyticsPage(view, wordsOf('zh'));
  await expect(view.getByRole('heading', { name: 'NDVI 变化' })).toBeVisible();
  await expect(zh.legend.getByText('大幅增加')).toBeVisible();
  await expectAccessible(view);
  await zh.back.click();
  await expect(zh.run).toBeVisible();
  await expectAccessible(view);
  expect(faults).toEqual([]);
  await view.close();

  // §8: analytics opened without session storage
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error('refused');
    };
  });
  await portal.panelButton('analytics').click();
  await expect(portal.notice('Browser not supported.').first()).toBeVisible();
});

test("analytics opened without session storage: 'Browser not supported.'", async ({ page, server }) => {
  await page.goto(`${server.url}/aimf/index.html`);
  await expect(page.getByText('Browser not supported.')).toBeVisible();
  await expectAccessible(page);
});
