import { DETAILS } from '../../rows/specification.ts';
import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from 'playwright/test';
import { dayIn } from '../../server/support/clock.ts';
import { SaveAoiDialog } from '../pages/aoi/saveAoiDialog.ts';
import { MEI } from '../pages/authPanels.ts';
import { ImageryExport } from '../pages/imageryExport.ts';
import { ImageryPanel } from '../pages/imageryPanel.ts';
import type { Portal } from '../pages/portal.ts';
import { SavedPanels } from '../pages/savedPanels.ts';
import { expectOnlySectionSeven, foreignTest as test } from '../support/foreign.ts';
import { nameOf, SECTION_SEVEN } from '../support/sectionSevenTable.ts';
import { openFresh } from '../support/onePage.ts';
import { restoreWebGl } from '../support/browser.ts';
import { expect, WITHOUT_MAP } from '../support/test.ts';
import { colourAt, isLike } from '../support/tiles.ts';

const DEMO = { email: 'demo@example.com', password: 'demodemo' };
const NEW_PASSWORD = 'mangrove-77';
/** 31 km² in Singapore, below both layers and inside the vector data of the first. */
const BOX = { minLatitude: '1.27', maxLatitude: '1.32', minLongitude: '103.82', maxLongitude: '103.87' };
/** The tiles of every layer. */
const TILE = { r: 70, g: 120, b: 90 };
/** A pixel in the middle of the AOI on the uncovered part of the map. */
const PLACE = [900, 450] as const;

const expectTile = (page: Page, is: boolean) =>
  expect.poll(async () => isLike(await colourAt(page, ...PLACE), TILE)).toBe(is);

/** The file that a press downloads, in this window or a new one. */
async function downloadOf(page: Page, press: Locator): Promise<Download> {
  const coming = new Promise<Download>((resolve) => {
    page.context().once('page', (window) => window.once('download', resolve));
    page.once('download', resolve);
  });
  await press.click();
  const download = await coming;
  // the window of a download stays, and a context with one takes seconds to close
  for (const window of page.context().pages()) if (window !== page) await window.close();
  return download;
}

/** Expects the labels of the details in their order. @returns their values */
async function factsOf({ search }: Portal, labels: readonly string[]): Promise<string[]> {
  await expect(search.details.getByRole('term')).toHaveText([...labels]);
  return search.details.getByRole('definition').allInnerTexts();
}

