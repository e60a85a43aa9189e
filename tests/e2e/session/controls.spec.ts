import { withArea } from '../pages/portal.ts';
import { StartCard } from '../pages/startCard.ts';
import { smallControls } from '../support/inspect/smallControls.ts';
import { visibleControls } from '../support/inspect/visibleControls.ts';
import { expect, test, WITHOUT_MAP } from '../support/test.ts';

const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };

/** Fails with the names of the controls. */
function expectAtMost(most: number, controls: readonly string[]): void {
  expect(controls.length, controls.join('\n')).toBeLessThanOrEqual(most);
}

test('at first use at most 40 controls are visible, on a phone 20; with results at most 38, with two selected scenes 40', async ({
  portal,
  page,
}) => {
  portal.hasStartCard = true;
  await portal.enter();
  const start = new StartCard(page, portal.t);
  await expect(start.region).toBeVisible();
  expectAtMost(40, await visibleControls(page));
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(portal.search.panel.locator(start.region)).toBeVisible();
  expectAtMost(20, await visibleControls(page));
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(portal.search.panel.locator(start.region)).toHaveCount(0);

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

test.describe('in a browser at 200 %', () => {
  test.use({ viewport: { width: 720, height: 450 } });
  test('what is at the edges of the map covers neither the panel nor each other', async ({
    portal,
    page,
  }) => {
    await portal.enter('en', undefined, withArea(BOX, { results: '1' }));
    await portal.search.chooseRow(0);
    await expect(portal.search.choice).toBeVisible();
    await expect(page.locator('.gt-map-label')).toBeVisible();
    const covered = await page
      .locator(
        '.gt-sheet, .gt-map-label, .gt-readout, .gt-map__attribution, .gt-action, .gt-places, .gt-toolbar__tools',
      )
      .filter({ visible: true })
      .evaluateAll((all) => {
        const boxes = all.map((one) => ({ name: one.className, box: one.getBoundingClientRect() }));
        // their edges may touch: a line of words has 4 px above it
        return boxes.flatMap((a, at) =>
          boxes
            .slice(at + 1)
            .filter(
              (b) =>
                Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 4 &&
                Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 4,
            )
            .map((b) => `${a.name} and ${b.name}`),
        );
      });
    expect(covered).toEqual([]);
  });
});

test.describe('in a browser at 200 %, and on the narrowest phone', () => {
  test.use({ viewport: { width: 720, height: 450 }, language: 'zh', ...WITHOUT_MAP });
  test('words of an order stand beside each other, and nothing of its page is cut', async ({
    portal,
    page,
    language,
  }) => {
    await portal.enter(language, undefined, withArea(BOX, { results: '1' }));
    await portal.search.chooseRow(0);
    await portal.search.chooseRow(1);
    await portal.search.order();
    const { dialog } = portal.order;
    const words = dialog.locator('.gt-bought__words > :nth-child(3)');
    await expect(words).toHaveCount(2);
    for (const one of await words.all()) expect((await one.boundingBox())!.width).toBeGreaterThan(180);
    await portal.order.moreLevels.click();
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => smallControls(page)).toEqual([]);
    await portal.order.submitAs('Harbour survey of the western islands');
    await expect(dialog).toBeHidden();
    await page.setViewportSize({ width: 320, height: 640 });
    await portal.orders.openPage('Harbour survey of the western islands');
    const head = page.locator('.gt-order-page__total');
    await expect(head).toBeVisible();
    const [total, title, handle] = await Promise.all(
      [head, page.locator('.gt-order-page .gt-panel__title'), page.locator('.gt-sheet__handle')].map(
        async (one) => (await one.boundingBox())!,
      ),
    );
    expect(total!.x + total!.width).toBeLessThan(320);
    // the handle's line is 8 to 12 px below its top
    expect(title!.y).toBeGreaterThanOrEqual(handle!.y + 12);
  });
});
