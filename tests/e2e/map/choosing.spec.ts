import { scenesForBench } from '../../../lab/bench/support/scenesForBench.ts';
import { withArea } from '../pages/portal.ts';
import { expect, test } from '../support/test.ts';

/** 0.4° in each direction from the map's initial centre. */
const BOX = { minLatitude: '0.88', maxLatitude: '1.68', minLongitude: '103.45', maxLongitude: '104.25' };
const MANY = 600;

test.use({ hasTouch: true });

test('a link with an area but no view fits the map to it; scenes are chosen by a box, by touch and by keyboard, and the grouped list is operated by keyboard', async ({
  portal,
  page,
}) => {
  const { search, t } = portal;
  await page.route('**/api/soi/v1/search', (route) =>
    route.fulfill({
      json: {
        result: 1,
        type: 'FeatureCollection',
        features: scenesForBench(MANY, 0.5),
        numberMatched: MANY,
      },
    }),
  );
  await portal.enter('en', undefined, withArea(BOX, { results: '1' }));
  await expect(search.count).toBeVisible();
  await expect(portal.map.zoom).toHaveText(/ 10\.\d/);

  const more = search.panel.getByRole('button', { name: t('results.more'), exact: true });
  const byBox = page.getByRole('menuitem', { name: t('results.selectByBox'), exact: true });
  const bar = page.getByRole('group', { name: t('map.boxSelection.title') });
  await more.tap();
  await byBox.tap();
  await expect(bar).toContainText(t('map.boxSelection.howTouch'));
  await page.touchscreen.tap(700, 300);
  await page.touchscreen.tap(900, 500);
  await expect(bar).toBeHidden();
  await expect(search.choice).toBeVisible();
  await search.choice.getByRole('button', { name: t('results.clearSelection') }).tap();
  await expect(search.choice).toBeHidden();

  await more.press('Enter');
  await byBox.press('Enter');
  await expect(bar).toBeVisible();
  for (const key of ['ArrowRight', 'Enter', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter'])
    await page.keyboard.press(key);
  await expect(bar).toBeHidden();
  await expect(search.choice).toBeVisible();
  await search.choice.getByRole('button', { name: t('results.clearSelection') }).press('Enter');

  await search.panel.getByRole('button', { name: t('results.sort') }).press('Enter');
  await page.getByRole('menuitemradio', { name: t('results.groupBy.day'), exact: true }).press('Enter');
  const active = search.list.locator('[role="row"][tabindex="0"]');
  await active.focus();
  for (const [key, row] of [
    ['End', MANY - 1],
    ['Home', 0],
    ['ArrowDown', 1],
    ['ArrowUp', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(active).toBeFocused();
    await expect(active).toHaveAttribute('data-row', String(row));
    await expect(active).toBeInViewport({ ratio: 0.99 });
    expect(await search.rows.count()).toBeLessThanOrEqual(60);
  }
  await page.keyboard.press('PageDown');
  const paged = Number(await active.getAttribute('data-row'));
  expect(paged).toBeGreaterThan(1);
  await page.keyboard.press('PageUp');
  await expect(active).toHaveAttribute('data-row', '0');
  for (let times = 0; times < 2; times++) await page.keyboard.press('Shift+ArrowDown');
  await expect(search.choice).toContainText(t('results.title_other', { count: 3 }));
  await page.keyboard.press('Shift+PageDown');
  await expect(search.choice).toContainText(t('results.title_other', { count: 3 + paged }));
});
