import { DEMO_PASSWORD } from '../pages/portal.ts';
import { StartCard } from '../pages/startCard.ts';
import { tabTo } from '../support/keyboard.ts';
import { expect, test, WITHOUT_MAP } from '../support/test.ts';

test.describe('without a map', () => {
  test.use(WITHOUT_MAP);
  test('a user signs in, types an area, searches, chooses and orders by keyboard alone', async ({
    portal,
    page,
  }) => {
    await portal.open();
    await tabTo(page, portal.email);
    await page.keyboard.type('demo6@groundtrack.example');
    await tabTo(page, portal.password);
    await page.keyboard.type(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(portal.map.toolbar).toBeVisible();

    await tabTo(page, new StartCard(page, portal.t).way('coordinates'));
    await page.keyboard.press('Enter');
    const values = {
      minLatitude: '1.22',
      maxLatitude: '1.36',
      minLongitude: '103.72',
      maxLongitude: '103.94',
    };
    for (const [name, value] of Object.entries(values)) {
      await tabTo(
        page,
        portal.coordinates.dialog.getByLabel(portal.t(`coordinates.${name}`), { exact: true }),
      );
      await page.keyboard.type(value);
    }
    await page.keyboard.press('Enter');
    await expect(portal.coordinates.dialog).toBeHidden();

    await tabTo(page, portal.search.submit);
    await page.keyboard.press('Enter');
    await tabTo(page, portal.search.rows.first());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(portal.search.choice).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(portal.search.details).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(portal.search.details).toBeHidden();

    await tabTo(
      page,
      portal.search.choice.getByRole('button', { name: portal.t('results.order'), exact: true }),
    );
    await page.keyboard.press('Enter');
    await tabTo(page, portal.order.name);
    await page.keyboard.type('By keyboard');
    await expect(portal.order.finalPrice).toBeVisible();
    await tabTo(page, portal.order.agree);
    await page.keyboard.press('Space');
    await tabTo(page, portal.order.submit);
    await page.keyboard.press('Enter');
    await tabTo(page, portal.order.confirm);
    await page.keyboard.press('Enter');
    await expect(portal.orders.row('By keyboard')).toBeVisible();
  });
});

test('the link to a view is copied, opened and, if the browser refuses to copy, shown, by keyboard alone', async ({
  portal,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await portal.enter('en', undefined, '/?view=1.31,103.9,10.5&panel=myaoi');
  const copy = page.getByRole('button', { name: portal.t('bar.copyLink'), exact: true });
  await tabTo(page, copy);
  await page.keyboard.press('Enter');
  await expect(portal.notice(portal.t('notice.pageLinkCopied'))).toBeVisible();
  await expect(copy).toBeFocused();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: portal.t('myAoi.title') })).toBeVisible();
  await expect(other.getByText('Zoom 10.5', { exact: true })).toBeVisible();
  await other.close();

  await page.evaluate(async () => {
    await navigator.clipboard.writeText('');
    return Object.assign(navigator.clipboard, {
      writeText: () => Promise.reject(new Error('refused by the test')),
    });
  });
  await page.keyboard.press('Enter');
  const field = page.getByRole('dialog').getByLabel(portal.t('common.link'), { exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+C');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(copy).toBeFocused();
});
