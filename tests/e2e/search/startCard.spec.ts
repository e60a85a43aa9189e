import { smallControls } from '../support/inspect/smallControls.ts';
import { tabTo } from '../support/keyboard.ts';
import { expect, expectAccessible, test, WITHOUT_MAP } from '../support/test.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../pages/portal.ts';
import { PlaceSearch } from '../pages/map/placeSearch.ts';
import { StartCard } from '../pages/startCard.ts';

test.beforeEach(({ portal }) => {
  portal.hasStartCard = true;
});

test('from the log-in to imagery of a place it takes five actions, without a mouse; Undo takes the place back, and the card stays away', async ({
  portal,
  page,
}) => {
  const { t } = portal;
  const start = new StartCard(page, t);
  const places = new PlaceSearch(page, t);
  let actions = 0;
  const act = async (action: Promise<void>) => {
    actions++;
    await action;
  };
  await portal.open();
  await act(portal.email.fill(DEMO_EMAIL));
  await act(portal.password.fill(DEMO_PASSWORD));
  await act(portal.password.press('Enter'));
  await expect(start.region.locator(places.field)).toBeFocused();
  await expectAccessible(page);
  // it leaves panel and toolbar free
  const [card, panel, toolbar] = await Promise.all(
    [start.region, portal.search.panel, portal.map.toolbar].map(async (one) => (await one.boundingBox())!),
  );
  expect(card!.x).toBeGreaterThan(panel!.x + panel!.width);
  expect(card!.x + card!.width).toBeLessThan(toolbar!.x);

  await act(page.keyboard.type('singapore'));
  await expect(places.options.first()).toBeVisible();
  await act(page.keyboard.press('Enter'));
  await expect(portal.search.count).toBeVisible();
  await expect(start.region).toBeHidden();
  // the shares of all scenes are worked out first
  await expect(portal.search.offer).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: new RegExp(t('map.shown.mosaic')) })).toBeVisible();
  expect(actions).toBe(5);
  await expect(portal.map.zoom).toHaveText(/^Zoom 1[2-4]\.\d$/);
  await tabTo(page, page.getByRole('button', { name: t('results.back'), exact: true }));
  await page.keyboard.press('Enter');
  const aoi = page.getByRole('region', { name: t('search.aoi') });
  await expect(aoi).toContainText(/Singapore.*(99\.9\d|100\.\d\d)\skm²/);
  await tabTo(page, aoi.getByRole('button', { name: t('map.edit.undo'), exact: true }));
  await page.keyboard.press('Enter');
  await expect(aoi).toContainText(t('search.aoiNone'));
  await expect(start.region).toBeHidden();
  await page.reload();
  await expect(places.field).toBeVisible();
  await expect(start.region).toBeHidden();
});

test.describe('on the phone, in Chinese', () => {
  test.use({ viewport: { width: 390, height: 844 }, language: 'zh' });
  test('the start card is the top of the sheet, goes while the user draws, and for good with its close button', async ({
    portal,
    page,
    language,
  }) => {
    const start = new StartCard(page, portal.t);
    const places = new PlaceSearch(page, portal.t);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    // Escape leaves the drawing also while its code is on its way
    const asked = page.waitForRequest('**/assets/Drawing*');
    await page.route('**/assets/Drawing*', (route) => held.then(() => route.continue()));
    await portal.enter(language);
    await expect(portal.search.panel.locator(start.region)).toBeVisible();
    await expect(places.field).toHaveCount(1);
    await expectAccessible(page);
    // the last example is beyond the edge until the row is moved sideways
    expect(await smallControls(page)).toEqual([]);
    await start.way('draw').click();
    await expect(start.region).toBeHidden();
    await asked;
    await page.keyboard.press('Escape');
    await expect(start.region).toBeVisible();
    release();
    await start.close.click();
    await expect(start.region).toBeHidden();
    await expect(page.locator('#panel')).toBeFocused();
    await page.reload();
    await expect(places.field).toBeVisible();
    await expect(start.region).toBeHidden();
  });
});

test.describe('without graphics', () => {
  test.use(WITHOUT_MAP);
  test('the start card has no Draw; offline its field says why it is disabled; an example is found in one press', async ({
    portal,
    page,
  }) => {
    const start = new StartCard(page, portal.t);
    const places = new PlaceSearch(page, portal.t);
    await portal.enter();
    await expect(start.way('upload')).toBeVisible();
    await expect(start.way('draw')).toBeHidden();
    await page.route(/\/web\//, (route) => route.abort());
    await places.field.fill('singapore');
    await expect(places.field).toBeDisabled();
    await expect(places.field).toHaveAccessibleDescription(portal.t('start.offline'));
    await page.unrouteAll();
    await expect(places.field).toBeEnabled();
    await start.example(/^Andros, Bahamas/).click();
    await expect(portal.search.rows.filter({ hasText: 'Landsat 7' })).toHaveCount(1);
    await expect(start.region).toBeHidden();
  });
});
