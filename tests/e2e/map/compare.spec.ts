import type { Page } from 'playwright/test';
import { onOnePage, openMap, type PageLifecycle } from '../support/onePage.ts';
import { withArea } from '../pages/portal.ts';
import { LayersPanel } from '../pages/map/layersPanel.ts';
import { Comparison } from '../pages/map/comparison.ts';
import { expect, expectAccessible, tiledTest as test } from '../support/test.ts';
import { GOOGLE_COPYRIGHT } from '../support/tileService.ts';
import { expectGoogle, isLike, screenshotOf } from '../support/tiles.ts';

const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };
const panel = (page: Page) => page.locator('#panel');
const zoom = (page: Page) => page.locator('.gt-readout strong').first();

/** Records every WebGL context of the page, to check which are released. */
function recordContexts(): void {
  if ('contextsMade' in globalThis) return;
  const contexts: WebGL2RenderingContext[] = [];
  const make = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
    const made = Reflect.apply(make, this, given) as RenderingContext | null;
    if (made instanceof WebGL2RenderingContext && !contexts.includes(made)) contexts.push(made);
    return made;
  } as typeof make;
  Object.assign(globalThis, { contextsMade: contexts });
}

const lifecycle: PageLifecycle = {
  begin: async ({ portal, page, language }) => {
    await page.addInitScript(recordContexts);
    await openMap(portal, language);
  },
  restore: async ({ portal, page }) => {
    const comparison = new Comparison(page, portal.t);
    if ((await comparison.root.count()) > 0) await comparison.button('close').click();
    await expect(comparison.root).toHaveCount(0);
    await portal.map.leaveModes();
  },
};

test(
  '§2 Main layout: the before/after slider',
  onOnePage(lifecycle, (it) => {
    it('opening the slider hides the left panel, closing restores it', async ({ portal, page }) => {
      const comparison = new Comparison(page, portal.t);
      await expect(panel(page)).toBeVisible();
      await portal.map.press('compare');
      await expect(panel(page)).toBeHidden();
      await expect(comparison.maps).toHaveCount(2);
      await portal.map.press('compare');
      await expect(comparison.root).toHaveCount(0);
      await expect(comparison.maps).toHaveCount(1);
      await expect(panel(page)).toBeVisible();
      await expect(portal.map.running('compare')).toHaveCount(0);
      await expect(portal.map.group('compare')).toBeFocused();
    });

    it('each side shows its layer and its attribution; the sides are chosen by name and swapped', async ({
      portal,
      page,
    }) => {
      const comparison = new Comparison(page, portal.t);
      await portal.map.press('compare');
      await expect(comparison.side('before')).toContainText('OSM');
      await expect(comparison.side('after')).toContainText('Google');
      const { x } = await comparison.handleCentre();
      await expectGoogle(page, x + 60, 300);
      await expectGoogle(page, x - 60, 300, false);
      await expect(page.getByText('© OpenStreetMap contributors')).toBeVisible();
      await expect(page.getByText(GOOGLE_COPYRIGHT)).toBeVisible();
      await comparison.button('swap').click();
      await expect(comparison.side('before')).toContainText('Google');
      await expectGoogle(page, x - 60, 300);
      await expectGoogle(page, x + 60, 300, false);
      await comparison.side('before').click();
      await page.getByRole('menuitemradio', { name: 'OSM' }).click();
      await expect(comparison.side('before')).toContainText('OSM');
      await expect(comparison.side('after')).toContainText('Google');
      await expectGoogle(page, x + 60, 300);
      await expectAccessible(page);
    });

    it('the divider moves 1% by arrow keys, 10% with Shift, to the ends by Home and End, and Escape closes the slider', async ({
      portal,
      page,
    }) => {
      const comparison = new Comparison(page, portal.t);
      await portal.map.focus('compare');
      await page.keyboard.press('Enter');
      await expect(comparison.divider).toBeFocused();
      await expect(comparison.divider).toHaveAttribute('aria-valuetext', 'OSM 50%, Google 50%');
      await page.keyboard.press('ArrowLeft');
      await expect(comparison.divider).toHaveAttribute('aria-valuenow', '49');
      await page.keyboard.press('Shift+ArrowRight');
      await expect(comparison.divider).toHaveAttribute('aria-valuetext', 'OSM 59%, Google 41%');
      const before = await comparison.handleCentre();
      await page.keyboard.press('Home');
      await expect(comparison.divider).toHaveAttribute('aria-valuenow', '0');
      expect((await comparison.handleCentre()).x).toBeLessThan(before.x);
      await page.keyboard.press('End');
      await expect(comparison.divider).toHaveAttribute('aria-valuenow', '100');
      await page.keyboard.press('Escape');
      await expect(comparison.root).toHaveCount(0);
      await expect(portal.map.group('compare')).toBeFocused();
    });

    it('the divider moves by dragging and by single clicks on its track; another mode closes the slider completely', async ({
      portal,
      page,
    }) => {
      const comparison = new Comparison(page, portal.t);
      await portal.map.press('compare');
      const { x, y } = await comparison.handleCentre();
      await page.mouse.move(x + 8, y + 8);
      await page.mouse.down();
      await page.mouse.move(x + 108, y - 40, { steps: 4 });
      await page.mouse.up();
      expect((await comparison.handleCentre()).x).toBeCloseTo(x + 100, -1);
      // the handle stays where it was released
      await page.mouse.move(x - 200, y);
      expect((await comparison.handleCentre()).x).toBeCloseTo(x + 100, -1);
      const track = await comparison.track.boundingBox();
      if (track === null) throw new Error('no track');
      await page.mouse.click(track.x + 8 + (track.width - 16) / 4, track.y + track.height / 2);
      await expect(comparison.divider).toHaveAttribute('aria-valuenow', '25');
      await comparison.button('centre').click();
      await expect(comparison.divider).toHaveAttribute('aria-valuenow', '50');
      expect((await comparison.handleCentre()).x).toBeCloseTo(x, 0);
      await page.keyboard.press('p');
      await expect(comparison.maps).toHaveCount(1);
      await expect(comparison.root).toHaveCount(0);
      await expect(portal.map.running('polygon')).toBeVisible();
      await expect(panel(page)).toBeVisible();
    });

    it('both maps move together, whichever is moved, and the area is visible on both sides', async ({
      portal,
      page,
    }) => {
      const comparison = new Comparison(page, portal.t);
      await portal.map.press('rectangle');
      await page.mouse.click(620, 250);
      await page.mouse.click(1100, 500);
      await portal.map.press('compare');
      await expectGoogle(page, 1200, 700);
      const { x } = await comparison.handleCentre();
      /** Top and bottom screen rows with the area's dashed outline between two columns. */
      const edges = (screen: Awaited<ReturnType<typeof screenshotOf>>, from: number, to: number) => {
        const rows: number[] = [];
        for (let row = 60; row < 720; row++)
          for (let column = from; column < to; column++)
            if (isLike(screen.at(column, row), { r: 194, g: 65, b: 12 })) {
              rows.push(row);
              break;
            }
        return rows.length === 0 ? null : { top: rows[0], bottom: rows.at(-1) };
      };
      const sides = async () => {
        const screen = await screenshotOf(page);
        return [
          edges(screen, Math.round(x) - 60, Math.round(x) - 30),
          edges(screen, Math.round(x) + 30, Math.round(x) + 60),
        ];
      };
      await expect.poll(async () => (await sides()).includes(null)).toBe(false);
      const [left, right] = await sides();
      expect(right).toEqual(left);
      // a drag in the right map moves both
      await page.mouse.move(x + 200, 400);
      await page.mouse.down();
      await page.mouse.move(x + 200, 460, { steps: 3 });
      await page.mouse.up();
      const movedBy = async () => ((await sides())[0]?.top ?? 0) - (left?.top ?? 0);
      await expect.poll(movedBy).toBeCloseTo(60, -0.5);
      const [movedLeft, movedRight] = await sides();
      expect(movedRight).toEqual(movedLeft);
      // and zoomed by the toolbar
      await page.getByRole('button', { name: portal.t('map.zoomIn') }).click();
      await expect(zoom(page)).toHaveText('19.0');
      const areAlike = async () => {
        const [one, other] = (await sides()).map((side) => JSON.stringify(side));
        return one === other;
      };
      await expect.poll(areAlike).toBe(true);
    });

    it('no WebGL context leaks: those of the closed sliders are lost', async ({ portal, page }) => {
      const comparison = new Comparison(page, portal.t);
      // contexts of canvases that have left the page; the remaining map may create its own only now
      const contexts = () =>
        page.evaluate(() => {
          const { contextsMade } = globalThis as unknown as { contextsMade: WebGL2RenderingContext[] };
          const gone = contextsMade.filter(({ canvas }) => !(canvas as HTMLCanvasElement).isConnected);
          return { gone: gone.length, alive: gone.filter((gl) => !gl.isContextLost()).length };
        });
      const before = await contexts();
      await portal.map.press('compare');
      await expect(comparison.maps).toHaveCount(2);
      // its map draws before it is closed
      await expectGoogle(page, (await comparison.handleCentre()).x + 60, 300);
      await comparison.button('close').click();
      await expect(comparison.maps).toHaveCount(1);
      const after = await contexts();
      expect(after.alive).toBe(0);
      expect(after.gone).toBeGreaterThan(before.gone);
    });
  }),
);

