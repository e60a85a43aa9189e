import { writePast } from './past.ts';
import type { PortalServer } from './server.ts';
import { expect, expectAccessible, test } from './test.ts';

const PASSWORD = 'tidal-flats-2026';
const WANTED = 'mangrove-77-roots';

/** An approved account of a test's own. */
async function addAccount(server: PortalServer, email: string, ...options: string[]): Promise<void> {
  await server.operator('accounts', 'add', email, '--password', PASSWORD, ...options);
}

test.describe('§2 Account panel', () => {
  test('shows email, name and company', async ({ portal, server }) => {
    // 64 characters each, the first without a place to break
    const email = `${'a'.repeat(30)}@${'b'.repeat(25)}.example`;
    const [firstName, lastName] = ['F'.repeat(32), 'L'.repeat(32)];
    const company = 'Company of sixty-four characters, which is all that it may have.';
    await addAccount(server, email, '--first-name', firstName, '--last-name', lastName, '--company', company);
    await portal.open('/?panel=account');
    await portal.signIn(email, PASSWORD);
    await expect(portal.account.fact('email')).toHaveText(email);
    await expect(portal.account.fact('name')).toHaveText(`${firstName} ${lastName}`);
    await expect(portal.account.fact('company')).toHaveText(company);
    const isWhole = await portal.account.panel.evaluate((panel) =>
      [panel, ...panel.querySelectorAll('dl, dd')].every((one) => one.scrollWidth <= one.clientWidth),
    );
    expect(isWhole).toBe(true);
  });

  test('what the account does not have is a dash', async ({ portal, server }) => {
    await addAccount(server, 'no.company@harbour.example');
    await portal.open('/?panel=account');
    await portal.signIn('no.company@harbour.example', PASSWORD);
    await expect(portal.account.fact('company')).toHaveText('—');
  });

  test('credits balance with a reload action', async ({ portal, server, page }) => {
    const email = 'balance@harbour.example';
    const { account } = portal;
    await addAccount(server, email);
    await server.operator('accounts', 'set', email, '--credits', '1200');
    await portal.open('/?panel=account');
    await portal.signIn(email, PASSWORD);
    await account.expectBalance('1,200');

    // on its way: the old figure stays, and the region says that it is busy
    await server.operator('accounts', 'set', email, '--credits', '345');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/web/credits', async (route) => {
      await held;
      await route.continue();
    });
    await account.reloadBalance.click();
    await expect(account.balance).toHaveAttribute('aria-busy', 'true');
    await account.expectBalance('1,200');
    release();
    await account.expectBalance('1,545');
    await expect(account.balance).toHaveAttribute('aria-busy', 'false');

    // failed: said in its place, with what was not changed
    await page.unroute('**/web/credits');
    await page.route('**/web/credits', (route) => route.abort());
    await account.reloadBalance.click();
    await expect(account.balance.getByText(portal.t('errors.creditsNotLoaded'))).toBeVisible();
    await expect(account.balance.getByText(portal.t('account.balanceOld'))).toBeVisible();
    await account.expectBalance('1,545');
    await page.unroute('**/web/credits');
    await account.reloadBalance.click();
    await expect(account.balance.getByText(portal.t('errors.creditsNotLoaded'))).toBeHidden();
  });

  test('recent daily usage sparkline: its values by keyboard, by pointer, in words and as a table', async ({
    portal,
    server,
    page,
  }) => {
    const email = 'usage@harbour.example';
    await addAccount(server, email);
    await server.operator('accounts', 'set', email, '--credits', '5000');
    await writePast(server.dataDir, {
      email,
      spent: [
        { daysAgo: 13, credits: 1120 },
        { daysAgo: 5, credits: 1 },
        { daysAgo: 0, credits: 60 },
        // before the window of 14 days
        { daysAgo: 14, credits: 999 },
      ],
    });
    await portal.open('/?panel=account');
    await portal.signIn(email, PASSWORD);
    const { usage, usageDays } = portal.account;
    const days = usageDays.getByRole('option');
    const chosen = usageDays.getByRole('option', { selected: true });
    await expect(days).toHaveCount(14);
    await expect(usage.getByText('Last 14 days: 1,181 credits')).toBeVisible();
    await expect(chosen).toHaveAccessibleName(/^\d{1,2} \w{3} \d{4}: 60 credits$/);
    await expect(usage.getByText(/^\d{1,2} \w{3}: 60 credits$/)).toBeVisible();

    // one stop of the tab key; the day that the keys choose is the active one
    await portal.account.reloadBalance.focus();
    await page.keyboard.press('Tab');
    await expect(usageDays).toBeFocused();
    await page.keyboard.press('Home');
    await expect(chosen).toHaveAccessibleName(/: 1,120 credits$/);
    await expect(usage.getByText(/^\d{1,2} \w{3}: 1,120 credits$/)).toBeVisible();
    const active = await usageDays.getAttribute('aria-activedescendant');
    expect(active).toBe(await days.first().getAttribute('id'));
    await page.keyboard.press('ArrowLeft');
    await expect(chosen).toHaveAccessibleName(/: 1,120 credits$/);
    for (let step = 0; step < 8; step++) await page.keyboard.press('ArrowRight');
    await expect(usage.getByText(/^\d{1,2} \w{3}: 1 credit$/)).toBeVisible();
    await page.keyboard.press('End');
    await expect(chosen).toHaveAccessibleName(/: 60 credits$/);
    await page.keyboard.press('Tab');
    await expect(usage.getByRole('button', { name: portal.t('kit.showTable') })).toBeFocused();

    // a pointer shows the day below it, and leaves the chosen one as it is
    await days.first().hover();
    await expect(usage.getByText(/^\d{1,2} \w{3}: 1,120 credits$/)).toBeVisible();
    await portal.account.reloadBalance.hover();
    await expect(usage.getByText(/^\d{1,2} \w{3}: 60 credits$/)).toBeVisible();

    await usage.getByRole('button', { name: portal.t('kit.showTable') }).click();
    const table = usage.getByRole('table', { name: portal.t('account.usage') });
    await expect(table.getByRole('row')).toHaveCount(15);
    await expect(table.getByRole('cell').first()).toHaveText('1,120');
    await expect(table.getByRole('cell').nth(1)).toHaveText('0');
  });

  test('usage that can not be loaded says so in its place and can be tried again', async ({
    portal,
    page,
  }) => {
    await page.route('**/api/usage/daily*', (route) => route.fulfill({ status: 500, body: '' }));
    await portal.open('/?panel=account');
    await portal.signIn();
    const failed = portal.account.panel
      .getByRole('alert')
      .filter({ hasText: portal.t('errors.usageNotLoaded') });
    await expect(failed).toContainText(portal.t('common.nothingChanged'));
    await page.unroute('**/api/usage/daily*');
    await failed.getByRole('button', { name: portal.t('common.tryAgain') }).click();
    await expect(portal.account.usageDays.getByRole('option')).toHaveCount(14);
  });

  test('payment records: 10 a page, costs in dollars, the height of a page kept', async ({
    portal,
    server,
  }) => {
    const email = 'payer@harbour.example';
    await addAccount(server, email, '--puc', 'yes');
    await writePast(server.dataDir, { email, paid: Array.from({ length: 27 }, (_, n) => 631_710 + n) });
    await portal.open('/?panel=account');
    await portal.signIn(email, PASSWORD);
    await portal.account.payRecordsButton.click();
    const dialog = portal.account.payRecordsDialog;
    const rows = dialog.getByRole('row');
    await expect(dialog.getByText('1–10 of 27')).toBeVisible();
    await expect(rows).toHaveCount(11);
    await expect(rows.nth(1)).toContainText(/GT-\d{8}-\d{4}/);
    await expect(rows.nth(1)).toContainText('$6,317.36');
    const before = await dialog.boundingBox();
    await dialog.getByRole('button', { name: portal.t('kit.page', { page: 3 }) }).click();
    await expect(dialog.getByText('21–27 of 27')).toBeVisible();
    await expect(rows).toHaveCount(8);
    await expect(rows.last()).toContainText('$6,317.10');
    expect(await dialog.boundingBox()).toEqual(before);
    await dialog.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(portal.account.payRecordsButton).toBeFocused();
  });

  test('payment records that fail, and none at all', async ({ portal, page }) => {
    await portal.open('/?panel=account');
    await portal.signIn('demo6@groundtrack.example');
    await page.route('**/web/order/pay/record*', (route) => route.abort());
    await portal.account.payRecordsButton.click();
    const dialog = portal.account.payRecordsDialog;
    await expect(dialog.getByText(portal.t('errors.payRecordsNotLoaded'))).toBeVisible();
    await expect(dialog.getByText(portal.t('common.nothingChanged'))).toBeVisible();
    await page.unroute('**/web/order/pay/record*');
    await dialog.getByRole('button', { name: portal.t('common.tryAgain') }).click();
    await expect(dialog.getByText(portal.t('account.payRecordsEmpty'))).toBeVisible();
    await expect(dialog.getByText(portal.t('account.payRecordsEmptyText'))).toBeVisible();
  });

  test('a password sent by mail: the account page opens and asks for a new one', async ({ portal, page }) => {
    await page.route('**/login', async (route) => {
      const answer = await route.fetch();
      const reply = (await answer.json()) as { data: object };
      await route.fulfill({ json: { ...reply, data: { ...reply.data, newPasswordDue: true } } });
    });
    await portal.open();
    await portal.signIn();
    await expect(portal.account.passwordDue).toBeVisible();
    await portal.account.passwordDue
      .getByRole('button', { name: portal.t('account.setPassword'), exact: true })
      .click();
    await expect(portal.account.passwordDialog).toBeVisible();
  });
});

