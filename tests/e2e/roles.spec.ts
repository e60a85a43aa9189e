import { Portal } from './pages/portal.ts';
import { startPortal, type PortalServer } from './server.ts';
import { expect, test } from './test.ts';
import { wordsOf } from './words.ts';

const PASSWORD = 'tidal-flats-2026';
const SINGAPORE = {
  minLatitude: '1.22',
  maxLatitude: '1.36',
  minLongitude: '103.72',
  maxLongitude: '103.94',
};

/** An account of a role, of this test file's own. */
async function personOf(server: PortalServer, utype: number, puc: 'yes' | 'no' = 'no'): Promise<string> {
  const email = `utype${utype}.puc.${puc}.${Date.now()}@harbour.example`;
  await server.operator(
    'accounts',
    'add',
    email,
    '--password',
    PASSWORD,
    '--utype',
    String(utype),
    '--puc',
    puc,
  );
  return email;
}

/** A box of so many degrees in each direction, on both sides of the equator. */
function boxOf(degrees: number) {
  const half = String(degrees / 2);
  return {
    minLatitude: `-${half}`,
    maxLatitude: half,
    minLongitude: '60',
    maxLongitude: String(60 + degrees),
  };
}

test.describe('§6 Roles and permissions', () => {
  test('Anonymous visitors see only the authentication panels.', async ({ portal, page }) => {
    await portal.open('/?panel=account');
    await expect(portal.loginButton).toBeVisible();
    await expect(portal.bar).toHaveCount(0);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(portal.map.toolbar).toHaveCount(0);
  });

  // over 1: about 111,000 km², and 1.2 million; over 2: 7.6 million; over all: 15 million
  for (const { utype, within, beyond, limit } of [
    { utype: 1, within: 2.8, beyond: 3, limit: '100,000' },
    { utype: 2, within: 10, beyond: 25, limit: '5,000,000' },
    { utype: 3, within: 25, beyond: 36, limit: '10,000,000' },
    { utype: 5, within: 25, beyond: 36, limit: '10,000,000' },
    { utype: 7, within: 25, beyond: 36, limit: '10,000,000' },
  ]) {
    test(`utype ${utype}: 'Area over limit' beyond ${limit} km²`, async ({ portal, page, server }) => {
      let searches = 0;
      await page.route('**/api/soi/v1/search', (route) => {
        searches += 1;
        return route.fulfill({
          json: { result: 1, type: 'FeatureCollection', features: [], numberMatched: 0 },
        });
      });
      await portal.open();
      await portal.signIn(await personOf(server, utype), PASSWORD);
      await portal.map.tool('coordinates').click();
      await portal.coordinates.enterBbox(boxOf(beyond));
      await portal.search.submit.click();
      await expect(page.getByText(`Area over limit: ${limit} km²`).first()).toBeVisible();
      expect(searches).toBe(0);
      await portal.map.tool('coordinates').click();
      await portal.coordinates.enterBbox(boxOf(within));
      await portal.search.submit.click();
      await expect(portal.notice('No result').first()).toBeVisible();
      expect(searches).toBe(1);
    });
  }

  for (const { utype, may } of [
    { utype: 1, may: false },
    { utype: 2, may: false },
    { utype: 3, may: false },
    { utype: 5, may: false },
    { utype: 6, may: true },
    { utype: 7, may: true },
  ]) {
    test(`utype ${utype}: ${may ? 'may use AI analytics' : 'AI analytics is disabled, and why is said'}`, async ({
      portal,
      page,
      server,
    }) => {
      await portal.open();
      await portal.signIn(await personOf(server, utype), PASSWORD);
      const button = portal.panelButton('analytics');
      if (may) {
        await expect(button).toBeEnabled();
        const opening = page.waitForEvent('popup');
        await button.click();
        expect(new URL((await opening).url()).pathname).toBe('/aimf/index.html');
        return;
      }
      await expect(button).toBeDisabled();
      await expect(button).toHaveAccessibleDescription(portal.t('bar.analyticsClosed'));
      await button.click({ force: true });
      expect(page.context().pages()).toHaveLength(1);
    });
  }

  for (const { utype, sees } of [
    { utype: 1, sees: false },
    { utype: 5, sees: false },
    { utype: 6, sees: true },
    { utype: 7, sees: false },
  ]) {
    test(`utype ${utype} ${sees ? 'sees' : 'does not see'} the contract number field`, async ({
      portal,
      server,
    }) => {
      await portal.open();
      await portal.signIn(await personOf(server, utype), PASSWORD);
      await portal.map.tool('coordinates').click();
      await portal.coordinates.enterBbox(SINGAPORE);
      await portal.search.submit.click();
      await portal.search.chooseRow(0);
      await portal.search.order();
      await expect(portal.order.name).toBeVisible();
      await expect(portal.order.dialog.getByLabel(portal.t('order.contractNum'))).toHaveCount(sees ? 1 : 0);
    });
  }

  for (const { utype, puc } of [
    { utype: 1, puc: 'yes' },
    { utype: 3, puc: 'no' },
    { utype: 6, puc: 'no' },
    { utype: 6, puc: 'yes' },
  ] as const) {
    test(`utype ${utype}: a payment-record button ${puc === 'yes' ? 'is shown with' : 'is not shown without'} the puc flag`, async ({
      portal,
      server,
    }) => {
      await portal.open('/?panel=account');
      await portal.signIn(await personOf(server, utype, puc), PASSWORD);
      await expect(portal.account.changePasswordButton).toBeVisible();
      await expect(portal.account.payRecordsButton).toHaveCount(puc === 'yes' ? 1 : 0);
      if (puc === 'no') return;
      await portal.account.payRecordsButton.click();
      await expect(
        portal.account.payRecordsDialog.getByText(portal.t('account.payRecordsEmpty')),
      ).toBeVisible();
    });
  }

  test('Features are switched by API enablement flags: with both order APIs off the order button is disabled, and why is said', async ({
    browser,
  }) => {
    const server = await startPortal('embedded', { ORDER_ARCHIVE: 'off', ORDER_TASKING: 'off', SCENES: '0' });
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      const portal = new Portal(page, server.url, wordsOf('en'));
      await portal.open('/?panel=order');
      await portal.signIn('demo6@groundtrack.example');
      await expect(portal.panelButton('order')).toBeDisabled();
      await expect(portal.panelButton('order')).toHaveAccessibleDescription(portal.t('bar.orderClosed'));
      // the address can not open what is closed
      await expect(portal.search.submit).toBeVisible();
      await page.close();
    } finally {
      await server.remove();
    }
  });
});
