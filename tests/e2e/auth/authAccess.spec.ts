import type { Page } from 'playwright/test';
import { onOnePage, openFresh, withPanel, type PageLifecycle } from '../support/onePage.ts';
import { fillRequired } from '../pages/authPanels.ts';
import { answerWith } from '../support/replies.ts';
import { expect, expectAccessible, FINE, test } from '../support/test.ts';

test.use(FINE);

const SUBMIT = '**/reg/submit';

/** Whether the overlay fits the window's width. */
const isNarrowEnough = (page: Page) =>
  page.evaluate(() => {
    const overlay = document.querySelector('.gt-auth');
    return overlay !== null && overlay.scrollWidth <= innerWidth;
  });

/** The log-in panel in the test's language. */
const lifecycle: PageLifecycle = {
  begin: async ({ portal, language }) => {
    await portal.open();
    await portal.chooseLanguage(language);
  },
  restore: async ({ portal, page, language }) => {
    await openFresh(page, '');
    await portal.chooseLanguage(language);
  },
};

test(
  'the auth panels have no layout shift',
  onOnePage(withPanel(''), (it) => {
    it('a log-in error extends the card downwards and moves nothing above it', async ({ portal, page }) => {
      const tops = async () => [
        (await page.getByRole('heading', { level: 1 }).boundingBox())?.y,
        (await portal.password.boundingBox())?.y,
      ];
      await expect(portal.loginButton).toBeVisible();
      const before = await tops();
      await portal.loginButton.click();
      await expect(portal.panels.errors).toHaveText('Please enter your email and password');
      expect(await tops()).toEqual(before);
    });

    it('messages of the fields and of the code button move nothing in the register panel', async ({
      portal,
      page,
    }) => {
      const { panels } = portal;
      await answerWith(page, '**/reg/captcha', { result: 0, message: 'Too many codes from here.' });
      await openFresh(page, '#register');
      const top = async () => (await panels.register.boundingBox())?.y;
      await expect(panels.firstName).toBeVisible();
      const before = await top();
      await panels.register.click();
      await panels.password.fill('short');
      await panels.email.fill('mei');
      await panels.firstName.focus();
      await expect(panels.email).toHaveAttribute('aria-invalid', 'true');
      expect(await top()).toBe(before);
      await panels.email.fill('mei.lin@harbourline.example');
      await panels.sendCode.click();
      await expect(panels.errors.filter({ hasText: 'Too many codes' })).toBeVisible();
      expect(await top()).toBe(before);
    });
  }),
);

for (const [colorScheme, language, width] of [
  ['light', 'en', 1440],
  ['light', 'zh', 320],
  ['dark', 'en', 1440],
  ['dark', 'zh', 375],
] as const) {
  test.describe(`auth panels, ${colorScheme}, ${language}, ${width} px`, () => {
    test.use({ colorScheme, language, viewport: { width, height: 812 } });
    test(
      'log-in, register and reset',
      onOnePage(lifecycle, (it) => {
        it("the log-in panel has no axe violation and doesn't scroll sideways", async ({ portal, page }) => {
          await expect(portal.loginButton).toBeVisible();
          await expectAccessible(page);
          expect(await isNarrowEnough(page)).toBe(true);
        });

        it("the register panel has no axe violation and doesn't scroll sideways: empty, with errors, and after success", async ({
          portal,
          page,
        }) => {
          const { panels } = portal;
          await panels.openRegister();
          await expect(panels.firstName).toBeVisible();
          await expectAccessible(page);
          await panels.register.click();
          await panels.email.fill('mei');
          await panels.password.fill('short');
          await panels.email.focus();
          await expectAccessible(page);
          expect(await isNarrowEnough(page)).toBe(true);

          await answerWith(page, '**/reg/captcha', { result: 0, message: portal.t('auth.emailHint') });
          await answerWith(page, SUBMIT, { result: 0 });
          await fillRequired(panels);
          await panels.sendCode.click();
          await expect(panels.errors.filter({ hasText: portal.t('errors.codeNotSent') })).toBeVisible();
          await panels.register.click();
          await expect(panels.errors.filter({ hasText: portal.t('errors.registerFailed') })).toBeVisible();
          await expectAccessible(page);
          expect(await isNarrowEnough(page)).toBe(true);

          await page.unroute(SUBMIT);
          await answerWith(page, SUBMIT, { result: 1 });
          await panels.register.click();
          await expect(panels.success('registered')).toBeVisible();
          await expectAccessible(page);
        });

        it("the reset panel has no axe violation and doesn't scroll sideways", async ({ portal, page }) => {
          const { panels } = portal;
          await panels.openReset();
          await panels.reset.click();
          await expect(panels.email).toBeFocused();
          await expectAccessible(page);

          await answerWith(page, '**/resetpass/captcha', { result: 1 });
          await panels.email.fill('mei.lin@harbourline.example');
          await panels.sendCode.click();
          await expect(panels.sendCode).toBeDisabled();
          await answerWith(page, '**/resetpass/submit', { result: 0 });
          await panels.code.fill('K7PM4X');
          await panels.reset.click();
          await expect(panels.errors).toHaveText(portal.t('errors.resetFailed'));
          await expectAccessible(page);
          expect(await isNarrowEnough(page)).toBe(true);

          await page.unroute('**/resetpass/submit');
          await answerWith(page, '**/resetpass/submit', { result: 1 });
          await panels.reset.click();
          await expect(panels.success('resetDone')).toBeVisible();
          await expectAccessible(page);
        });
      }),
    );
  });
}
