import type { Page } from 'playwright/test';
import type { Portal } from '../pages/portal.ts';
import { SavedPanels } from '../pages/savedPanels.ts';
import { tabTo } from '../support/keyboard.ts';
import { expect, expectAccessible, test, WITHOUT_MAP } from '../support/test.ts';
import { languagesOf } from '../support/words.ts';

const FACTS = '**/web/useraoi/view/facts';
/** In the middle of the tests' scenes, and where there is none. */
const AREAS = { Anchorage: [103.82, 1.28], Remote: [-120, -40] } as const;

async function saveAreas({ url, page }: Portal): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem('groundtrack.token'));
  for (const [name, [x, y]] of Object.entries(AREAS)) {
    const geom = `POLYGON ((${x} ${y}, ${x + 0.02} ${y}, ${x + 0.02} ${y + 0.02}, ${x} ${y + 0.02}, ${x} ${y}))`;
    const reply = await page.request.post(`${url}/web/useraoi/cm/save`, {
      headers: { authorization: `Bearer ${token}` },
      data: { name, geom },
      maxRetries: 1,
    });
    expect(await reply.json()).toMatchObject({ result: 1 });
  }
}
const namesIn = (page: Page) => page.getByRole('listitem').getByRole('heading').allTextContents();

for (const language of languagesOf('en'))
  test.describe(`My AOI (${language})`, () => {
    test.use({ ...WITHOUT_MAP, language });
    test('each saved area shows its newest clear scene, the price of its cover, or the next pass; sorted, and by keyboard', async ({
      portal,
      page,
      language,
    }) => {
      const { t } = portal;
      const saved = new SavedPanels(page, t);
      await portal.enter(
        language,
        language === 'zh' ? 'demo6@groundtrack.example' : 'demo2@groundtrack.example',
      );
      await saveAreas(portal);
      const panel = page.getByRole('region', { name: t('myAoi.title') });
      const [shown, remote] = [saved.row('Anchorage'), saved.row('Remote')];

      // the call fails: the facts are missing, the actions stay
      await page.route(FACTS, (route) => route.abort());
      await tabTo(page, portal.panelButton('myaoi'));
      await page.keyboard.press('Enter');
      const again = panel.getByRole('button', { name: t('common.tryAgain'), exact: true });
      await expect(again).toBeVisible();
      await expect(shown.getByText('—', { exact: true })).toBeVisible();
      await expect(saved.act('myAoi.selectOf', 'Anchorage')).toBeVisible();
      await expectAccessible(page);

      await page.unroute(FACTS);
      await tabTo(page, again);
      await page.keyboard.press('Enter');
      await expect(shown.getByText(t('myAoi.newest'))).toBeVisible();
      await expect(shown.getByText(t('results.ofAoi', { share: '100' }))).toBeVisible();
      // with both signs, also in the narrow panel
      await page.setViewportSize({ width: 1024, height: 768 });
      await expect(shown.locator('.gt-sign').filter({ visible: true })).toHaveCount(2);
      await page.setViewportSize({ width: 1440, height: 900 });
      // $22 a km² at most, and at least 25 km² are billed
      await expect(shown.getByText(/^\$[\d,]+\.\d\d$/)).toBeVisible();
      await expect(remote.getByText(t('myAoi.noClear'))).toBeVisible();
      const pass = remote.getByRole('button', {
        name:
          language === 'zh' ? /^下一次过境 \d+月\d+日，\$[\d,.]+ 起$/ : /^Next pass \d+ \w+, from \$[\d,.]+$/,
      });
      await expect(pass).toBeVisible();
      await expectAccessible(page);

      const sort = panel.getByRole('button', { name: new RegExp(`^${t('myAoi.sort')}`) });
      const sortBy = async (key: string) => {
        await tabTo(page, sort);
        await page.keyboard.press('Enter');
        await page.getByRole('menuitemradio', { name: t(`myAoi.sortBy.${key}`), exact: true }).press('Enter');
        // a menu gives the focus back after a frame
        await expect(sort).toBeFocused();
      };
      const order = async () => (await namesIn(page)).filter((name) => name in AREAS);
      expect(await order()).toEqual(['Remote', 'Anchorage']);
      await sortBy('newest');
      await expect.poll(order).toEqual(['Anchorage', 'Remote']);
      await sortBy('price');
      await expect.poll(order).toEqual(['Anchorage', 'Remote']);

      // the actions come with the focus
      await tabTo(page, saved.act('saved.delete', 'Anchorage'));
      await expectAccessible(page);
      await page.keyboard.press('ArrowDown');
      // other tests of the account may have saved areas, too
      const names = await namesIn(page);
      await expect(saved.act('saved.delete', names[names.indexOf('Anchorage') + 1]!)).toBeFocused();
      await pass.focus();
      await page.keyboard.press('Enter');
      await expect(portal.acquisition.title).toBeVisible();
      await expect(portal.acquisition.panel.getByText('Remote', { exact: true }).first()).toBeVisible();
    });
  });