test.describe('on the phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true });
  test('the comparison fits the screen, and its handle is 44 px and follows the finger', async ({
    portal,
    page,
  }) => {
    const comparison = new Comparison(page, portal.t);
    await portal.enter('en', undefined, withArea(BOX));
    await portal.map.press('compare');
    // neither the toolbar nor the AOI's area lies over what is pressed
    for (const one of [comparison.side('after'), comparison.button('swap')]) await one.click({ trial: true });
    // each side has its attribution, whole
    const attributions = new LayersPanel(page, portal.t).attribution;
    await expect(attributions).toHaveCount(2);
    const lines = await attributions.evaluateAll((both) =>
      both.map((one) => {
        const { left, right } = one.getBoundingClientRect();
        const side = right < innerWidth / 2 ? 'left' : left > innerWidth / 2 ? 'right' : 'both';
        return { side, cut: one.scrollWidth - one.clientWidth };
      }),
    );
    expect(lines.toSorted((a, b) => a.side.localeCompare(b.side))).toEqual([
      { side: 'left', cut: 0 },
      { side: 'right', cut: 0 },
    ]);
    for (const one of [comparison.side('before'), comparison.side('after'), comparison.divider])
      await expect(one).toBeInViewport({ ratio: 1 });
    for (const name of ['swap', 'centre', 'close'] as const)
      await expect(comparison.button(name)).toBeInViewport({ ratio: 1 });
    expect(await comparison.divider.boundingBox()).toMatchObject({ width: 44, height: 44 });
    await expectAccessible(page);
    const { x, y } = await comparison.handleCentre();
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: at, y }],
      });
    await touch('touchStart', x);
    for (const step of [20, 50, 80]) await touch('touchMove', x + step);
    await touch('touchEnd', x);
    await expect.poll(async () => Math.abs((await comparison.handleCentre()).x - (x + 80))).toBeLessThan(5);
    await comparison.button('close').click();
    await expect(comparison.root).toHaveCount(0);
    await expect(comparison.maps).toHaveCount(1);
  });
});
