import { readFileSync } from 'node:fs';
import { expectQuote } from '../pages/orders/quotePage.ts';
import { expect, expectAccessible, test, WITHOUT_MAP } from '../support/test.ts';
import { languagesOf } from '../support/words.ts';
import { dayIn } from '../../server/support/clock.ts';
import { tick } from '../support/tick.ts';

test.use(WITHOUT_MAP);

/** A box over Singapore, in degrees. */
const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };

for (const language of languagesOf('zh')) {
  test.describe(`a new acquisition (${language})`, () => {
    test.use({ language });

    test('a tasking order is placed from the search: passes, price, terms, confirmation, the order in the list, its files', async ({
      portal,
      page,
      language,
    }, info) => {
      await portal.open();
      await portal.chooseLanguage(language);
      await portal.signIn();
      const { tasking, t } = portal;

      // §5 Tasking from search: the messages in their order
      await portal.search.tasking.click();
      await expect(portal.notice(t('errors.aoiMissing')).first()).toBeVisible();
      await portal.map.press('coordinates');
      await portal.coordinates.enterBbox(BOX);
      // what is missing can be chosen in the plan of passes, which opens beside the message
      const { acquisition } = portal;
      await portal.search.tasking.focus();
      await page.keyboard.press('Enter');
      await expect(portal.notice(t('errors.oneSatellite')).first()).toBeVisible();
      await expect(acquisition.title).toBeFocused();
      await page.reload();
      await expect(acquisition.satellites).toHaveCount(7);
      await page.goBack();
      await expect(acquisition.panel).toBeHidden();
      await page.goForward();
      await expect(acquisition.satellites).toHaveCount(7);
      await acquisition.back.press('Enter');
      await expect(portal.search.tasking).toBeFocused();
      await portal.search.chooseSatellite('OB-3');
      await portal.search.tasking.click();
      await expect(portal.notice(t('errors.startNotFuture')).first()).toBeVisible();
      await expect(acquisition.radio('OB-3')).toBeChecked();
      await acquisition.back.click();
      await portal.search.enterDays(dayIn(3), dayIn(60));
      await portal.search.tasking.click();

      // the form with the defaults of §3 and §9, its passes and its price
      await expect(tasking.finalPrice).toBeVisible();
      // all of its side column is in sight
      expect(
        await tasking.dialog
          .locator('.gt-dialog__aside')
          .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
      ).toBe(0);
      // in a lower window the price is, which is below the passes
      await page.setViewportSize({ width: 1024, height: 768 });
      await expect(tasking.finalPrice).toBeInViewport({ ratio: 1 });
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect(tasking.radio('L1')).toBeChecked();
      await expect(tasking.radio('OV-B')).toBeChecked();
      await expect(tasking.checkbox('order.clip')).toBeChecked();
      await expect(tasking.radio('UTM')).toHaveCount(0);
      await expect(tasking.checkbox('order.appendL1')).toHaveCount(0);
      await expect(tasking.submit).toBeDisabled();
      await expect(tasking.passes.first()).toBeVisible();
      expect(await tasking.passes.count()).toBeGreaterThan(10);

      // another level changes the price and enables the projection and the additional L1
      const before = await tasking.finalPrice.textContent();
      await expect(tasking.radio('L3A')).toHaveCount(0);
      await tasking.moreLevels.click();
      await tick(tasking.radio('L3A'));
      await expect(tasking.finalPrice).not.toHaveText(before ?? '');
      await tick(tasking.radio('UTM'));
      await tick(tasking.checkbox('order.appendL1'));
      await expect(tasking.finalPrice).toBeVisible();
      const sum = (await tasking.finalPrice.textContent()) ?? '';
      await expectQuote(portal, [sum, 'OB-3', t('quote.window'), 'UTM', 'terms_order.pdf']);
      if (language === 'en') {
        await expectAccessible(page);
        await tasking.dialog.getByRole('button', { name: t('passes.asTable') }).click();
        await expectAccessible(page);
      } else {
        await page.emulateMedia({ colorScheme: 'dark' });
        await expectAccessible(page);
        await page.emulateMedia({ colorScheme: 'light' });
      }

      // closing with changes asks for confirmation
      await tasking.dialog
        .getByRole('button', { name: t('common.close'), exact: true })
        .last()
        .click();
      await page.getByRole('button', { name: t('order.confirmBack'), exact: true }).click();

      const name = language === 'zh' ? '海峡 冬季' : 'Strait survey';
      await tasking.name.fill(name);
      await tick(tasking.agree);
      await tasking.submit.click();
      await tasking.confirm.click();
      await expect(portal.notice(t('notice.submitSuccess')).first()).toBeVisible();
      await expect(tasking.dialog).toBeHidden();

      // the tasking list is updated; in `npm run test:all` the order reaches 7 here (in `npm test` by server/orders/accountant.test.ts)
      if (language === 'en') await portal.orders.expectStatus(name, 7);
      await portal.orders.openPage(name);
      await expect(portal.orders.block('quote.window')).toBeVisible();
      // a code stays whole where it fits its line, here one below that of other words
      const lines = await page
        .locator('.gt-order-page .gt-code')
        .first()
        .evaluate((code) => {
          const text = document.createRange();
          text.selectNodeContents(code);
          code.parentElement!.style.width = `${text.getBoundingClientRect().width + 4}px`;
          const word = document.createTextNode('Order ');
          code.before(word);
          const tops = new Set([...text.getClientRects()].map(({ top }) => top));
          word.remove();
          return tops.size;
        });
      expect(lines).toBe(1);
      if (language === 'en') {
        await expect(portal.orders.files.filter({ hasText: '.tif' })).toHaveCount(2);
        const file = await portal.orders.download(portal.orders.files.filter({ hasText: 'LICENCE' }));
        const path = info.outputPath(file.suggestedFilename());
        await file.saveAs(path);
        expect(readFileSync(path, 'utf8')).toContain('SIMULATED');
      }

      // back to the list
      await page.keyboard.press('Escape');

      // without dates to come: all satellites over the AOI, from tomorrow; the form opens filled in
      await portal.panelButton('search').click();
      await portal.search.enterDays(dayIn(-60), dayIn(-3));
      await portal.search.tasking.click();
      await expect(acquisition.satellites).toHaveCount(7);
      await acquisition.window.click();
      const from = page.getByRole('textbox', { name: t('kit.dateFrom'), exact: true });
      await expect(from).toHaveValue(dayIn(1));
      await page.keyboard.press('Escape');
      await expect(acquisition.row('NS-1')).toContainText(t('acquisition.lock.supplier'));
      await expect(acquisition.row('BJ-3A')).toContainText('$');
      await expect(acquisition.radio('OB-3')).toBeChecked();
      // by keyboard: a satellite, its passes, fixing one on the map, and back
      await acquisition.radio('BJ-3A').focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Home');
      const dot = acquisition.passes('BJ-3A').first();
      await expect(dot).toBeFocused();
      await expect(acquisition.card).toContainText('BJ-3A');
      await page.keyboard.press('Enter');
      await expect(dot).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('Escape');
      await expect(acquisition.radio('BJ-3A')).toBeFocused();
      await page.emulateMedia({ colorScheme: language === 'en' ? 'light' : 'dark' });
      await expectAccessible(page);
      await acquisition.asTable.click();
      await expect(acquisition.lines.first()).toContainText('°');
      await expectAccessible(page);
      await acquisition.next.click();
      await expect(tasking.dialog).toContainText('BJ-3A');
      await tasking.window.click();
      await expect(from).toHaveValue(dayIn(1));
      await page.keyboard.press('Escape');
      await expect(tasking.finalPrice).toBeVisible();
    });
  });
}
