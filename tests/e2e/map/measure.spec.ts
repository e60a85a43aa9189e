import { geodesicMetres } from '../../unit/geo/area/geodesics.ts';
import { onOnePage, openMap, withMap, type PageFixtures } from '../support/onePage.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

/** Ends measuring and clears the measurements. */
async function restore({ portal, page }: PageFixtures): Promise<void> {
  await portal.map.leaveModes();
  await portal.map.clear('clearMeasures');
  await expect(portal.measures.items).toHaveCount(0);
  await page.mouse.move(300, 850);
}

test(
  '§4 Measure',
  onOnePage({ ...withMap, restore }, (it) => {
    // §4 Measure mode 0: clear; first, while nothing has been cleared yet
    it('one measurement can be removed, and the toolbar clears them all', async ({ portal, page }) => {
      const { measures } = portal;
      const clear = portal.map.tool('clearMeasures');
      await portal.map.unfold('clearMeasures');
      await expect(clear).toHaveAttribute('aria-disabled', 'true');
      await expect(clear).toHaveAccessibleDescription(portal.t('measure.none'));
      await portal.map.press('distance');
      await expect(measures.bar('distance')).toBeVisible();
      await measures.measure([600, 300], [900, 300]);
      await measures.measure([600, 400], [900, 400]);
      await measures.measure([600, 500], [900, 500]);
      await measures.removeButton('Distance 2').click();
      await expect(measures.items).toHaveText([/Distance 1/, /Distance 3/]);
      await expect(measures.removeButton('Distance 3')).toBeFocused();
      await portal.map.press('clearMeasures');
      await expect(measures.items).toHaveCount(0);
      await expect(page.getByRole('status').filter({ hasText: portal.t('measure.cleared') })).toBeAttached();
      await portal.map.unfold('clearMeasures');
      await expect(clear).toHaveAttribute('aria-disabled', 'true');
    });

    // §4 Measure mode 1: distance
    it('clicks 120 ms apart each add a point, and a double click adds one point and finishes', async ({
      portal,
      page,
    }) => {
      const { measures } = portal;
      await measures.choose('distance');
      const from = await page.evaluate(() => performance.now());
      for (const [index, [x, y]] of [
        [600, 250] as const,
        [800, 320] as const,
        [900, 250] as const,
      ].entries()) {
        // fast clicking: each click waits for its due time
        await page.waitForFunction((due) => performance.now() >= due, from + index * 120);
        await page.mouse.click(x, y);
      }
      await page.mouse.dblclick(1100, 300);
      await expect(measures.items).toHaveText([
        /Distance 1: [\d.]+\sm\. Segments: [\d.]+\sm, [\d.]+\sm, [\d.]+\sm\./,
      ]);
      await expect(measures.segments).toHaveCount(3);
    });

    it('live figures follow the pointer', async ({ portal, page }) => {
      const { measures } = portal;
      await measures.choose('distance');
      await expect(measures.live).toBeHidden();
      await measures.click([600, 300]);
      await page.mouse.move(700, 300);
      await expect(measures.live).toHaveText(/^[\d.]+\sm$/);
      const near = Number.parseFloat((await measures.live.textContent()) ?? '');
      await page.mouse.move(900, 300);
      await expect
        .poll(async () => Number.parseFloat((await measures.live.textContent()) ?? ''))
        .toBeGreaterThan(near * 2.8);
      await measures.click([900, 300]);
      await page.mouse.move(900, 500);
      await expect(measures.segments).toHaveCount(2);
      const set = await measures.segments.first().textContent();
      // over the panel there is no next point: only points set so far are measured
      await page.mouse.move(300, 850);
      await expect(measures.live).toHaveText(set ?? '');
      await expect(measures.segments).toHaveCount(0);
    });

    // §4 Measure by keyboard alone
    it('D measures: arrows move the map, Enter sets points, a second Enter finishes, and Tab reaches the list', async ({
      portal,
      page,
    }) => {
      const { measures } = portal;
      await portal.map.focus('rectangle');
      await page.keyboard.press('d');
      await expect(measures.bar('distance')).toContainText('Arrow keys: move the map');
      await page.keyboard.press('Enter');
      for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').filter({ hasText: /^Point 2 set\. [\d.]+\sm$/ })).toBeAttached();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').filter({ hasText: /^Distance 1: [\d.]+\sm\.$/ })).toBeAttached();
      await page.keyboard.press('a');
      await expect(measures.bar('area')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(measures.bar('area')).toBeHidden();
      await page.keyboard.press('Tab');
      await expect(measures.removeButton('Distance 1')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(measures.items).toHaveCount(0);
      await expect(page.getByRole('status').filter({ hasText: 'Distance 1 removed.' })).toBeAttached();
      await expect(portal.map.canvas).toBeFocused();
    });

    it('a figure whose line is out of view becomes visible when it gets the focus', async ({
      portal,
      page,
    }) => {
      const { measures } = portal;
      await measures.choose('distance');
      await measures.measure([600, 300], [900, 300]);
      await page.keyboard.press('Escape');
      await portal.map.canvas.focus();
      for (let step = 0; step < 14; step++) await page.keyboard.press('ArrowRight');
      const tag = measures.items.locator('.gt-map__tag');
      await expect(tag).toHaveCSS('opacity', '0');
      await page.keyboard.press('Tab');
      await expect(measures.removeButton('Distance 1')).toBeFocused();
      await expect(tag).toHaveCSS('opacity', '1');
      const box = await tag.boundingBox();
      expect(box?.x).toBeGreaterThan(476);
    });

    // from here on the window covers kilometres
    it('the figure is the geodesic distance between the clicked positions', async ({ portal, page }) => {
      const { measures } = portal;
      await measures.zoomTo(12);
      const position = page
        .getByRole('group', { name: portal.t('map.readOut') })
        .getByText(/° [NS] .*° [EW]/);
      const placeAt = async (x: number, y: number) => {
        await page.mouse.move(x, y);
        const before = await position.textContent();
        await page.mouse.move(x, y - 40);
        await expect(position).not.toHaveText(before ?? '');
        await page.mouse.move(x, y);
        await expect(position).toHaveText(before ?? '');
        const [, lat = '', ns = '', lon = '', ew = ''] =
          /([\d.]+)° (\w) ([\d.]+)° (\w)/.exec(before ?? '') ?? [];
        return [Number(lon) * (ew === 'W' ? -1 : 1), Number(lat) * (ns === 'S' ? -1 : 1)];
      };
      const [from, to] = [await placeAt(600, 300), await placeAt(1100, 600)];
      await measures.choose('distance');
      await measures.measure([600, 300], [1100, 600]);
      const text = (await measures.items.textContent()) ?? '';
      const shownKm = Number(/Distance 1: ([\d.]+)\skm/.exec(text)?.[1]);
      // the readout's four decimals are 11 m
      expect(Math.abs(shownKm * 1000 - geodesicMetres(from, to))).toBeLessThan(30);
      expect(shownKm).toBeGreaterThan(10);
    });
  }),
);

