import { addAccountWithRole } from '../support/accounts.ts';
import { onOnePage, withPortal, type PageLifecycle } from '../support/onePage.ts';
import { withSettings } from '../support/replies.ts';
import { expect, test, WITHOUT_MAP } from '../support/test.ts';

test.use(WITHOUT_MAP);

const SINGAPORE = {
  minLatitude: '1.22',
  maxLatitude: '1.36',
  minLongitude: '103.72',
  maxLongitude: '103.94',
};

/** A box with the given number of degrees in each direction, centred on the equator. */
function boxOf(degrees: number) {
  const half = String(degrees / 2);
  return {
    minLatitude: `-${half}`,
    maxLatitude: half,
    minLongitude: '60',
    maxLongitude: String(60 + degrees),
  };
}

/** Sides of boxes within and beyond the area limit, degrees; the limit in km². */
interface Limit {
  within: number;
  beyond: number;
  limit: string;
}
/** An account with a role, and its expectations. */
interface RoleCase {
  utype: number;
  puc: boolean;
  limited?: Limit;
  mayAnalyse?: boolean;
  seesContract?: boolean;
  showsPuc?: boolean;
}

// 2.8° are about 97,000 km², 3° 111,000, 10° 1.2 million, 25° 7.6 million, 36° 15 million
const TEN_MILLION: Limit = { within: 25, beyond: 36, limit: '10,000,000' };
const ROLES: RoleCase[] = [
  {
    utype: 1,
    puc: true,
    limited: { within: 2.8, beyond: 3, limit: '100,000' },
    mayAnalyse: false,
    showsPuc: true,
  },
  { utype: 2, puc: false, limited: { within: 10, beyond: 25, limit: '5,000,000' }, mayAnalyse: false },
  { utype: 3, puc: false, limited: TEN_MILLION, showsPuc: false },
  { utype: 5, puc: false, mayAnalyse: false, seesContract: false },
  { utype: 6, puc: false, showsPuc: false },
  { utype: 6, puc: true, mayAnalyse: true, seesContract: true, showsPuc: true },
  { utype: 7, puc: false, limited: TEN_MILLION, mayAnalyse: true, seesContract: false },
];

const lifecycleOf = ({ utype, puc }: RoleCase): PageLifecycle => ({
  ...withPortal,
  begin: async ({ portal, server }) =>
    portal.enter('en', await addAccountWithRole(server.dataDir, utype, puc)),
});

test.describe('§6 Roles and permissions', () => {
  // a small map is faster, and these tests don't check it
  test.use({ viewport: { width: 1024, height: 640 } });

  test('anonymous visitors see only the authentication panels', async ({ portal, page }) => {
    await portal.open('/?panel=account');
    await expect(portal.loginButton).toBeVisible();
    await expect(portal.bar).toHaveCount(0);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(portal.map.toolbar).toHaveCount(0);
  });

  for (const role of ROLES) {
    const { utype, puc, limited, mayAnalyse, seesContract, showsPuc } = role;
    test(
      `utype ${utype}, puc ${puc ? 'yes' : 'no'}`,
      onOnePage(lifecycleOf(role), (it) => {
        if (limited !== undefined)
          it(`utype ${utype}: 'Area over limit' beyond ${limited.limit} km²`, async ({ portal, page }) => {
            let searches = 0;
            await page.route('**/api/soi/v1/search', (route) => {
              searches += 1;
              return route.fulfill({
                json: { result: 1, type: 'FeatureCollection', features: [], numberMatched: 0 },
              });
            });
            await portal.map.press('coordinates');
            await portal.coordinates.enterBbox(boxOf(limited.beyond));
            await portal.search.submit.click();
            await expect(page.getByText(`Area over limit: ${limited.limit} km²`).first()).toBeVisible();
            expect(searches).toBe(0);
            await portal.map.press('coordinates');
            await portal.coordinates.enterBbox(boxOf(limited.within));
            await portal.search.submit.click();
            await expect(portal.notice('No result').first()).toBeVisible();
            expect(searches).toBe(1);
          });
        if (mayAnalyse === true)
          it(`utype ${utype}: may use AI analytics`, async ({ portal, page }) => {
            const button = portal.panelButton('analytics');
            await expect(button).toBeEnabled();
            const opening = page.waitForEvent('popup');
            await button.click();
            const opened = await opening;
            expect(new URL(opened.url()).pathname).toBe('/aimf/index.html');
            await opened.close();
          });
        if (mayAnalyse === false)
          it(`utype ${utype}: AI analytics is disabled, with the reason as its description`, async ({
            portal,
            page,
          }) => {
            const button = portal.panelButton('analytics');
            await expect(button).toBeDisabled();
            await expect(button).toHaveAccessibleDescription(portal.t('bar.analyticsClosed'));
            await button.click({ force: true });
            expect(page.context().pages()).toHaveLength(1);
          });
        if (showsPuc !== undefined)
          it(`utype ${utype}: a payment-record button ${showsPuc ? 'is shown with' : 'is not shown without'} the puc flag`, async ({
            portal,
          }) => {
            await portal.panelButton('account').click();
            await expect(portal.account.changePasswordButton).toBeVisible();
            await expect(portal.account.payRecordsButton).toHaveCount(showsPuc ? 1 : 0);
            if (showsPuc) {
              await portal.account.payRecordsButton.click();
              const records = portal.account.payRecordsDialog;
              await expect(records.getByText(portal.t('account.payRecordsEmpty'))).toBeVisible();
              await records.press('Escape');
              await expect(records).toBeHidden();
            }
            await portal.panelButton('search').click();
            await expect(portal.search.submit).toBeVisible();
          });
        if (seesContract !== undefined)
          it(`utype ${utype} ${seesContract ? 'sees' : 'does not see'} the contract number field`, async ({
            portal,
          }) => {
            await portal.map.press('coordinates');
            await portal.coordinates.enterBbox(SINGAPORE);
            await portal.search.submit.click();
            await portal.search.chooseRow(0);
            await portal.search.order();
            await expect(portal.order.name).toBeVisible();
            const field = portal.order.dialog.getByLabel(portal.t('order.contractNum'));
            await expect(field).toHaveCount(seesContract ? 1 : 0);
          });
      }),
    );
  }

  test('features are switched by API enablement flags: with both order APIs off the order button is disabled, with the reason as its description', async ({
    portal,
    page,
  }) => {
    // that its settings switch the server's own calls is in `server/accounts/roles.test.ts`
    await withSettings(page, { apis: { order_archive: false, order_tasking: false, imagery_export: true } });
    await portal.enter('en', 'demo6@groundtrack.example', '/?panel=order');
    await expect(portal.panelButton('order')).toBeDisabled();
    await expect(portal.panelButton('order')).toHaveAccessibleDescription(portal.t('bar.orderClosed'));
    await test.step('the URL cannot open the disabled panel', () =>
      expect(portal.search.submit).toBeVisible());
    await test.step('§2 Main layout: the tasking order button is hidden', () =>
      expect(portal.search.tasking).toBeHidden());
  });
});
