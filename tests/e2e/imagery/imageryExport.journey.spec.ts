import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download, Page } from 'playwright/test';
import { gdal, hasGdal, writePicture } from '../../server/imagery/pictures.ts';
import { ImageryExport } from '../pages/imageryExport.ts';
import { Portal } from '../pages/portal.ts';
import { startPortal, type PortalServer } from '../support/server.ts';
import { expect, expectAccessible, test, WITHOUT_MAP } from '../support/test.ts';
import { languagesOf, wordsOf } from '../support/words.ts';

test.use(WITHOUT_MAP);

/** About 1.11 km × 1.11 km: 1.23 km². */
const BOX = { minLatitude: '1.3', maxLatitude: '1.31', minLongitude: '103.8', maxLongitude: '103.81' };
const RED = [200, 40, 160];
const EXPORTS = {
  en: { email: 'demo1@groundtrack.example', projection: 'EPSG:4326', pixel: 2 / 111_319.490_793 },
  zh: { email: 'demo2@groundtrack.example', projection: 'EPSG:3857', pixel: 2 },
} as const;

let server: PortalServer;
let folder: string;

test.beforeAll(async () => {
  server = await startPortal('embedded');
  folder = mkdtempSync(join(tmpdir(), 'groundtrack-imagery-'));
  for (const name of ['Harbour', 'Strait']) {
    const file = join(folder, `${name}.tif`);
    await writePicture(file, {
      width: 256,
      height: 256,
      kind: 'uint8',
      epsg: 4326,
      west: 103.7,
      north: 1.4,
      pixel: 0.001,
      bands: 3,
      value: (_x, _y, band) => RED[band] ?? 0,
    });
    await server.operator('imagery', 'add', file, '--name', name, '--everyone');
  }
});
test.afterAll(async () => {
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The file that a click downloads in a new window. */
async function downloadOf(page: Page, press: () => Promise<void>): Promise<string> {
  const coming = new Promise<Download>((resolve) => {
    page.context().on('page', (window) => window.on('download', resolve));
    page.on('download', resolve);
  });
  await press();
  return (await coming).path();
}

/** Checks size, position, projection and values with GDAL. */
function expectPicture(file: string, { projection, pixel }: (typeof EXPORTS)['en' | 'zh']): void {
  const info = JSON.parse(gdal('gdalinfo', '-json', file)) as {
    size: [number, number];
    geoTransform: number[];
    coordinateSystem: { wkt: string };
  };
  expect(info.coordinateSystem.wkt).toContain(`"EPSG",${projection.slice(5)}`);
  expect(info.geoTransform[1]).toBeCloseTo(pixel, 9);
  for (const side of info.size) expect(Math.abs(side - 556.6)).toBeLessThan(2);
  const values = execFileSync('/usr/bin/gdallocationinfo', ['-valonly', '-wgs84', file, '103.805', '1.305'], {
    encoding: 'utf8',
  });
  expect(values.trim().split('\n').map(Number)).toEqual([...RED, 255]);
}

for (const language of languagesOf('zh')) {
  test(`a layer is exported over the AOI at a price and downloaded as a GeoTIFF that GDAL reads (${language})`, async ({
    page,
  }) => {
    const t = wordsOf(language);
    const credits = (amount: number) => t('account.amount_other', { amount: amount.toLocaleString('en') });
    const portal = new Portal(page, server.url, t);
    const exporting = new ImageryExport(page, t);
    await portal.enter(language, EXPORTS[language].email, '/?panel=imagery');

    await test.step("'Please select only one layer for export', 'Please draw AOI first'", async () => {
      await expect(exporting.open).toHaveAccessibleDescription(t('errors.oneLayer'));
      await exporting.layer('Harbour').check({ force: true });
      await expect(exporting.open).toHaveAccessibleDescription(t('errors.aoiNotDrawn'));
      await expect(exporting.open).toBeDisabled();
      await portal.map.press('coordinates');
      await portal.coordinates.enterBbox(BOX);
      await exporting.open.click();
    });

    await test.step('the price is a sum in credits against the balance, the size is estimated before it starts', async () => {
      // §9 presets 0.5; it costs more than the layer's own and adds no detail, which one press mends
      await expect(exporting.price.getByText(credits(5), { exact: true })).toBeVisible();
      await exporting.dialog
        .getByRole('button', { name: t('imageryExport.useCoarser', { size: '2 m' }), exact: true })
        .click();
      await expect(exporting.price.getByText(credits(2), { exact: true })).toBeVisible();
      await exporting.choose(EXPORTS[language].projection);
      await expect(exporting.price.getByText(credits(2), { exact: true })).toBeVisible();
      await expect(exporting.price.getByText(credits(10_000), { exact: true })).toBeVisible();
      await expect(exporting.price.getByText(/^55\d × 55\d\s(px|像素) · 1\.2\sMB$/)).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('taskName required; closing with changes asks first', async () => {
      await expect(exporting.name).not.toHaveValue('');
      await exporting.name.fill('');
      await exporting.submit.click();
      await expect(exporting.dialog.getByText(t('errors.incomplete'))).toBeVisible();
      await expect(exporting.name).toBeFocused();
      await exporting.name.fill('港口 east');
      // Escape doesn't close the dialog
      await page.keyboard.press('Escape');
      await exporting.close.click();
      await page.getByRole('button', { name: t('order.confirmBack'), exact: true }).click();
      await expect(exporting.name).toHaveValue('港口 east');
    });

    await test.step('My Export, imagery: status, cost, download; the file matches the request', async () => {
      await exporting.submit.click();
      await expect(portal.notice(t('notice.submitSuccess'))).toBeVisible();
      await expect(exporting.tab).toHaveAttribute('aria-selected', 'true');
      const row = exporting.row('港口 east');
      await expect(row.getByText(t('exports.stage.done'), { exact: true })).toBeVisible({ timeout: 30_000 });
      await expect(row.getByText(credits(2), { exact: true })).toBeVisible();
      await expectAccessible(page);
      const file = await downloadOf(page, () => exporting.act('downloadOf', '港口 east').click());
      if (hasGdal) expectPicture(file, EXPORTS[language]);
    });

    await test.step('the account panel shows the new balance', async () => {
      await portal.panelButton('account').click();
      await expect(page.getByText(language === 'en' ? '9,998 credits' : '9,998 积分')).toBeVisible();
    });
  });
}
