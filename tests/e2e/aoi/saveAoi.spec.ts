import { onOnePage, openStart, withPortal } from '../support/onePage.ts';
import { SaveAoiDialog } from '../pages/aoi/saveAoiDialog.ts';
import type { Portal } from '../pages/portal.ts';
import { expect, expectAccessible, test, WITHOUT_MAP } from '../support/test.ts';

test.use(WITHOUT_MAP);

const SAVE = '**/web/useraoi/cm/save';

/** Sets a rectangle of about 33 × 33 km with the coordinate dialog, at any window size. */
async function setArea(portal: Portal): Promise<void> {
  const card = portal.page.getByRole('region', { name: portal.t('search.aoi') });
  await card.getByRole('button', { name: portal.t('search.coordinates'), exact: true }).click();
  await portal.coordinates.enterBbox({
    minLatitude: '1.2',
    maxLatitude: '1.5',
    minLongitude: '103.7',
    maxLongitude: '104',
  });
  await expect(portal.coordinates.dialog).toBeHidden();
}

test(
  '§5 Save AOI',
  onOnePage(withPortal, (it) => {
    it("a saved AOI shows 'save success', and the focus returns", async ({ portal, page }) => {
      const saving = new SaveAoiDialog(page, portal.t);
      await setArea(portal);
      await portal.map.press('saveAoi');
      await saving.name.fill(' Harbour ');
      const sent = page.waitForRequest(SAVE);
      await saving.save.click();
      await expect(portal.notice('save success')).toBeVisible();
      await expect(saving.dialog).toBeHidden();
      await expect(portal.map.group('saveAoi')).toBeFocused();
      await portal.map.press('saveAoi');
      await expect(saving.name).toHaveValue(/^Singapore \d{4}-\d\d-\d\d$/);
      // the AOI on the server, read with the same token
      const { authorization = '' } = await (await sent).allHeaders();
      const list = await page.request.get(`${portal.url}/web/useraoi/view/list/all`, {
        headers: { authorization },
      });
      expect(await list.json()).toMatchObject({
        data: expect.arrayContaining([
          expect.objectContaining({
            name: 'Harbour',
            geom: expect.stringMatching(/^POLYGON \(\(103\.7 1\.2, 104 1\.2, /),
          }),
        ]),
      });
    });

    it('typing replaces an offered name, also one whose place is found while the dialog is open', async ({
      portal,
      page,
    }) => {
      const saving = new SaveAoiDialog(page, portal.t);
      let found = () => {};
      const known = new Promise<void>((resolve) => (found = resolve));
      await page.route('**/web/places/area*', async (route) => {
        await known;
        await route.continue();
      });
      await setArea(portal);
      await portal.map.press('saveAoi');
      await expect(saving.name).toHaveValue(/^1\.35, 103\.85 /);
      found();
      await expect(saving.name).toHaveValue(/^Singapore /);
      await page.keyboard.type('Harbour');
      await expect(saving.name).toHaveValue('Harbour');
    });

    it("with no AOI: 'AOI not found'", async ({ portal, page }) => {
      const saving = new SaveAoiDialog(page, portal.t);
      const tool = portal.map.tool('saveAoi');
      await portal.map.unfold('saveAoi');
      await expect(tool).not.toHaveAttribute('aria-disabled', 'true');
      await tool.click();
      await expect(portal.notice('AOI not found')).toBeVisible();
      await expect(saving.dialog).toBeHidden();
    });

    it('a message is above a dialog that is opened meanwhile, and can be closed there', async ({
      portal,
    }) => {
      await portal.map.press('saveAoi');
      const message = portal.notice('AOI not found');
      await expect(message).toBeVisible();
      await portal.map.press('coordinates');
      await expect(portal.coordinates.dialog).toBeVisible();
      await portal.page
        .getByRole('region', { name: portal.t('kit.messages') })
        .getByRole('button', { name: portal.t('common.close') })
        .click();
      await expect(message).toBeHidden();
      await expect(portal.coordinates.dialog).toBeVisible();
    });

    it("name and geometry both required ('Incomplete information')", async ({ portal, page }) => {
      const saving = new SaveAoiDialog(page, portal.t);
      const calls: string[] = [];
      page.on('request', (request) => calls.push(new URL(request.url()).pathname));
      await setArea(portal);
      await portal.map.press('saveAoi');
      await expect(saving.name).toBeFocused();
      await saving.name.fill('   ');
      await saving.save.click();
      await expect(saving.name).toHaveAccessibleDescription(/Incomplete information/);
      await expect(saving.name).toBeFocused();
      await saving.name.pressSequentially('Harbour');
      await expect(saving.name).not.toHaveAttribute('aria-invalid', 'true');
      expect(calls).not.toContain('/web/useraoi/cm/save');
    });

    it('the dialog shows the area and its vertices; the name has at most 32 characters', async ({
      portal,
      page,
    }) => {
      const saving = new SaveAoiDialog(page, portal.t);
      await setArea(portal);
      await portal.map.press('saveAoi');
      await expect(saving.dialog.getByRole('definition')).toHaveText([/^1,10\d\.\d\d\skm²$/, '4']);
      await saving.name.pressSequentially('x'.repeat(40));
      await expect(saving.name).toHaveValue('x'.repeat(32));
      await expect(saving.dialog.getByText('32 / 32')).toBeVisible();
      expect((await saving.dialog.boundingBox())?.width).toBe(480);
      await expectAccessible(page);
    });

    it("§8 AOI save failure: 'save failed' with the server's reason below; the typed text stays", async ({
      portal,
      page,
    }) => {
      const saving = new SaveAoiDialog(page, portal.t);
      await setArea(portal);
      await portal.map.press('saveAoi');
      await saving.name.fill('Harbour');
      await page.route(SAVE, (route) =>
        route.fulfill({ json: { result: 0, message: 'The shelf is full.' } }),
      );
      await saving.save.click();
      const alert = saving.dialog.getByRole('alert').filter({ hasText: 'save failed' });
      await expect(alert).toContainText('The shelf is full.');
      await page.unroute(SAVE);
      await page.route(SAVE, (route) => route.abort());
      await saving.save.click();
      await expect(alert).toBeVisible();
      await expect(alert).not.toContainText('The shelf is full.');
      await expect(saving.name).toHaveValue('Harbour');
      await page.unroute(SAVE);
      await saving.save.click();
      await expect(portal.notice('save success')).toBeVisible();
    });

    it('S opens the dialog, Enter saves and Escape closes, by keyboard alone', async ({ portal, page }) => {
      const saving = new SaveAoiDialog(page, portal.t);
      await setArea(portal);
      const button = portal.panelButton('search');
      await button.focus();
      await page.keyboard.press('s');
      await expect(saving.name).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(saving.dialog).toBeHidden();
      await expect(button).toBeFocused();
      await page.keyboard.press('s');
      await page.keyboard.type('By keys');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: portal.t('order.confirmBack'), exact: true }).press('Enter');
      await expect(saving.name).toHaveValue('By keys');
      await saving.name.focus();
      await page.keyboard.press('Enter');
      await expect(portal.notice('save success')).toBeVisible();
    });

    it('the AOI card opens the dialog too, and Close closes it', async ({ portal, page }) => {
      const saving = new SaveAoiDialog(page, portal.t);
      await setArea(portal);
      const button = page
        .getByRole('region', { name: portal.t('search.aoi') })
        .getByRole('button', { name: portal.t('search.saveAoi') });
      await button.click();
      await saving.close.click();
      await expect(saving.dialog).toBeHidden();
      await expect(button).toBeFocused();
    });
  }),
);

test.describe('in Chinese', () => {
  test.use({ language: 'zh' });
  test.beforeEach(({ portal, language }) => openStart(portal, language));
  test('§5 Save AOI shows its messages in Chinese: 信息不完整, 保存成功', async ({ portal, page }) => {
    const saving = new SaveAoiDialog(page, portal.t);
    await setArea(portal);
    await portal.map.press('saveAoi');
    await saving.name.fill('');
    await saving.save.click();
    await expect(saving.name).toHaveAccessibleDescription(/信息不完整/);
    await saving.name.fill('港口');
    await expectAccessible(page);
    await saving.save.click();
    await expect(portal.notice('保存成功')).toBeVisible();
  });
});
