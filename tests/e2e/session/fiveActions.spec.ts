import { PlaceSearch } from '../pages/map/placeSearch.ts';
import { DEMO_PASSWORD } from '../pages/portal.ts';
import { StartCard } from '../pages/startCard.ts';
import { expect, test } from '../support/test.ts';

test('from the log-in to imagery of a place it takes five actions', async ({ portal, page }) => {
  const { t } = portal;
  portal.hasStartCard = true;
  let actions = 0;
  const act = async (action: Promise<void>) => {
    actions++;
    await action;
  };
  await portal.open();
  await act(portal.email.fill('demo1@groundtrack.example'));
  await act(portal.password.fill(DEMO_PASSWORD));
  await act(portal.password.press('Enter'));
  const { field } = new PlaceSearch(page, t);
  await expect(new StartCard(page, t).region.locator(field)).toBeFocused();
  await act(page.keyboard.type('singapore'));
  await act(page.keyboard.press('Enter'));
  // the shares of all scenes are worked out first
  await expect(portal.search.offer).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: new RegExp(t('map.shown.mosaic')) })).toBeVisible();
  expect(actions).toBe(5);
});
