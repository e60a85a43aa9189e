import { foreignTest as test } from '../support/foreign.ts';
import { expect, WITHOUT_MAP } from '../support/test.ts';

test.use({ ...WITHOUT_MAP, config: null });

/** Where the client reads settings before it shows the log-in. */
const SETTINGS = /\/(config\.json|web\/settings)$/;
const DEMO = { email: 'demo@example.com', password: 'demodemo' };

/** What holds without any settings (decision 2). */
const DEFAULTS = 'Groundtrack Login';

test('decision 2: without /config.json, GET /web/settings is tried; its 404 opens the log-in with defaults', async ({
  portal,
  page,
  foreign,
}) => {
  await portal.open();
  await expect(page.getByRole('heading', { name: DEFAULTS })).toBeVisible();
  await expect(
    page.getByRole('button', { name: portal.t('auth.registerAccount'), exact: true }),
  ).toBeVisible();
  expect(foreign.asked('/web/settings')).toBe(1);
  await portal.signIn(DEMO.email, DEMO.password);
  // nothing else is missed
  const faults = foreign.faults();
  expect(faults).toContain('GET /web/settings');
  expect(faults.filter((fault) => !SETTINGS.test(fault))).toEqual([]);
});

test('decision 2: a server that answers every unknown GET with its page has no settings either', async ({
  portal,
  page,
  foreign,
}) => {
  const index = await (await page.request.get(foreign.url)).text();
  await page.route(SETTINGS, (route) => route.fulfill({ contentType: 'text/html', body: index }));
  await portal.open();
  await expect(page.getByRole('heading', { name: DEFAULTS })).toBeVisible();
  await portal.signIn(DEMO.email, DEMO.password);
  expect(foreign.faults()).toEqual([]);
});

test('decision 2: where nothing answers, the page says so until something does', async ({ portal, page }) => {
  let attempts = 0;
  await page.route(SETTINGS, (route) => {
    attempts += 1;
    return route.abort('connectionrefused');
  });
  await portal.open();
  const unreachable = page.getByText(portal.t('auth.unreachable'), { exact: true });
  await expect(unreachable).toBeVisible();
  const before = attempts;
  const again = page.getByRole('button', { name: portal.t('common.tryAgain'), exact: true });
  await again.click();
  await expect.poll(() => attempts).toBeGreaterThan(before);
  await expect(unreachable).toBeVisible();
  await expect(portal.loginButton).toHaveCount(0);
  await page.unroute(SETTINGS);
  await again.click();
  await expect(portal.loginButton).toBeVisible();
});
