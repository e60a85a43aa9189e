import type { Page } from 'playwright/test';
import { SavedPanels } from '../pages/savedPanels.ts';
import { holdReply } from '../support/replies.ts';
import { tabTo } from '../support/keyboard.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { linePixels } from '../support/tiles.ts';
import { languagesOf } from '../support/words.ts';

const VERTICES = 10_000;
/** Teeth so fine and many that their lines fill a band on the screen; of an outline only thin lines are left. */
const BAND = 10_000;

/** Notes the body of the page's search: the browser's debugger leaves large ones out. */
const noteSearch = (page: Page) =>
  page.addInitScript(() => {
    const send = globalThis.fetch;
    globalThis.fetch = async (...given) => {
      const request = new Request(...given);
      if (request.url.endsWith('/api/soi/v1/search'))
        Object.assign(globalThis, { searched: await request.clone().text() });
      return send(request);
    };
  });

/** A ring of teeth around Singapore, WKT. */
function teeth(): string {
  const corners = Array.from({ length: VERTICES }, (_, index) => {
    const angle = (2 * Math.PI * index) / VERTICES;
    const radius = index % 2 === 0 ? 0.1 : 0.09;
    return [103.83 + radius * Math.cos(angle), 1.3 + radius * Math.sin(angle)]
      .map((degrees) => Number(degrees.toFixed(7)))
      .join(' ');
  });
  return `POLYGON ((${[...corners, corners[0]].join(', ')}))`;
}

for (const language of languagesOf('en'))
  test.describe(`saved area (${language})`, () => {
    test.use({ language });
    test('a large saved area comes whole when it is shown or selected; the page says that it loads, and that it failed; by keyboard', async ({
      portal,
      page,
      language,
    }) => {
      const { t } = portal;
      const saved = new SavedPanels(page, t);
      const geom = teeth();
      await noteSearch(page);
      // an account for each language: a worker's tests share the server
      await portal.enter(language, language === 'zh' ? 'demo6@groundtrack.example' : undefined);
      const token = await page.evaluate(() => sessionStorage.getItem('groundtrack.token'));
      const reply = await page.request.post(`${portal.url}/web/useraoi/cm/save`, {
        headers: { authorization: `Bearer ${token}` },
        data: { name: 'Teeth', geom },
        maxRetries: 1,
      });
      expect(await reply.json()).toMatchObject({ result: 1 });
      const listed = page.waitForResponse('**/web/useraoi/view/list/all');
      await tabTo(page, portal.panelButton('myaoi'));
      await page.keyboard.press('Enter');
      expect((await (await listed).text()).length).toBeLessThan(2_000);

      // the call fails: said, and the row can be pressed again
      const loading = saved.row('Teeth').getByRole('status');
      const one = '**/web/useraoi/view/one/*';
      const refuse = await holdReply(page, one, { result: 0 });
      await tabTo(page, saved.act('myAoi.show', 'Teeth'));
      await page.keyboard.press('Enter');
      await expect(loading).toHaveText(t('myAoi.fetching'));
      await expectAccessible(page);
      await refuse();
      await expect(portal.notice(t('errors.aoiNotLoaded'))).toBeVisible();
      if (language === 'zh') return; // the rest has no other words
      await expect(loading).toBeHidden();
      await expect(saved.act('myAoi.show', 'Teeth')).toBeFocused();
      await expect(saved.act('myAoi.show', 'Teeth')).toHaveAttribute('aria-pressed', 'false');

      await page.keyboard.press('Enter');
      await expect(saved.act('myAoi.show', 'Teeth')).toHaveAttribute('aria-pressed', 'true');
      await expect(portal.notice(t('errors.aoiNotLoaded'))).toBeHidden();
      await tabTo(page, saved.act('myAoi.search', 'Teeth'));
      await page.keyboard.press('Enter');
      await expect(portal.search.panel.getByText(/km² · 10,000 /)).toBeVisible();
      await expect.poll(() => linePixels(page)).toBeGreaterThan(BAND);
      await tabTo(page, portal.search.submit);
      await page.keyboard.press('Enter');
      // a comparison in the page, since a message with both areas would be 400 KB
      const isExact = (wkt: string) =>
        page.evaluate((area) => (globalThis as { searched?: string }).searched?.includes(area), wkt);
      await expect.poll(() => isExact(geom)).toBe(true);
    });
  });
