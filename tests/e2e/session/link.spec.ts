import type { Page } from 'playwright/test';
import { dayIn } from '../../server/support/clock.ts';
import { UploadDialog } from '../pages/aoi/uploadDialog.ts';
import { ImageryPanel } from '../pages/imageryPanel.ts';
import { Comparison } from '../pages/map/comparison.ts';
import { Portal } from '../pages/portal.ts';
import { addAccountWithLayers } from '../support/layers.ts';
import type { PortalServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { languagesOf, wordsOf, type Language } from '../support/words.ts';
import { boxRing } from '../../fixtures/box.ts';

/** Two parts, one with a hole. */
const PARTS = {
  type: 'MultiPolygon',
  coordinates: [
    [boxRing(103.72, 1.22, 103.94, 1.36), boxRing(103.8, 1.27, 103.85, 1.3)],
    [boxRing(104, 1.3, 104.05, 1.34)],
  ],
};
const FIELDS = ['aoi', 'view', 'scenes', 'details', 'compare', 'layers', 'results', 'panel', 'cloud', 'from'];

/** Sees two layers. */
const EMAIL = 'links@harbour.example';
test.beforeAll(({ server }) =>
  addAccountWithLayers(
    server.dataDir,
    { email: EMAIL },
    ['Harbour', 'Strait'].map((name) => ({
      name,
      picture: {
        width: 50,
        height: 50,
        kind: 'uint8',
        epsg: 4326,
        west: 103.7,
        north: 1.4,
        pixel: 0.004,
        bands: 3,
        value: () => 120,
      },
    })),
  ),
);

const portalOn = (page: Page, { url }: PortalServer, language: Language) =>
  new Portal(page, url, wordsOf(language));

/** Copies the link to the page. @returns it */
async function copied({ page, t }: Portal): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: t('bar.copyLink'), exact: true }).click();
  const text = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(text).not.toBe('');
  return text();
}

const fieldsOf = (address: string) => {
  const query = new URL(address).searchParams;
  return Object.fromEntries(FIELDS.map((field) => [field, query.get(field)]));
};

/** A ring of many vertices around Singapore, WKT. */
function roundWkt(vertices: number): string {
  const corners = Array.from({ length: vertices }, (_, index) => {
    const angle = (2 * Math.PI * index) / vertices;
    return `${(103.83 + 0.1 * Math.cos(angle)).toFixed(7)} ${(1.3 + 0.1 * Math.sin(angle)).toFixed(7)}`;
  });
  return `POLYGON ((${[...corners, corners[0]].join(', ')}))`;
}

test('a copied link brings back area, camera, selection, details, comparison and layers', async ({
  portal,
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await portal.enter('en', EMAIL, `/?view=1.31,103.9,10.5&from=${dayIn(-8)}`);
  const upload = new UploadDialog(page, portal.t);
  await portal.map.press('upload');
  await upload.choose('parts.geojson', JSON.stringify(PARTS));
  await expect(upload.dialog).toBeHidden();
  // the map moves to the area
  await expect(portal.map.zoom).not.toHaveText('Zoom 10.5');
  await portal.panelButton('imagery').click();
  await new ImageryPanel(page, portal.t).box('Harbour').check({ force: true });
  await portal.panelButton('search').click();
  await portal.search.submit.click();
  for (const index of [0, 1]) await portal.search.chooseRow(index);
  await portal.search.rows.nth(2).press('Enter');
  await expect(portal.search.details).toBeVisible();
  // what is clear of the area is known a moment later
  await expect(portal.search.details).toContainText(/\d%clear over AOI/);
  const selection = await portal.search.choice.textContent();
  const details = await portal.search.details.getByRole('heading').first().textContent();
  await portal.map.press('compare');
  await new Comparison(page, portal.t).side('after').click();
  await page.getByRole('menuitemradio', { name: 'Strait' }).click();

  const link = await copied(portal);
  await expect(portal.notice(portal.t('notice.pageLinkCopied'))).toBeVisible();
  const fields = fieldsOf(link);
  expect(Object.values(fields)).toEqual(
    FIELDS.map((field) => (field === 'panel' ? null : expect.any(String))),
  );

  // the session comes from the open tab
  const other = await context.newPage();
  await other.goto(link);
  const again = portalOn(other, server, 'en');
  const comparison = new Comparison(other, again.t);
  await expect(comparison.side('after')).toHaveAccessibleName(/Strait/);
  await expect(again.search.details).toBeVisible();
  expect(fieldsOf(other.url())).toEqual(fields);
  await comparison.button('close').click();
  await expect(again.search.choice).toHaveText(selection ?? '');
  await expect(again.search.details.getByRole('heading').first()).toHaveText(details ?? '');
  await again.panelButton('imagery').click();
  await expect(new ImageryPanel(other, again.t).box('Harbour')).toBeChecked();
});

for (const language of languagesOf('en'))
  test(`a link carries an area that the address can't, and says what is too long for it (${language})`, async ({
    page,
    context,
    server,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const portal = portalOn(page, server, language);
    await portal.enter(language);
    if (language === 'en') {
      await portal.map.press('coordinates');
      await portal.coordinates.enterWkt(roundWkt(400));
      await expect.poll(() => fieldsOf(page.url())['aoi']).toMatch(/^\*/);
      const large = await copied(portal);
      const area = await portal.search.panel.getByText(/km²/).first().textContent();
      const other = await context.newPage();
      await other.goto(large);
      await expect(portalOn(other, server, language).search.panel.getByText(/km²/).first()).toHaveText(
        area ?? '',
      );
      await other.close();
      await portal.map.clear();
    }
    await portal.map.press('coordinates');
    await portal.coordinates.enterWkt(roundWkt(4000));
    await portal.search.submit.click();
    await expect(portal.search.list).toBeVisible();
    const rest = await copied(portal);
    await expect(portal.notice(portal.t('notice.linkWithout.area'))).toBeVisible();
    expect(fieldsOf(rest)).toMatchObject({ aoi: null, results: null, view: expect.any(String) });
    if (language === 'zh') return; // the rest has no other words
    const without = await context.newPage();
    await without.goto(rest);
    await expect(portalOn(without, server, language).search.submit).toBeVisible();
    expect(fieldsOf(without.url())).toMatchObject(fieldsOf(rest));
    await expect(without.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  });
