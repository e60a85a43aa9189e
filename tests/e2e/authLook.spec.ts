import { fillRequired } from './pages/authPanels.ts';
import { answerWith } from './replies.ts';
import { expect, expectAccessible, test } from './test.ts';

const SUBMIT = '**/reg/submit';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [language, width] of [
    ['en', 1440],
    ['zh', 1440],
    ['en', 375],
    ['zh', 320],
  ] as const) {
    test.describe(`register, ${colorScheme}, ${language}, ${width} px`, () => {
      test.use({ colorScheme, language, viewport: { width, height: 812 } });
      test('has no axe violation and nothing to scroll sideways, empty, refused, and done', async ({
        portal,
        page,
        language: shown,
      }) => {
        const { panels } = portal;
        const isNarrowEnough = () =>
          page.evaluate(() => {
            const overlay = document.querySelector('.gt-auth');
            return overlay !== null && overlay.scrollWidth <= innerWidth;
          });
        await portal.open();
        await portal.chooseLanguage(shown);
        await panels.openRegister();
        await expect(panels.firstName).toBeVisible();
        await expectAccessible(page);
        await panels.register.click();
        await panels.email.fill('mei');
        await panels.password.fill('short');
        await panels.email.focus();
        await expectAccessible(page);
        expect(await isNarrowEnough()).toBe(true);

        await answerWith(page, '**/reg/captcha', { result: 0, message: portal.t('auth.emailHint') });
        await answerWith(page, SUBMIT, { result: 0 });
        await fillRequired(panels);
        await panels.sendCode.click();
        await expect(panels.refusals.filter({ hasText: portal.t('errors.codeNotSent') })).toBeVisible();
        await panels.register.click();
        await expect(panels.refusals.filter({ hasText: portal.t('errors.registerFailed') })).toBeVisible();
        await expectAccessible(page);
        expect(await isNarrowEnough()).toBe(true);

        await page.unroute(SUBMIT);
        await answerWith(page, SUBMIT, { result: 1 });
        await panels.register.click();
        await expect(panels.success('registered')).toBeVisible();
        await expectAccessible(page);
      });
    });
  }
}