for (const language of ['en', 'zh'] as const) {
  test.describe(`a back end of section 7 alone (${language})`, () => {
    test.use({ ...WITHOUT_MAP, language });

    test('everything of the specification is done against it, by its calls and fields alone', async ({
      portal,
      page,
      foreign,
      language,
    }) => {
      const { t, panels, search, tasking, orders, account, map } = portal;
      const saved = new SavedPanels(page, t);
      const imagery = new ImageryPanel(page, t);
      const exporting = new ImageryExport(page, t);
      const credits = (count: number) =>
        t(count === 1 ? 'account.amount_one' : 'account.amount_other', {
          amount: count.toLocaleString('en'),
        });

      await test.step('§4 Auth panel states: a wrong password, registering, resetting', async () => {
        await portal.open();
        await portal.chooseLanguage(language);
        await expect(
          page.getByRole('heading', { name: t('auth.loginTitle', { appName: 'Foreign' }) }),
        ).toBeVisible();
        await portal.fillLogin(DEMO.email, 'wrong-password');
        await expect(panels.errors).toHaveText('Wrong email or password');

        await panels.openRegister();
        await panels.fillRegistration(MEI);
        await panels.sendCode.click();
        await expect.poll(() => foreign.codes.get(MEI.email)).toBeTruthy();
        await panels.code.fill(foreign.codes.get(MEI.email) ?? '');
        await panels.register.click();
        await expect(panels.success('registered')).toBeVisible();
        await panels.leaveSuccess('registered');

        // the code of another browser: this one may ask for the next in 60 seconds
        await openFresh(page, '');
        await portal.chooseLanguage(language);
        await panels.openReset();
        await panels.email.fill(DEMO.email);
        await panels.sendCode.click();
        await expect.poll(() => foreign.codes.get(DEMO.email)).toBeTruthy();
        await panels.code.fill(foreign.codes.get(DEMO.email) ?? '');
        await panels.reset.click();
        await expect(panels.success('resetDone')).toBeVisible();
        await panels.leaveSuccess('resetDone');
      });

      await test.step('§4 Session: the log-out after a changed password, the login state at start, the log-out', async () => {
        const mailed = foreign.passwords.get(DEMO.email) ?? '';
        await portal.signIn(DEMO.email, mailed);
        await portal.panelButton('account').click();
        await account.changePassword('wrong-password', NEW_PASSWORD);
        await expect(account.passwordDialog.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(
          t('errors.passwordChangeFailed', { message: 'The current password is wrong' }),
        );
        await account.fillPasswords({ currentPassword: mailed });
        await account.submitPassword.click();
        await expect(portal.loginButton).toBeVisible();
        await expect(portal.notice(t('notice.passwordChanged'))).toBeVisible();
        await portal.signIn(DEMO.email, NEW_PASSWORD);
        await page.reload();
        await expect(portal.bar).toBeVisible();
        await page.getByRole('button', { name: t('bar.logout') }).click();
        await expect(portal.loginButton).toBeVisible();
      });

      await test.step('what needs a call beyond section 7 is absent', async () => {
        // the map from now on: it has no part in what was done before, and each start of it takes seconds
        await portal.signIn(DEMO.email, NEW_PASSWORD);
        await page.evaluate(restoreWebGl);
        await page.getByRole('button', { name: t('common.tryAgain'), exact: true }).click();
        await expect(map.canvas).toBeVisible();
        await expect(page.getByRole('button', { name: t('news.title') })).toHaveCount(0);
        await expect(page.getByRole('search', { name: t('places.title') })).toHaveCount(0);
      });

      await test.step('§5 Search: results on the map, details with 12 labels', async () => {
        await map.press('coordinates');
        await portal.coordinates.enterBbox(BOX);
        await search.submit.click();
        // one refused row never hides the others
        await expect(search.panel.getByText(t('common.leftOut_other', { count: 2 }))).toBeVisible();
        await page.getByRole('button', { name: t('results.refine') }).click();
        const filters = search.panel.getByRole('region', { name: t('results.refine') });
        await expect(filters.getByRole('slider', { name: t('results.minShare') })).toBeVisible();
        await expect(filters.getByRole('slider', { name: t('results.minClear') })).toHaveCount(0);
        await filters.getByRole('button', { name: t('results.fold'), exact: true }).click();
        await search.rows.first().hover();
        await expect(map.hoverLabel).toBeVisible();
        await expect(page.getByRole('button', { name: t('results.save') })).toHaveCount(0);
        await search.rows.first().press('Enter');
        expect(await factsOf(portal, DETAILS[language])).not.toContain('—');
        // a scene with an id and an outline alone
        await search.rows.last().press('Enter');
        expect((await factsOf(portal, DETAILS[language])).slice(1)).toEqual(Array(11).fill('—'));
        await page.keyboard.press('Escape');
        await search.chooseRow(0);
        await expect(
          search.choice.getByRole('button', { name: t('results.order'), exact: true }),
        ).toHaveCount(0);
        await expect(await search.more('choice', 'results.export')).toHaveCount(0);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: t('results.more'), exact: true }).click();
        await expect(page.getByRole('menuitem', { name: t('results.bestCover') })).toBeVisible();
        await expect(page.getByRole('menuitem', { name: t('results.copyAsCode') })).toHaveCount(0);
        await page.keyboard.press('Escape');
      });

      await test.step('§4 Tasking form: price, agreement, confirmation, submit, the order in the list', async () => {
        await page.getByRole('button', { name: t('results.back') }).click();
        await search.enterDays(dayIn(3), dayIn(60));
        await search.tasking.click();
        await expect(tasking.finalPrice).toBeVisible();
        await expect(tasking.submit).toBeDisabled();
        // another back end has a price list and files of its own
        await expect(page.getByText(/STEREO:|STEREO：/)).not.toContainText('×');
        await expect(page.getByText(/LAT_LON/)).not.toContainText('GeoTIFF');
        await tasking.submitAs('Strait survey');
        await expect(portal.notice(t('notice.submitSuccess')).first()).toBeVisible();
        await orders.expectStatus('Strait survey', 1);
        // passes are planned of listed satellites alone
        await expect(portal.acquisition.panel).toHaveCount(0);
      });

      await test.step('§4 Order status: cancel while below 5, links of a completed order as a text file', async () => {
        await orders.cancel('Strait survey');
        await orders.expectStatus('Strait survey', 9);
        await page.getByRole('tab', { name: t('orders.archive'), exact: true }).click();
        await orders.cancel('Airport');
        await orders.expectStatus('Airport', 9);
        const links = await downloadOf(page, orders.saveLinks('Harbour'));
        expect(links.suggestedFilename()).toBe('A0001_links.txt');
        expect(
          readFileSync(await links.path(), 'utf8')
            .trim()
            .split('\n'),
        ).toEqual([`${foreign.url}/files/A0001_1.zip`, `${foreign.url}/files/A0001_2.zip`]);
      });

      await test.step('§2 My AOI list: save, show, go to search, delete', async () => {
        const dialog = new SaveAoiDialog(page, t);
        await map.press('saveAoi');
        await dialog.name.fill('Jetty');
        await dialog.save.click();
        await expect(portal.notice(t('notice.saveSuccess')).first()).toBeVisible();
        await portal.panelButton('myaoi').click();
        await saved.act('myAoi.show', 'Jetty').click();
        await expect(saved.act('myAoi.show', 'Jetty')).toHaveAttribute('aria-pressed', 'true');
        await saved.act('myAoi.search', 'Jetty').click();
        await expect(
          page.getByRole('region', { name: t('search.aoi') }).getByText('Jetty', { exact: true }),
        ).toBeVisible();
        await portal.panelButton('myaoi').click();
        await saved.act('saved.delete', 'Jetty').click();
        await expect(saved.row('Jetty')).toHaveCount(0);
      });

      await test.step('§2 My search list: the results of a saved search are restored', async () => {
        await portal.panelButton('mysearch').click();
        await expect(saved.row('Singapore')).toBeVisible();
        await expect(page.getByRole('tab', { name: t('watches.title') })).toHaveCount(0);
        await expect(saved.act('mySearch.share', 'Singapore')).toHaveCount(0);
        await saved.act('mySearch.restoreOf', 'Singapore').click();
        await expect(search.rows).toHaveCount(8);
        await portal.panelButton('mysearch').click();
        await saved.act('saved.delete', 'Singapore').click();
        await expect(saved.row('Singapore')).toHaveCount(0);
      });

      await test.step('§2 Imagery panel: layers with tiles and vector data', async () => {
        await portal.panelButton('imagery').click();
        await expect(imagery.names).toHaveText(['Johor', 'Singapore']);
        await expect(page.getByText(t('common.leftOut_other', { count: 2 }))).toBeVisible();
        await expectTile(page, false);
        await imagery.box('Singapore').check({ force: true });
        await expectTile(page, true);
        // only where a layer has some
        await expect(imagery.act('vector', 'Johor')).toHaveCount(0);
        await imagery.act('vector', 'Singapore').click();
        await expectTile(page, false);
      });

      await test.step('§3 Imagery export form: price and credits, the list with its download', async () => {
        await map.press('coordinates');
        await portal.coordinates.enterBbox(BOX);
        await exporting.open.click();
        await expect(exporting.price.getByText(credits(124), { exact: true })).toBeVisible();
        await expect(exporting.price.getByText(credits(1000), { exact: true })).toBeVisible();
        await exporting.name.fill('Harbour east');
        await exporting.submit.click();
        await expect(portal.notice(t('notice.submitSuccess')).first()).toBeVisible();
        await exporting.row('Harbour east').waitFor();
        await page.getByRole('button', { name: t('common.reload'), exact: true }).click();
        const file = await downloadOf(page, exporting.act('downloadOf', 'Harbour east'));
        expect(file.url()).toMatch(new RegExp(`^${foreign.url}/files/E\\d+\\.zip$`));
      });

      await test.step('§2 My Export panel: rename and download of a scene export', async () => {
        await page.getByRole('tab', { name: t('exports.scene'), exact: true }).click();
        await expect(saved.row('Airport').getByText(t('exports.stage.inProcess'))).toBeVisible();
        await saved.act('exports.rename', 'Harbour').click();
        const rename = saved.dialog('exports.renameTitle');
        await rename.getByLabel(t('exports.name'), { exact: true }).fill('Jetty');
        await rename.getByRole('button', { name: t('common.save'), exact: true }).click();
        await expect(saved.row('Jetty').getByText(t('exports.stage.done'))).toBeVisible();
        const file = await downloadOf(page, saved.act('exports.downloadOf', 'Jetty'));
        expect(file.url()).toBe(`${foreign.url}/files/a.zip`);
      });

      await test.step('§2 Account panel: credits, usage of 14 days, payment records', async () => {
        await portal.panelButton('account').click();
        await expect(account.fact('email')).toHaveText(DEMO.email);
        await expect(account.fact('company')).toHaveText('—');
        await account.expectBalance('876');
        await expect(account.usageDays.getByRole('option')).toHaveCount(14);
        await expect(page.getByRole('region', { name: t('keys.title') })).toHaveCount(0);
        await account.payRecordsButton.click();
        await expect(account.payRecordsDialog.getByRole('row').filter({ hasText: 'A0001' })).toContainText(
          '$12.50',
        );
        await page.keyboard.press('Escape');
      });

      await test.step('every call of section 7 was made, and nothing else', async () => {
        // the back end's list is by somebody else, from the same text
        expect(foreign.calls).toEqual(SECTION_SEVEN.map(nameOf));
        await expectOnlySectionSeven(foreign, foreign.calls);
      });
    });
  });
}
