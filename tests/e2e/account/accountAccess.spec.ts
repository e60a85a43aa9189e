import { discardTyped } from '../support/onePage.ts';
import { expect, expectAccessible, test, WITHOUT_MAP } from '../support/test.ts';

test.use(WITHOUT_MAP);

for (const [colorScheme, language, width] of [
  ['light', 'en', 1440],
  ['light', 'zh', 375],
  ['dark', 'zh', 1440],
  ['dark', 'en', 375],
] as const) {
  test.describe(`account, ${colorScheme}, ${language}, ${width} px`, () => {
    test.use({ colorScheme, language, viewport: { width, height: 812 } });
    test("the panel and its dialogs have no axe violation and don't scroll sideways", async ({
      portal,
      page,
      language: shown,
    }) => {
      const { account } = portal;
      await portal.enter(shown, 'demo6@groundtrack.example', '/?panel=account');
      await account.expectBalance('10,000');
      if (width === 375)
        await page.getByRole('button', { name: portal.t('bar.sheet.middle') }).press('Enter');
      await account.usage.getByRole('button', { name: portal.t('kit.showTable') }).click();
      await expectAccessible(page);
      await account.changePasswordButton.click();
      await account.fillPasswords({ newPassword: 'short', reenteredPassword: 'other' });
      await account.submitPassword.click();
      await expect(account.passwordDialog.getByText(portal.t('errors.passwordShort'))).toBeVisible();
      await expectAccessible(page);
      await account.closePassword.click();
      await discardTyped(portal);
      await account.payRecordsButton.click();
      await expect(account.payRecordsDialog.getByText(portal.t('account.payRecordsEmpty'))).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  });
}

test.describe('on the phone', () => {
  test.use({ viewport: { width: 375, height: 812 } });
  test('the account is under More and opens in the sheet', async ({ portal, page }) => {
    await portal.enter();
    await portal.bar.getByRole('button', { name: portal.t('bar.more') }).click();
    await page.getByRole('menuitem', { name: portal.t('bar.account'), exact: true }).click();
    await expect(portal.account.fact('email')).toHaveText('demo1@groundtrack.example');
    await expect(portal.account.fact('email')).toBeInViewport();
  });
});