test(
  '§4 Measure: sentences that rule tests show too',
  onOnePage({ ...withMap, restore }, (it) => {
    it("the bar's buttons remove the last point, finish and leave", async ({ portal }) => {
      const { measures } = portal;
      await measures.choose('distance');
      const bar = measures.bar('distance');
      const takeBack = bar.getByRole('button', { name: portal.t('measure.removeLast') });
      await measures.click([600, 300]);
      await takeBack.click();
      // the button disabled itself: the focus stays in the bar
      await expect(takeBack).toHaveAttribute('aria-disabled', 'true');
      await expect(takeBack).toBeFocused();
      await measures.click([600, 300], [900, 300], [900, 600]);
      await takeBack.click();
      await bar.getByRole('button', { name: portal.t('measure.finish') }).click();
      await expect(measures.items).toHaveText([/^[\d.]+\smDistance 1: [\d.]+\sm\.$/]);
      await bar.getByRole('button', { name: portal.t('measure.leave') }).click();
      await expect(bar).toBeHidden();
      await expect(portal.map.running('distance')).toHaveCount(0);
      await expect(measures.items).toHaveCount(1);
    });

    it('an area is measured by single clicks alone: a click on the first corner finishes', async ({
      portal,
    }) => {
      await portal.map.press('area');
      await expect(portal.measures.bar('area')).toBeVisible();
      await portal.measures.click([600, 300], [900, 300], [900, 600], [600, 300]);
      await expect(portal.measures.items).toHaveText([/Area 1: [\d,.]+\sm²/]);
    });

    it('an outline that crosses itself is not measured, and the message says where it crosses', async ({
      portal,
      page,
    }) => {
      const { measures } = portal;
      await measures.choose('area');
      await measures.measure([600, 300], [900, 600], [900, 300], [600, 600]);
      await expect(
        page.getByRole('alert').filter({ hasText: /^The outline crosses itself at 103\./ }),
      ).toBeVisible();
      await expect(measures.items).toHaveCount(0);
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Enter');
      await expect(measures.items).toHaveCount(1);
    });

    it('leaving midway, by Escape or by another mode, removes the unfinished measurement', async ({
      portal,
      page,
    }) => {
      const { measures } = portal;
      await measures.choose('distance');
      await measures.click([600, 300], [900, 300], [900, 600]);
      await page.keyboard.press('Escape');
      await expect(portal.map.running('distance')).toHaveCount(0);
      await expect(measures.segments).toHaveCount(0);
      await measures.choose('area');
      await measures.click([600, 300], [900, 300], [900, 600]);
      await expect(measures.segments).not.toHaveCount(0);
      await portal.map.press('polygon');
      await expect(measures.bar('area')).toBeHidden();
      await expect(measures.segments).toHaveCount(0);
      await expect(measures.items).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(page.getByText(/km² · \d+ vertices/)).toBeHidden();
    });

    it('a distance is measured by single clicks alone: a click on the last point finishes', async ({
      portal,
    }) => {
      await portal.measures.choose('distance');
      await portal.measures.click([600, 300], [900, 300]);
      await expect(portal.measures.bar('distance').getByRole('button', { name: 'Finish' })).toBeEnabled();
      await portal.measures.click([900, 300]);
      await expect(portal.measures.items).toHaveCount(1);
    });

    it('sides and area are labelled; several measurements are shown at once', async ({ portal, page }) => {
      const { measures } = portal;
      await measures.zoomTo(12);
      await measures.choose('area');
      await measures.click([600, 300], [900, 300]);
      await page.mouse.move(900, 600);
      await expect(measures.live).toHaveText(/km²$/);
      await measures.measure([900, 600], [600, 600]);
      await expect(measures.segments).toHaveCount(4);
      await portal.map.press('distance');
      await measures.measure([650, 700], [900, 700]);
      await expect(measures.items).toHaveText([
        /Area 1: [\d.]+\skm²\. Perimeter: [\d.]+\skm\. Sides: ([\d.]+\skm, ){3}[\d.]+\skm\./,
        /Distance 2: [\d.]+\skm\./,
      ]);
    });
  }),
);

