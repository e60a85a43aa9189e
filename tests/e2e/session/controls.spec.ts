import { StartCard } from '../pages/startCard.ts';
import { visibleControls } from '../support/inspect/visibleControls.ts';
import { expect, test } from '../support/test.ts';

const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };

/** Fails with the names of the controls. */
function expectAtMost(most: number, controls: readonly string[]): void {
  expect(controls.length, controls.join('\n')).toBeLessThanOrEqual(most);
}

test('at first use at most 40 controls are visible', async ({ portal, page }) => {
  portal.hasStartCard = true;
  await portal.enter();
  await expect(new StartCard(page, portal.t).region).toBeVisible();
  expectAtMost(40, await visibleControls(page));
});

test('with results at most 38 controls are visible, with two selected scenes 40', async ({
  portal,
  page,
}) => {
  await portal.enter();
  await portal.map.press('coordinates');
  await portal.coordinates.enterBbox(BOX);
  await portal.search.submit.click();
  await expect(portal.search.count).toBeVisible();
  await expect(portal.search.rows.first()).toBeVisible();
  const found = await visibleControls(page);
  await portal.search.chooseRow(0);
  await portal.search.chooseRow(1);
  await expect(portal.search.choice).toBeVisible();
  const selected = await visibleControls(page);
  expectAtMost(38, found);
  expectAtMost(40, selected);
});

test.describe('on the phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('at first use at most 20 controls are visible', async ({ portal, page }) => {
    portal.hasStartCard = true;
    await portal.enter();
    await expect(new StartCard(page, portal.t).region).toBeVisible();
    expectAtMost(20, await visibleControls(page));
  });
});
