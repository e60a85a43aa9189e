import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { writePicture } from '../../server/imagery/pictures.ts';
import { AnalyticsPage } from '../pages/analyticsPage.ts';
import { ImageryExport } from '../pages/imageryExport.ts';
import { withArea, type Portal } from '../pages/portal.ts';
import { SavedPanels } from '../pages/savedPanels.ts';
import { closeNotices } from '../support/onePage.ts';
import { wordsOf } from '../support/words.ts';
import { ApiKeys } from '../pages/apiKeys.ts';
import { smallControls } from '../support/inspect/smallControls.ts';
import { expect, test } from '../support/test.ts';
import { dayIn } from '../../server/support/clock.ts';
import { tick } from '../support/tick.ts';

const PHONES = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];
const DESK = { width: 1440, height: 900 };
const BOX = { minLatitude: '1.3', maxLatitude: '1.34', minLongitude: '103.8', maxLongitude: '103.84' };

let folder: string;
test.beforeAll(async ({ server }) => {
  folder = mkdtempSync(join(tmpdir(), 'groundtrack-phone-'));
  const file = join(folder, 'harbour.tif');
  await writePicture(file, {
    width: 200,
    height: 200,
    kind: 'uint16',
    epsg: 4326,
    west: 103.75,
    north: 1.4,
    pixel: 0.0005,
    bands: 4,
    value: (x, y, band) => 300 + 40 * (x + band) + y,
  });
  await server.operator(
    'imagery',
    'add',
    file,
    '--name',
    'Harbour',
    '--bands',
    'blue,green,red,nir',
    '--everyone',
  );
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the portal with an AOI. */
async function enterWithArea(portal: Portal): Promise<void> {
  await portal.enter('en', 'demo6@groundtrack.example', withArea(BOX));
}

/** Selects two scenes of any satellite, after openTasking. */
const search = async (portal: Portal) => {
  // selecting it again deselects it: one satellite may have passed only once
  await portal.search.chooseSatellite('OB-3');
  await portal.search.enterDays(dayIn(-90), dayIn(0));
  await portal.search.submit.click();
  for (const index of [0, 1]) await portal.search.chooseRow(index);
};

/** Opens the form for a tasking order from the search. */
async function openTasking(portal: Portal): Promise<void> {
  await portal.search.chooseSatellite('OB-3');
  await portal.search.enterDays(dayIn(3), dayIn(20));
  await portal.search.tasking.click();
}

async function openExport({ page, panelButton, t }: Portal, exporting: ImageryExport): Promise<void> {
  void panelButton;
  await page.getByRole('button', { name: t('bar.imagery'), exact: true }).click();
  await exporting.layer('Harbour').check({ force: true });
  await exporting.open.click();
}

const closed = async (portal: Portal, dialog: Locator) => {
  await dialog
    .getByRole('button', { name: portal.t('common.close'), exact: true })
    .last()
    .click();
  await expect(dialog).toBeHidden();
};

/** Measures the view on phones, also its end, and goes back to the desk. */
async function expectLarge(page: Page, view: string): Promise<void> {
  // a toast may cover the part by which a control is pressed
  await closeNotices({ t: wordsOf('en') }, page);
  // the page has its new layout a moment after its new width
  const expectNone = (message: string) =>
    expect
      .configure({ soft: true })
      .poll(() => smallControls(page), { message, timeout: 5000 })
      .toEqual([]);
  for (const phone of PHONES) {
    await page.setViewportSize(phone);
    await expectNone(`${view} at ${phone.width} px`);
    const scrolled = await page.evaluate(() => {
      const areas = [...document.querySelectorAll('*')].filter(
        (one) =>
          one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY),
      );
      for (const area of areas) area.scrollTop = area.scrollHeight;
      return areas.length;
    });
    if (scrolled > 0) await expectNone(`${view}, its end, at ${phone.width} px`);
  }
  await page.setViewportSize(DESK);
}

test('on phones, controls are at least 44 px in both directions in every view', async ({ portal, page }) => {
  const { t } = portal;
  const exporting = new ImageryExport(page, t);
  const saved = new SavedPanels(page, t);
  await enterWithArea(portal);
  await portal.map.press('saveAoi');
  const saving = page.getByRole('dialog');
  await saving.getByRole('textbox').fill('Harbour');
  await saving.getByRole('button', { name: t('common.save'), exact: true }).click();
  await expect(saving).toBeHidden();

  const calendar = portal.search.panel.getByRole('button', { name: t('calendar.title'), exact: true });
  await calendar.click();
  await expect(page.getByRole('listbox', { name: t('calendar.title') }).getByRole('option')).toHaveCount(52);
  await expectLarge(page, 'search form');
  await calendar.click();

  const { acquisition } = portal;
  await portal.search.tasking.click();
  await expect(acquisition.card).toBeVisible();
  await expectLarge(page, 'new acquisition');
  // on phones the fields have the room until a satellite is selected
  await page.setViewportSize(PHONES[0]!);
  await expect(acquisition.card).toBeHidden();
  await tick(acquisition.satellites.first());
  await expect(acquisition.card).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(DESK);
  await acquisition.back.click();

  await openTasking(portal);
  await expect(portal.tasking.passes.first()).toBeVisible();
  await expect(portal.tasking.finalPrice).toBeVisible();
  await expectLarge(page, 'tasking form');
  await closed(portal, portal.tasking.dialog);

  await openExport(portal, exporting);
  await expect(exporting.price.getByText(/km²/).first()).toBeVisible();
  await expectLarge(page, 'imagery export');
  await closed(portal, exporting.dialog);

  await portal.panelButton('search').click();
  await search(portal);
  await saved.saveSearch('Harbour, November');
  await saved.exportChosen('Harbour', 'Shp');
  await expect(portal.notice(t('notice.submitSuccess')).first()).toBeVisible();
  await portal.panelButton('search').click();
  await portal.search.order();
  await expect(portal.order.finalPrice).toBeVisible();
  await expectLarge(page, 'scene order form');
  await portal.order.submitAs('Harbour');
  await expect(portal.order.dialog).toBeHidden();

  for (const panel of ['account', 'myaoi', 'mysearch', 'myexport', 'order'] as const) {
    await portal.panelButton(panel).click();
    await expect(portal.search.panel.getByRole('heading').first()).toBeVisible();
    if (panel !== 'account') await expect(portal.search.panel.getByText(/^Harbour/).first()).toBeVisible();
    await expectLarge(page, panel);
  }
  // it is paid when it is completed
  await portal.orders.expectStatus('Harbour', 7);
  await portal.orders.openPage('Harbour');
  await expectLarge(page, 'order page');

  const keys = new ApiKeys(page, t);
  await portal.panelButton('account').click();
  await keys.newKey.click();
  await expect(keys.nameField).toBeVisible();
  await expectLarge(page, 'new key');
  await page.keyboard.press('Escape');
  await expect(keys.dialog).toBeHidden();

  await portal.account.payRecordsButton.click();
  await expect(portal.account.payRecordsDialog.getByText('Harbour', { exact: true })).toBeVisible();
  await expectLarge(page, 'payment records');
  await page.keyboard.press('Escape');
  await expect(portal.account.payRecordsDialog).toBeHidden();

  const opening = page.waitForEvent('popup');
  await portal.panelButton('analytics').click();
  const analytics = new AnalyticsPage(await opening, t);
  // other tests of this server add imagery of the same place
  await analytics.choose('layer', 'Harbour');
  await expectLarge(analytics.page, 'analytics form');
  await analytics.run.click();
  await expect(analytics.legend).toBeVisible();
  await expectLarge(analytics.page, 'analytics result');
});

test('on phones, every priced form says above its buttons that the price is pending, and why there is none', async ({
  portal,
  page,
}) => {
  const { t } = portal;
  const exporting = new ImageryExport(page, t);
  await enterWithArea(portal);

  /** The price is held, then refused, then given. */
  const follow = async (url: string, open: () => Promise<void>, dialog: Locator, submit: Locator) => {
    const line = dialog.locator('.gt-price-in-sight');
    let answer = (_: 'refuse' | 'pass') => {};
    const answered = new Promise<'refuse' | 'pass'>((resolve) => {
      answer = resolve;
    });
    await page.route(url, async (route) => {
      if ((await answered) === 'refuse')
        await route.fulfill({ json: { result: 0, message: 'No tariff today' } });
      else await route.continue();
    });
    await page.setViewportSize(DESK);
    await open();
    await page.setViewportSize(PHONES[0]!);
    await expect(line).toHaveText(t('order.pricing'));
    await expect(line).toBeInViewport({ ratio: 1 });
    await expect(submit).toBeDisabled();
    await expect(submit).toHaveAccessibleDescription(/price/);
    answer('refuse');
    await expect(line).toHaveText('No tariff today');
    await expect(line).toBeInViewport({ ratio: 1 });
    await expect(submit).toHaveAccessibleDescription(t('order.waits.noPrice'));
    await page.unroute(url);
    await dialog.getByRole('button', { name: t('common.tryAgain') }).click();
    await expect(line).toContainText(/\$|credit/);
    await page.setViewportSize(DESK);
    await expect(line).toBeHidden();
    await closed(portal, dialog);
  };
  await follow(
    '**/api/order/v1/tasking/getPrice',
    () => openTasking(portal),
    portal.tasking.dialog,
    portal.tasking.submit,
  );
  await follow(
    '**/api/imagery/v1/export/getPrice',
    () => openExport(portal, exporting),
    exporting.dialog,
    exporting.submit,
  );
  await portal.panelButton('search').click();
  await search(portal);
  await follow(
    '**/api/order/v1/archive/getPrice',
    () => portal.search.order(),
    portal.order.dialog,
    portal.order.submit,
  );
});
