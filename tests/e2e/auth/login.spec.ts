import { onOnePage, openFresh, withPanel } from '../support/onePage.ts';
import { DEMO_PASSWORD } from '../pages/portal.ts';
import { answerWith } from '../support/replies.ts';
import { expect, FINE, test } from '../support/test.ts';

test.use(FINE);

test(
  '§2 Authentication panels',
  onOnePage(withPanel(''), (it) => {
    it('the log-in panel is the default; its title is the app name plus the word Login', async ({ page }) => {
      await expect(page.getByRole('heading', { name: 'Groundtrack Login', exact: true })).toBeVisible();
      await expect(page).toHaveTitle(/Groundtrack/);
    });

    it('the code of the log-in page comes in a few files', async ({ portal, page }) => {
      await openFresh(page, '');
      await expect(portal.loginButton).toBeVisible();
      const files = await page.evaluate(() =>
        performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
      );
      expect(files.length).toBeGreaterThan(0);
      expect(files.length).toBeLessThan(20);
    });

    it('the log-in page takes at most 270 KB', async ({ portal, page }) => {
      await openFresh(page, '');
      await expect(portal.loginButton).toBeVisible();
      await page.waitForLoadState('networkidle');
      const sizes = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map((entry) => ('encodedBodySize' in entry ? Number(entry.encodedBodySize) : 0)),
      );
      expect(sizes.length).toBeGreaterThan(10);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(270_000);
    });

    it('a wrong password shows the server message and keeps the typed text', async ({ portal, page }) => {
      await portal.fillLogin('demo2@groundtrack.example', 'not the password');
      await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
      await expect(portal.email).toHaveValue('demo2@groundtrack.example');
      await expect(portal.loginButton).toBeEnabled();
      await portal.fillLogin('demo2@groundtrack.example', DEMO_PASSWORD);
      await expect(portal.bar).toBeVisible();
    });

    it('Tab goes from email to password to Log in, and then to what helps', async ({ portal, page }) => {
      await openFresh(page, '');
      await portal.email.focus();
      const named = (key: string) => page.getByRole('button', { name: portal.t(key), exact: true });
      for (const next of [
        portal.password,
        portal.loginButton,
        named('kit.showPassword'),
        named('auth.resetPassword'),
      ]) {
        await page.keyboard.press('Tab');
        await expect(next).toBeFocused();
      }
    });

    it('the code of the map and the panels is fetched while the password is typed', async ({
      portal,
      page,
    }) => {
      const fetched: string[] = [];
      page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
      await openFresh(page, '');
      await expect(portal.email).toBeFocused();
      const isFetched = () => fetched.some((path) => /\/MapCanvas-[\w-]+\.js$/.test(path));
      expect(isFetched()).toBe(false);
      await portal.password.press('x');
      await expect.poll(isFetched).toBe(true);
    });

    it('the server message changes with the language', async ({ portal, page }) => {
      const alert = page.getByRole('alert').filter({ hasText: /\S/ });
      await portal.fillLogin('demo2@groundtrack.example', 'not the password');
      await expect(alert).toHaveText('Incorrect email or password.');
      await portal.chooseLanguage('zh');
      await expect(alert).toHaveText('邮箱或密码错误。');
      await page.getByRole('radio', { name: 'English', exact: true }).check({ force: true });
      await expect(alert).toHaveText('Incorrect email or password.');
    });

    it('a server message without a key keeps its text in another language', async ({ portal, page }) => {
      await answerWith(page, '**/login', { result: 0, message: 'Closed for repairs.' });
      await portal.fillLogin('demo2@groundtrack.example', DEMO_PASSWORD);
      await portal.chooseLanguage('zh');
      await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveText('Closed for repairs.');
      await page.getByRole('radio', { name: 'English', exact: true }).check({ force: true });
    });

    it("both fields required, message 'Please enter your email and password'", async ({ portal, page }) => {
      await portal.loginButton.click();
      await expect(page.getByText('Please enter your email and password')).toBeVisible();
    });

    for (const [hash, title] of [
      ['register', 'auth.registerTitle'],
      ['resetpass', 'auth.resetTitle'],
    ] as const) {
      it(`#${hash} opens its panel; a back action returns to login and clears the address hash`, async ({
        portal,
        page,
      }) => {
        await openFresh(page, `#${hash}`);
        await expect(page.getByRole('heading', { name: portal.t(title) })).toBeVisible();
        await page.getByRole('button', { name: portal.t('auth.backToLogin') }).click();
        await expect(portal.loginButton).toBeVisible();
        expect(new URL(page.url()).hash).toBe('');
        await page.goBack();
        await expect(page.getByRole('heading', { name: portal.t(title) })).toBeVisible();
      });
    }

    it('the language and the theme chosen on the log-in panel persist after a reload', async ({
      portal,
      page,
    }) => {
      await portal.chooseLanguage('zh');
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
      await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
    });
  }),
);

test.describe('in a Chinese browser', () => {
  test.use({ locale: 'zh-CN' });
  test('the log-in page is in English and offers Chinese in one line, until the user chose a language', async ({
    portal,
    page,
  }) => {
    await portal.open();
    await expect(page.getByRole('heading', { name: 'Groundtrack Login', exact: true })).toBeVisible();
    const offer = page.getByRole('button', { name: '切换到中文', exact: true });
    await offer.click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(offer).toBeHidden();
    await expect(page.getByRole('textbox').first()).toBeFocused();
    await page.getByRole('radio', { name: 'English', exact: true }).check({ force: true });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Groundtrack Login', exact: true })).toBeVisible();
    await expect(offer).toBeHidden();
  });
});
