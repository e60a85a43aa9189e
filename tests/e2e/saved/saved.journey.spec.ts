import { readFileSync } from 'node:fs';
import JSZip from 'jszip';
import type { Page } from 'playwright/test';
import { Portal } from '../pages/portal.ts';
import { SavedPanels } from '../pages/savedPanels.ts';
import { expect, expectAccessible, test, WITHOUT_MAP } from '../support/test.ts';
import { languagesOf, wordsOf } from '../support/words.ts';

/** A box over Singapore, in degrees. */
const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };

/** Expects the zip to hold a shapefile with `count` footprints, attributes and coordinate system. */
async function expectShapes(path: string, count: number): Promise<void> {
  const zip = await JSZip.loadAsync(readFileSync(path));
  const part = async (ending: RegExp) => {
    const [found] = zip.file(ending);
    if (found === undefined) throw new Error(`no ${ending.source} in the zip`);
    return found.async('nodebuffer');
  };
  // ESRI's file code, 5 for polygons; and the number of rows in the table
  const shapes = await part(/\.shp$/i);
  expect([shapes.readInt32BE(0), shapes.readInt32LE(32)]).toEqual([9994, 5]);
  expect((await part(/\.dbf$/i)).readUInt32LE(4)).toBe(count);
  expect((await part(/\.prj$/i)).toString('utf8')).toContain('WGS');
}

/** Expects that the page doesn't scroll sideways. */
async function expectNothingSideways(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond).toBeLessThanOrEqual(0);
}

for (const language of languagesOf('en')) {
  test.describe(`saved items (${language})`, () => {
    test.use({ ...WITHOUT_MAP, language });

    test('results are exported, saved, shared, opened by a visitor and restored after signing in', async ({
      portal,
      page,
      browser,
      context,
      language,
    }) => {
      const saved = new SavedPanels(page, portal.t);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await portal.open();
      await portal.chooseLanguage(language);
      // an account for each language: a worker's tests share the server, and the names are the same
      await portal.signIn(language === 'zh' ? 'demo6@groundtrack.example' : 'demo1@groundtrack.example');
      await portal.map.press('coordinates');
      await portal.coordinates.enterBbox(BOX);
      await portal.search.submit.click();
      await expect(portal.search.rows.first()).toBeVisible();
      const count = (await portal.search.count.textContent()) ?? '';

      // decision 10: a task that finishes while the user waits is downloaded immediately
      await portal.search.chooseRow(0);
      await portal.search.chooseRow(1);
      const coming = page.waitForEvent('download', { timeout: 60_000 });
      await saved.exportChosen('Jetty', 'Shp');
      await expect(portal.notice(portal.t('notice.submitSuccess'))).toBeVisible();
      const file = await coming;
      await expectShapes(await file.path(), 2);

      // §2 My Export panel: status, expiry, rename
      await expect(saved.row('Jetty').getByText(portal.t('exports.stage.done'))).toBeVisible();
      await expect(
        saved
          .row('Jetty')
          .getByText(language === 'zh' ? /^\d{4}年\d+月\d+日 到期$/ : /^Expires\s\d+\s\w+\s\d{4}$/),
      ).toBeVisible();
      await saved.act('exports.rename', 'Jetty').click();
      const rename = saved.dialog('exports.renameTitle');
      await rename.getByLabel(portal.t('exports.name'), { exact: true }).fill('Jetty, east');
      await rename.getByRole('button', { name: portal.t('common.save'), exact: true }).click();
      await expect(saved.row('Jetty, east')).toBeVisible();
      await expectAccessible(page);

      // decision 8: the search is saved with its results
      await portal.panelButton('search').click();
      await saved.saveSearch('Jetty, November');
      await expect(portal.notice(portal.t('notice.saveSuccess')).first()).toBeVisible();
      await portal.panelButton('mysearch').click();
      await saved.act('mySearch.share', 'Jetty, November').click();
      await expect(portal.notice(portal.t('notice.shareLinkCopied'))).toBeVisible();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(link).toMatch(new RegExp(`^${portal.url}/\\?skey=[\\w-]{22}$`));

      // decision 9: a visitor without an account, on a phone
      const visit = await browser.newContext({
        viewport: { width: 375, height: 740 },
        reducedMotion: 'reduce',
      });
      const visitor = new Portal(await visit.newPage(), portal.url, wordsOf(language));
      let arrive = () => {};
      const isAsked = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      await visitor.page.route('**/usersearchrecord/view/share/**', async (route) => {
        await isAsked;
        await route.continue();
      });
      await visitor.page.goto(link);
      // the menu stays open while the search arrives
      await visitor.page.getByRole('button', { name: 'Language' }).click();
      arrive();
      await expect(visitor.page.getByText('Jetty, November').first()).toBeVisible();
      await visitor.page.getByText(language === 'zh' ? '中文' : 'English', { exact: true }).click();
      await expect(visitor.page.getByRole('heading', { name: 'Jetty, November' })).toBeVisible();
      await expect(visitor.page.getByText(count, { exact: true }).first()).toBeVisible();
      await expect(visitor.page.getByRole('checkbox')).toHaveCount(0);
      await expectNothingSideways(visitor.page);
      // this browser has graphics, and with them a map
      await expect(visitor.map.canvas).toBeVisible();
      await expect(visitor.page.getByText(portal.t('common.mapBroken'))).toHaveCount(0);
      await visitor.search.rows.first().click();
      await expect(
        visitor.search.details.getByText(portal.t('details.productId'), { exact: true }),
      ).toBeVisible();
      await expectAccessible(visitor.page);
      const quicklook = visitor.page.waitForEvent('download');
      await (await visitor.search.more('details', 'details.saveQuicklook')).click();
      expect(await (await quicklook).failure()).toBeNull();
      await visitor.page.keyboard.press('Escape');
      // the rest has no other words
      if (language === 'zh') {
        await visit.close();
        await saved.act('saved.delete', 'Jetty, November').click();
        await expect(saved.undo).toBeFocused();
        return;
      }

      // signing in from it opens the portal with the search restored
      await visitor.page.setViewportSize({ width: 1280, height: 760 });
      await visitor.page.getByRole('button', { name: portal.t('share.logIn'), exact: true }).click();
      await visitor.signIn('demo2@groundtrack.example');
      await expect(visitor.search.count).toHaveText(count);
      expect(new URL(visitor.page.url()).searchParams.has('skey')).toBe(false);
      await visit.close();

      // deleting the record disables the link
      await saved.act('saved.delete', 'Jetty, November').click();
      await expect(saved.undo).toBeFocused();
      await portal.page.reload();
      await expect(portal.bar).toBeVisible();
      // other tests of the worker may have saved searches with this account
      await expect(page.getByRole('heading', { name: portal.t('mySearch.title') })).toBeVisible();
      await expect(saved.row('Jetty, November')).toHaveCount(0);
      await page.goto(link);
      await expect(page.getByText(portal.t('share.unknown'))).toBeVisible();
    });
  });
}

