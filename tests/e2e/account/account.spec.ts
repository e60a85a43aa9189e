import { leaveDialog, onOnePage, type PageLifecycle } from '../support/onePage.ts';
import { addAccount, addCredits, writeHistory } from '../support/accounts.ts';
import { expect, test, WITHOUT_MAP } from '../support/test.ts';

test.use(WITHOUT_MAP);

/** A user with history and with names of maximum length; the email's first part can't wrap. */
const RICH = {
  email: `${'a'.repeat(30)}@${'b'.repeat(25)}.example`,
  firstName: 'F'.repeat(32),
  lastName: 'L'.repeat(32),
  company: 'Company of sixty-four characters, which is all that it may have.',
  puc: true,
  // 1,200 remain after the expenses below
  credits: 3380,
};
const SPENT = [
  { daysAgo: 13, credits: 1120 },
  { daysAgo: 5, credits: 1 },
  { daysAgo: 0, credits: 60 },
  // before the window of 14 days
  { daysAgo: 14, credits: 999 },
];
/** A user without history and without a company. */
const PLAIN = { email: 'no.company@harbour.example', company: '', puc: true };

const lifecycle: PageLifecycle = {
  begin: ({ portal }) => portal.enter('en', RICH.email, '/?panel=account'),
  restore: ({ portal }) => leaveDialog(portal),
};
const plainLifecycle: PageLifecycle = {
  ...lifecycle,
  begin: ({ portal }) => portal.enter('en', PLAIN.email, '/?panel=account'),
};

test.beforeAll(async ({ server }) => {
  await addAccount(server.dataDir, RICH);
  const paid = Array.from({ length: 27 }, (_, n) => 631_710 + n);
  await writeHistory(server.dataDir, { email: RICH.email, spent: SPENT, paid });
  await addAccount(server.dataDir, PLAIN);
});

