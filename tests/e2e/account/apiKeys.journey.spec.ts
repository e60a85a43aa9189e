import { DEMO_PASSWORD } from '../pages/portal.ts';
import { ApiKeys } from '../pages/apiKeys.ts';
import { expect, expectAccessible, test, WITHOUT_MAP } from '../support/test.ts';

test.use(WITHOUT_MAP);

test('a user makes a key, uses it, revokes it, and it stops at once', async ({ portal, page, request }) => {
  const keys = new ApiKeys(page, portal.t);
  await portal.enter('en', 'demo2@groundtrack.example', '/?panel=account');
  await keys.newKey.click();
  await keys.create.click();
  await expect(keys.dialog.getByText(portal.t('account.required'))).toBeVisible();
  await keys.nameField.fill('Nightly search');
  await expectAccessible(page);
  await keys.nameField.press('Enter');
  await expect(keys.text).toHaveValue(/^gt_live_\w{36}$/);
  const key = await keys.text.inputValue();
  await expectAccessible(page);
  // it closes only once the key is stored
  await expect(keys.done).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(keys.leaving).toBeVisible();
  await page.keyboard.press('Escape');
  await keys.stored.click();
  await keys.done.click();
  await expect(keys.row('Nightly search')).toContainText('Never used');
  await expectAccessible(page);
  expect(await page.content()).not.toContain(key);

  const places = () =>
    request.get(new URL('/web/places?q=Singap', page.url()).href, {
      headers: { authorization: `Bearer ${key}` },
    });
  expect((await places()).status()).toBe(200);
  await keys.revoke('Nightly search');
  await expect(keys.row('Nightly search')).toHaveCount(0);
  expect((await places()).status()).toBe(401);
});

test('the API reference lists the calls and sends one, and loads nothing from elsewhere', async ({
  page,
  server,
}) => {
  const outside: string[] = [];
  const blocked: string[] = [];
  page.on('request', (sent) => {
    if (!sent.url().startsWith(server.url) && !sent.url().startsWith('data:')) outside.push(sent.url());
  });
  page.on('console', (line) => {
    if (/Content.Security.Policy/i.test(line.text())) blocked.push(line.text());
  });
  await page.goto(new URL('/reference.html', server.url).href);
  await expect(page.getByRole('heading', { name: 'Finds scenes over an area' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('heading', { name: /Satellites, limits/ }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('status')).toContainText('200');
  await expect(page.getByRole('textbox', { name: 'Body of the reply' })).toHaveValue(/"appName"/);
  await expectAccessible(page);
  // with a token, and with a body whose parts are described
  const login = page.getByRole('group').filter({ has: page.getByRole('heading', { name: 'POST /login' }) });
  await page.getByRole('heading', { name: 'POST /login' }).click();
  const body = login.getByRole('textbox', { name: 'Body', exact: true });
  await body.fill(JSON.stringify({ uname: 'demo2@groundtrack.example', upass: DEMO_PASSWORD }));
  await login.getByRole('button', { name: 'Send' }).click();
  const reply = login.getByRole('textbox', { name: 'Body of the reply' });
  await expect(reply).toHaveValue(/"token"/);
  const { data } = JSON.parse(await reply.inputValue()) as { data: { token: string } };
  await page.getByRole('textbox', { name: 'Token or API key' }).fill(data.token);
  const search = page
    .getByRole('group')
    .filter({ has: page.getByRole('heading', { name: 'Finds scenes over an area' }) });
  await page.getByRole('heading', { name: 'Finds scenes over an area' }).click();
  await search.getByText('200', { exact: true }).click();
  await search.getByText('features', { exact: true }).click();
  await search.getByText('properties', { exact: true }).click();
  await expect(search.getByText('productId', { exact: true }).first()).toBeVisible();
  await search.getByRole('button', { name: 'Send' }).click();
  await expect(search.getByRole('textbox', { name: 'Body of the reply' })).toHaveValue(/"result": 1/);
  await expectAccessible(page);
  expect([outside, blocked]).toEqual([[], []]);
});
