import { readFile } from 'node:fs/promises';
import { openArchive } from '../../server/sources/openArchive.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { languagesOf } from '../support/words.ts';

const IMAGE = new URL('../../../server/simulator/samples/files/landsat8-2345.tif', import.meta.url);
const COG = 'image/tiff; application=geotiff; profile=cloud-optimized';
const BANDS = ['blue', 'green', 'red', 'nir'].map((name) => ({ 'eo:common_name': name }));
const [WEST, SOUTH, EAST, NORTH] = [-87.49, 30.65, -87.3, 30.81];

/** An Item where and when the sample of Landsat 8 was taken, so that the search for that one finds it too. */
const itemOf = (id: string, assets: unknown, properties: object = {}) => ({
  type: 'Feature',
  stac_version: '1.1.0',
  id,
  collection: 'open',
  geometry: {
    type: 'Polygon',
    coordinates: [[[WEST, SOUTH], [EAST, SOUTH], [EAST, NORTH], [WEST, NORTH], [WEST, SOUTH]]], // prettier-ignore
  },
  properties: {
    // older than the sample, which stays the first row of its own journey
    datetime: '2015-08-04T16:00:00Z',
    platform: 'landsat-8',
    instruments: ['oli'],
    gsd: 30,
    'eo:cloud_cover': 5,
    'view:off_nadir': 0,
    ...properties,
  },
  links: [],
  assets,
});

for (const language of languagesOf('en')) {
  test.describe(language, () => {
    test.use({ language });
    test(`open files of another archive are downloaded and open on the map, others say how to order (${language})`, async ({
      portal,
      page,
      server,
    }) => {
      const { t } = portal;
      const suffix = language.toUpperCase();
      const archive = await openArchive(await readFile(IMAGE), [
        itemOf(`OPEN-${suffix}`, {
          bands: { href: '/files/image.tif', type: COG, title: 'Four bands', roles: ['data'], bands: BANDS },
          sold: { href: '/files/image.tif', type: COG, title: 'Sharper', 'order:status': 'orderable' },
        }),
      ]);
      const name = `Archive ${suffix}`;
      try {
        await server.operator('sources', 'add', `${archive.url}/catalog.json`, '--name', name);
        // refused while the server itself visits the new source
        await expect(() => server.operator('sources', 'harvest', name)).toPass();

        await portal.enter(language, 'demo1@groundtrack.example');
        await portal.search.panel.getByRole('button', { name: t('search.trySample') }).click();
        await page.getByRole('menuitem', { name: /^Landsat 8/ }).click();
        const row = portal.search.rows.filter({ hasText: name });
        await expect(row).toHaveCount(1);
        await row.click();
        await (await portal.search.more('details', 'assets.open')).click();

        const dialog = page.getByRole('dialog', { name: t('assets.title') });
        await expect(dialog.getByRole('listitem')).toHaveCount(2);
        await expect(dialog.getByText(t('assets.someClosed'))).toBeVisible();
        await expect(dialog.getByRole('listitem').filter({ hasText: 'Sharper' })).toContainText(
          t('assets.toOrder'),
        );
        const link = dialog.getByRole('link');
        await expect(link).toHaveCount(1);
        await expect(link).toHaveAttribute('href', `${archive.url}/files/image.tif`);
        await expectAccessible(page);

        const open = dialog.getByRole('button', { name: t('delivered.openOf', { name: 'Four bands' }) });
        await open.focus();
        await page.keyboard.press('Enter');
        const low = page.getByRole('slider', { name: t('delivered.low'), exact: true });
        await expect(low).toBeVisible({ timeout: 20_000 });
        await expect(portal.search.panel.getByText(/ · 30\sm · /)).toBeVisible();
        await expectAccessible(page);
        // the bands are named as in the Item
        await expect(
          page.getByRole('radio', { name: t('delivered.combinations.infrared'), exact: true }),
        ).toBeEnabled();
        // it is in the address
        expect(new URL(page.url()).searchParams.get('image')).toBe(`OPEN-${suffix}/bands`);
        await page.reload();
        await expect(low).toBeVisible({ timeout: 20_000 });
        await page.getByRole('button', { name: t('delivered.backToSearch'), exact: true }).click();
        await expect(low).toBeHidden();
      } finally {
        archive.close();
      }
    });
  });
}