test.describe('§4 Session', () => {
  test('Opening the account panel reloads credits.', async ({ portal, server }) => {
    const email = 'opening@harbour.example';
    await addAccount(server, email);
    await portal.open();
    await portal.signIn(email, PASSWORD);
    await portal.panelButton('account').click();
    await portal.account.expectBalance('0');
    await server.operator('accounts', 'set', email, '--credits', '777');
    await portal.panelButton('search').click();
    await expect(portal.account.panel).toBeHidden();
    await portal.panelButton('account').click();
    await portal.account.expectBalance('777');
  });
});

test.describe('§5 Change password', () => {
  test.beforeEach(async ({ portal }) => {
    await portal.open('/?panel=account');
    await portal.signIn('demo2@groundtrack.example');
    await portal.account.changePasswordButton.click();
    await expect(portal.account.passwordField('currentPassword')).toBeFocused();
  });

  test('Current password required.', async ({ portal, page }) => {
    const { account } = portal;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await account.fillPasswords({ newPassword: WANTED, reenteredPassword: WANTED });
    await account.submitPassword.click();
    await expect(account.passwordField('currentPassword')).toBeFocused();
    await expect(account.passwordField('currentPassword')).toHaveAttribute('aria-invalid', 'true');
    await expect(account.passwordDialog.getByText(portal.t('account.required'), { exact: true })).toHaveCount(
      1,
    );
    await expect(account.passwordDialog.getByRole('status').filter({ hasText: 'Still missing' })).toHaveText(
      'Still missing: Current password',
    );
    // what is missing is missing until it is there
    await account.fillPasswords({ currentPassword: 'x' });
    await expect(account.passwordDialog.getByText(portal.t('account.required'), { exact: true })).toHaveCount(
      0,
    );
    expect(sent).not.toContain('/web/cpwd');
  });

  test("New password at least 8 characters. 'Password cannot be shorter than 8 characters'", async ({
    portal,
  }) => {
    const { account } = portal;
    await expect(account.passwordField('newPassword')).toHaveAttribute(
      'placeholder',
      'At least 8 characters with letters and numbers',
    );
    await account.fillPasswords({
      currentPassword: 'x',
      newPassword: '1234567',
      reenteredPassword: '1234567',
    });
    const said = account.passwordDialog.getByText('Password cannot be shorter than 8 characters');
    await expect(said).toBeVisible();
    await account.submitPassword.click();
    await expect(account.passwordField('newPassword')).toBeFocused();
    await expect(account.passwordField('newPassword')).toHaveAccessibleDescription(
      'Password cannot be shorter than 8 characters',
    );
    await account.fillPasswords({ newPassword: '12345678' });
    await expect(said).toBeHidden();
  });

  test("Re-entered password must equal the new one, message 'The re-entered password is inconsistent'.", async ({
    portal,
  }) => {
    const { account } = portal;
    const before = await account.passwordDialog.boundingBox();
    await account.fillPasswords({
      currentPassword: 'x',
      newPassword: WANTED,
      reenteredPassword: `${WANTED}x`,
    });
    await account.submitPassword.click();
    await expect(account.passwordField('reenteredPassword')).toBeFocused();
    await expect(account.passwordField('reenteredPassword')).toHaveAccessibleDescription(
      'The re-entered password is inconsistent',
    );
    // nothing moved under the pointer
    expect(await account.passwordDialog.boundingBox()).toEqual(before);
    await account.fillPasswords({ reenteredPassword: WANTED });
    await expect(account.passwordDialog.getByText('The re-entered password is inconsistent')).toBeHidden();
  });

  test("§8 Password change failure: 'Failed: ' plus message; what was typed stays", async ({ portal }) => {
    const { account } = portal;
    await account.fillPasswords({
      currentPassword: 'wrong one',
      newPassword: WANTED,
      reenteredPassword: WANTED,
    });
    await account.submitPassword.click();
    await expect(account.passwordDialog.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(
      'Failed: The current password is wrong.',
    );
    await expect(account.passwordField('currentPassword')).toHaveValue('wrong one');
    await expect(account.passwordField('newPassword')).toHaveValue(WANTED);
    await account.closePassword.click();
    await expect(account.passwordDialog).toBeHidden();
    await expect(account.changePasswordButton).toBeFocused();
    // another opening starts anew
    await account.changePasswordButton.click();
    await expect(account.passwordField('currentPassword')).toHaveValue('');
  });

  test('while it is submitted it can not be closed, and a second press does nothing', async ({
    portal,
    page,
  }) => {
    const { account } = portal;
    let posts = 0;
    await page.route('**/web/cpwd', () => {
      // nobody answers
      posts += 1;
    });
    await account.fillPasswords({ currentPassword: 'x', newPassword: WANTED, reenteredPassword: WANTED });
    await account.submitPassword.click();
    const busy = account.passwordDialog.getByRole('button', { name: portal.t('account.submitting') });
    await expect(busy).toBeVisible();
    await busy.click();
    await expect(account.closePassword).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(account.passwordDialog).toBeVisible();
    await expect(account.passwordField('newPassword')).not.toBeEditable();
    expect(posts).toBe(1);
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [language, width] of [
    ['en', 1440],
    ['zh', 375],
    ['zh', 1440],
    ['en', 375],
  ] as const) {
    test.describe(`account, ${colorScheme}, ${language}, ${width} px`, () => {
      test.use({ colorScheme, language, viewport: { width, height: 812 } });
      test('the panel and its dialogs have no axe violation and nothing to scroll sideways', async ({
        portal,
        page,
        language: shown,
      }) => {
        const { account } = portal;
        await portal.open('/?panel=account');
        await portal.chooseLanguage(shown);
        await portal.signIn('demo6@groundtrack.example');
        await account.expectBalance('10,000');
        if (width === 375) await page.getByRole('button', { name: portal.t('bar.sheetUp') }).press('Enter');
        await account.usage.getByRole('button', { name: portal.t('kit.showTable') }).click();
        await expectAccessible(page);
        await account.changePasswordButton.click();
        await account.fillPasswords({ newPassword: 'short', reenteredPassword: 'other' });
        await account.submitPassword.click();
        await expect(account.passwordDialog.getByText(portal.t('errors.passwordShort'))).toBeVisible();
        await expectAccessible(page);
        await account.closePassword.click();
        await account.payRecordsButton.click();
        await expect(account.payRecordsDialog.getByText(portal.t('account.payRecordsEmpty'))).toBeVisible();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      });
    });
  }
}

test.describe('on the phone', () => {
  test.use({ viewport: { width: 375, height: 812 } });
  test('the account is under More and opens in the sheet', async ({ portal, page }) => {
    await portal.open();
    await portal.signIn();
    await portal.bar.getByRole('button', { name: portal.t('bar.more') }).click();
    await page.getByRole('menuitem', { name: portal.t('bar.account') }).click();
    await expect(portal.account.fact('email')).toHaveText('demo1@groundtrack.example');
    await expect(portal.account.fact('email')).toBeInViewport();
  });
});