test('§2 My AOI list: select, show on map, go to search, delete with undo; by keyboard', async ({
  portal,
  page,
}) => {
  const saved = new SavedPanels(page, portal.t);
  await portal.open();
  await portal.signIn('demo2@groundtrack.example');
  const token = await page.evaluate(() => sessionStorage.getItem('groundtrack.token'));
  for (const [name, west] of [
    ['Jetty', 103.7],
    ['Strait', 103.9],
  ] as const) {
    const geom = `POLYGON ((${west} 1.2, ${west + 0.1} 1.2, ${west + 0.1} 1.3, ${west} 1.3, ${west} 1.2))`;
    const reply = await page.request.post(`${portal.url}/web/useraoi/cm/save`, {
      headers: { authorization: `Bearer ${token}` },
      data: { name, geom },
      maxRetries: 1,
    });
    expect(await reply.json()).toMatchObject({ result: 1 });
  }
  await portal.panelButton('myaoi').click();
  const zoom = await portal.map.zoom.textContent();
  await saved.act('myAoi.show', 'Strait').click();
  await expect(portal.map.zoom).not.toHaveText(zoom ?? '');
  await expect(saved.act('myAoi.show', 'Strait')).toHaveAttribute('aria-pressed', 'true');
  await saved.act('myAoi.selectOf', 'Jetty').click();
  await expect(saved.row('Jetty').getByText(portal.t('myAoi.selected'), { exact: true })).toBeVisible();
  await expectAccessible(page);

  // arrows move between rows; after delete and undo the focus is in the same place
  await saved.act('saved.delete', 'Strait').focus();
  await page.keyboard.press('ArrowDown');
  await expect(saved.act('saved.delete', 'Jetty')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(saved.row('Jetty')).toBeHidden();
  await expect(saved.undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(saved.act('saved.delete', 'Jetty')).toBeFocused();

  await saved.act('myAoi.search', 'Jetty').click();
  await expect(
    page.getByRole('region', { name: portal.t('search.aoi') }).getByText('Jetty', { exact: true }),
  ).toBeVisible();
});
