import type { Browser, Page } from 'playwright/test';
import { addAccount } from '../support/accounts.ts';
import { Portal } from '../pages/portal.ts';
import type { PortalServer } from '../support/server.ts';
import { expect, test, WITHOUT_MAP } from '../support/test.ts';
import { wordsOf } from '../support/words.ts';

test.use(WITHOUT_MAP);

const NEW_PASSWORD = 'mangrove-77-roots';

/** Another user's browser, isolated from the first. */
async function otherBrowser(browser: Browser, server: PortalServer): Promise<Portal> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  return new Portal(await context.newPage(), server.url, wordsOf('en'));
}

function tokenOf(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('groundtrack.token'));
}

test.describe('§4 Session', () => {
  test('a reload loads the map’s code while it asks for the session; a page without one does not', async ({
    portal,
    page,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const mapCode = () => requests.filter((path) => path.startsWith('/assets/maplibre-gl-'));
    await portal.open();
    await expect(portal.loginButton).toBeVisible();
    expect(mapCode()).toEqual([]);
    await portal.signIn();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/config.json', (route) => released.then(() => route.continue()));
    requests.length = 0;
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(mapCode).not.toEqual([]);
    expect(requests).not.toContain('/glu');
    release();
    await expect(portal.bar).toBeVisible();
    // nor a picture of the login overlay, which is not shown
    expect(requests.filter((path) => path.startsWith('/globe'))).toEqual([]);
  });

  test('a second tab shares the session; the log-out in one tab ends it in the others, which say why', async ({
    portal,
    page,
    context,
    server,
  }) => {
    await portal.open('/?panel=account');
    await portal.signIn();
    const second = new Portal(await context.newPage(), server.url, wordsOf('en'));
    await second.open('/?panel=account');
    await expect(second.account.fact('email')).toHaveText('demo1@groundtrack.example');
    expect(await second.page.evaluate(() => Object.values(localStorage).join())).not.toContain(
      await tokenOf(second.page),
    );
    // a tab opened from this one copies its session
    const opening = page.waitForEvent('popup');
    await page.evaluate(() => void open(location.href));
    const copy = new Portal(await opening, server.url, wordsOf('en'));
    await expect(copy.account.fact('email')).toBeVisible();

    // a background tab doesn't render, and a click waits for rendering
    await page.bringToFront();
    await page.getByRole('button', { name: portal.t('bar.logout') }).click();
    await expect(portal.loginButton).toBeVisible();
    for (const other of [copy, second]) {
      await other.page.bringToFront();
      await expect(other.loginButton).toBeVisible();
      await expect(other.notice(portal.t('auth.ended_loggedOut'))).toBeVisible();
    }
    const fresh = new Portal(await context.newPage(), server.url, wordsOf('en'));
    await fresh.open();
    await expect(fresh.loginButton).toBeVisible();
  });

  test('back goes from view to view, a reload brings the view back, and after the log-out back shows nothing', async ({
    portal,
    page,
  }) => {
    const query = () => Object.fromEntries(new URL(page.url()).searchParams);
    await portal.open();
    await portal.signIn();
    await portal.map.press('coordinates');
    await portal.coordinates.enterBbox({
      minLatitude: '1.22',
      maxLatitude: '1.36',
      minLongitude: '103.72',
      maxLongitude: '103.94',
    });
    await portal.search.submit.click();
    await portal.search.chooseRow(0);
    await portal.search.rows.nth(1).press('Enter');
    await expect(portal.search.details).toBeVisible();
    await portal.panelButton('account').click();
    await expect(portal.account.fact('email')).toBeVisible();

    await page.goBack();
    await expect(portal.search.details).toBeVisible();
    await page.goBack();
    await expect(portal.search.details).toBeHidden();
    await expect(portal.search.list).toBeVisible();
    await page.goForward();
    await expect(portal.search.details).toBeVisible();
    await expect.poll(() => query()['scenes']).toBeTruthy();
    const { scenes, details, aoi } = query();
    await page.reload();
    await expect(portal.search.details).toBeVisible();
    expect(query()).toMatchObject({ scenes, details, aoi });
    await page.goBack();
    await page.goBack();
    await expect(portal.search.submit).toBeVisible();

    await page.getByRole('button', { name: portal.t('bar.logout') }).click();
    await expect(portal.loginButton).toBeVisible();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.goBack();
    await expect(portal.loginButton).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('groundtrack');
  });
});

test.describe('Decision 15', () => {
  test('after four Backs, out of the page too, a typed address finds the session', async ({
    portal,
    page,
    context,
  }) => {
    await page.goto('about:blank');
    await portal.enter();
    const shows = (panel: string | null) =>
      expect.poll(() => new URL(page.url()).searchParams.get('panel')).toBe(panel);
    for (const panel of ['order', 'account', 'myaoi'] as const) {
      await portal.panelButton(panel).click();
      await shows(panel);
    }
    // the portal writes its address after a Back, which ends the wait of the next one: each is seen to arrive
    for (const panel of ['account', 'order', null]) {
      await page.goBack();
      await shows(panel);
    }
    await page.goBack();
    await page.waitForURL('about:blank');
    await portal.open('/?panel=account');
    await expect(portal.account.fact('email')).toBeVisible();
    await expect(portal.loginButton).toBeHidden();

    // in a new tab, while the old one is at its first entry
    for (let back = 0; back < 4; back++) await page.goBack();
    await page.goForward();
    const other = await context.newPage();
    await other.goto(`${new URL(portal.page.url()).origin}/?panel=account`);
    await expect(other.getByRole('button', { name: portal.t('account.changePassword') })).toBeVisible();
  });
});

test.describe('§8', () => {
  test('after a server crash during a password change nothing is lost, and it can be tried again', async ({
    browser,
    server,
  }) => {
    const email = 'lin@delta.example';
    await addAccount(server.dataDir, { email });
    const portal = await otherBrowser(browser, server);
    await portal.open('/?panel=account');
    await portal.signIn(email);
    await portal.account.changePasswordButton.click();
    const texts = {
      currentPassword: 'groundtrack-demo',
      newPassword: NEW_PASSWORD,
      reenteredPassword: NEW_PASSWORD,
    };
    await portal.account.fillPasswords(texts);
    await server.kill();
    await portal.account.submitPassword.click();
    await expect(portal.account.passwordDialog.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(
      portal.t('errors.passwordChangeFailed', { message: portal.t('account.passwordNoAnswer') }),
    );
    await expect(portal.account.passwordField('newPassword')).toHaveValue(NEW_PASSWORD);
    await server.restart();
    await portal.account.submitPassword.click();
    await expect(portal.loginButton).toBeVisible();
    await expect(portal.notice('Password changed successfully')).toBeVisible();
    await portal.signIn(email, NEW_PASSWORD);
    await portal.page.context().close();
  });
});