test.describe('measuring on a touch screen', () => {
  test.use({ hasTouch: true });
  test.beforeEach(({ portal, language }) => openMap(portal, language));
  test('taps set the points, and a tap on the last one finishes', async ({ portal, page }) => {
    // not by its key: the hint is that of how the tool was chosen
    await portal.map.press('distance');
    await expect(portal.measures.bar('distance')).toContainText('Tap each point, double-tap to finish');
    await page.touchscreen.tap(600, 300);
    await page.touchscreen.tap(900, 300);
    await expect(portal.measures.bar('distance').getByRole('button', { name: 'Finish' })).toBeEnabled();
    await expect(portal.measures.live).toHaveText(/^[\d.]+\sm$/);
    await page.touchscreen.tap(910, 308);
    await expect(portal.measures.items).toHaveCount(1);
  });
});

test.describe('measuring in Chinese', () => {
  test.use({ language: 'zh' });
  test.beforeEach(({ portal, language }) => openMap(portal, language));
  test('figures, names and buttons are in Chinese, with no violation of WCAG 2.2 AA', async ({
    portal,
    page,
  }) => {
    const { measures } = portal;
    await measures.choose('area');
    await measures.measure([600, 300], [900, 300], [900, 600]);
    await expect(measures.items).toHaveText([/面积 1：[\d,.]+\sm²。周长：[\d.]+\sm。各边：/]);
    await expect(measures.removeButton('面积 1')).toBeVisible();
    await expectAccessible(page);
  });
});
