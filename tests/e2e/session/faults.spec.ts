import { Portal, withArea } from '../pages/portal.ts';
import { expect, test, WITHOUT_MAP } from '../support/test.ts';
import { wordsOf } from '../support/words.ts';

test.use(WITHOUT_MAP);

const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };

test('after a server crash during a search the form stays usable, nothing is lost, and the portal recovers automatically', async ({
  page,
  server,
}) => {
  const portal = new Portal(page, server.url, wordsOf('en'));
  await portal.enter('en', undefined, withArea(BOX));
  await server.kill();
  await portal.search.submit.click();
  // §8: loading stops silently; the badge in the bar shows why
  await expect(page.getByText(portal.t('bar.offline'), { exact: true }).first()).toBeVisible();
  await expect(portal.search.submit).toBeEnabled();
  await server.restart();
  await expect(page.getByText(portal.t('bar.offline'), { exact: true })).toHaveCount(0, { timeout: 30_000 });
  await portal.search.submit.click();
  await expect(portal.search.count).toBeVisible();
});

test('login network failure: loading stops, nothing else', async ({ page, server }) => {
  const portal = new Portal(page, server.url, wordsOf('en'));
  await portal.open();
  await expect(portal.loginButton).toBeVisible();
  await server.kill();
  await portal.fillLogin('demo1@groundtrack.example', 'groundtrack-demo');
  await expect(portal.loginButton).toBeEnabled();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  await expect(portal.email).toHaveValue('demo1@groundtrack.example');
  await server.restart();
  await portal.loginButton.click();
  await expect(portal.bar).toBeVisible();
});

test('a page opened while the server is down shows an error and starts once it is back', async ({
  portal,
  page,
}) => {
  await portal.open();
  await expect(portal.loginButton).toBeVisible();
  // only the calls fail: in production a proxy's cache may serve the page itself
  await page.route('**/web/settings', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('button', { name: portal.t('common.tryAgain') })).toBeVisible();
  await page.unroute('**/web/settings');
  await expect(portal.loginButton).toBeVisible({ timeout: 20_000 });
});

test('a 401 during a search leads to the log-in once; after it the work goes on', async ({
  portal,
  page,
}) => {
  await portal.enter('en', undefined, withArea(BOX));
  await page.route('**/api/soi/v1/search', (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/json',
      body: '{"result":0,"message":"Invalid token"}',
    }),
  );
  await portal.search.submit.click();
  await expect(portal.loginButton).toBeVisible();
  await page.unroute('**/api/soi/v1/search');
  await portal.signIn();
});