test(
  '§2 Account panel and §4 Session: a user with history',
  onOnePage(lifecycle, (it) => {
    it('the panel shows email, name and company', async ({ portal }) => {
      await expect(portal.account.fact('email')).toHaveText(RICH.email);
      await expect(portal.account.fact('name')).toHaveText(`${RICH.firstName} ${RICH.lastName}`);
      await expect(portal.account.fact('company')).toHaveText(RICH.company);
      const isWhole = await portal.account.panel.evaluate((panel) =>
        [panel, ...panel.querySelectorAll('dl, dd')].every((one) => one.scrollWidth <= one.clientWidth),
      );
      expect(isWhole).toBe(true);
    });

    it('the recent daily usage sparkline gives its values by keyboard, by pointer, as text and as a table', async ({
      portal,
      page,
    }) => {
      const { usage, usageDays } = portal.account;
      const days = usageDays.getByRole('option');
      const chosen = usageDays.getByRole('option', { selected: true });
      await expect(days).toHaveCount(14);
      await expect(usage.getByText('Last 14 days: 1,181 credits')).toBeVisible();
      await expect(chosen).toHaveAccessibleName(/^\d{1,2}\s\w{3}\s\d{4}: 60 credits$/);
      await expect(usage.getByText(/^\d{1,2}\s\w{3}: 60 credits$/)).toBeVisible();

      // one Tab stop; the day selected with the arrow keys is the active descendant
      await portal.account.reloadBalance.focus();
      await page.keyboard.press('Tab');
      await expect(usageDays).toBeFocused();
      await page.keyboard.press('Home');
      await expect(chosen).toHaveAccessibleName(/: 1,120 credits$/);
      await expect(usage.getByText(/^\d{1,2}\s\w{3}: 1,120 credits$/)).toBeVisible();
      const active = await usageDays.getAttribute('aria-activedescendant');
      expect(active).toBe(await days.first().getAttribute('id'));
      await page.keyboard.press('ArrowLeft');
      await expect(chosen).toHaveAccessibleName(/: 1,120 credits$/);
      for (let step = 0; step < 8; step++) await page.keyboard.press('ArrowRight');
      await expect(usage.getByText(/^\d{1,2}\s\w{3}: 1 credit$/)).toBeVisible();
      await page.keyboard.press('End');
      await expect(chosen).toHaveAccessibleName(/: 60 credits$/);
      await page.keyboard.press('Tab');
      await expect(usage.getByRole('button', { name: portal.t('kit.showTable') })).toBeFocused();

      // hovering shows that day and leaves the selected one unchanged
      await days.first().hover();
      await expect(usage.getByText(/^\d{1,2}\s\w{3}: 1,120 credits$/)).toBeVisible();
      await portal.account.reloadBalance.hover();
      await expect(usage.getByText(/^\d{1,2}\s\w{3}: 60 credits$/)).toBeVisible();

      await usage.getByRole('button', { name: portal.t('kit.showTable') }).click();
      const table = usage.getByRole('table', { name: portal.t('account.usage') });
      await expect(table.getByRole('row')).toHaveCount(15);
      await expect(table.getByRole('cell').first()).toHaveText('1,120');
      await expect(table.getByRole('cell').nth(1)).toHaveText('0');
    });

    it('the credits balance has a reload action', async ({ portal, server, page }) => {
      const { account } = portal;
      await account.expectBalance('1,200');

      // loading: the old figure stays, and the region is busy
      await addCredits(server.dataDir, RICH.email, 345);
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

      // failure: the message is in the balance region and says that nothing was changed
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

    it('payment records show 10 a page with costs in dollars, and the dialog keeps its height', async ({
      portal,
    }) => {
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

    it('opening the account panel reloads credits', async ({ portal, server }) => {
      await portal.account.expectBalance('1,545');
      await addCredits(server.dataDir, RICH.email, 777);
      await portal.panelButton('search').click();
      await expect(portal.account.panel).toBeHidden();
      await portal.panelButton('account').click();
      await portal.account.expectBalance('2,322');
    });
  }),
);

test(
  '§2 Account panel: a user without history',
  onOnePage(plainLifecycle, (it) => {
    it('a missing company is shown as a dash', async ({ portal }) => {
      await expect(portal.account.fact('company')).toHaveText('—');
    });

    it('payment records that fail can be tried again, and an empty list leads to the search', async ({
      portal,
      page,
    }) => {
      await page.route('**/web/order/pay/record*', (route) => route.fulfill({ status: 500, body: '' }));
      await portal.account.payRecordsButton.click();
      const dialog = portal.account.payRecordsDialog;
      await expect(dialog.getByText(portal.t('errors.payRecordsNotLoaded'))).toBeVisible();
      await expect(dialog.getByText(portal.t('account.unaffected'))).toBeVisible();
      await page.unroute('**/web/order/pay/record*');
      await dialog.getByRole('button', { name: portal.t('common.tryAgain') }).click();
      await expect(dialog.getByText(portal.t('account.payRecordsEmpty'))).toBeVisible();
      await expect(dialog.getByText(portal.t('account.payRecordsEmptyText'))).toBeVisible();
      await dialog.getByRole('button', { name: portal.t('orders.goSearch') }).click();
      await expect(dialog).toBeHidden();
      await expect(portal.search.submit).toBeVisible();
      await portal.bar.getByRole('button', { name: portal.t('bar.account'), exact: true }).click();
    });

    it('usage that cannot be loaded shows an error in its place and can be tried again', async ({
      portal,
      page,
    }) => {
      await page.route('**/api/usage/daily*', (route) => route.fulfill({ status: 500, body: '' }));
      await page.reload();
      const failed = portal.account.panel
        .getByRole('alert')
        .filter({ hasText: portal.t('errors.usageNotLoaded') });
      await expect(failed).toContainText(portal.t('account.unaffected'));
      await page.unroute('**/api/usage/daily*');
      await failed.getByRole('button', { name: portal.t('common.tryAgain') }).click();
      await expect(portal.account.usageDays.getByRole('option')).toHaveCount(14);
    });

    it('after a log-in with a mailed password the account page opens and asks for a new one', async ({
      portal,
      page,
    }) => {
      await page.route('**/login', async (route) => {
        const answer = await route.fetch();
        const reply = (await answer.json()) as { data: object };
        await route.fulfill({ json: { ...reply, data: { ...reply.data, newPasswordDue: true } } });
      });
      await page.getByRole('button', { name: portal.t('bar.logout') }).click();
      await portal.signIn(PLAIN.email);
      await expect(portal.account.passwordDue).toBeVisible();
      await portal.account.passwordDue
        .getByRole('button', { name: portal.t('account.setPassword'), exact: true })
        .click();
      await expect(portal.account.passwordDialog).toBeVisible();
    });
  }),
);
