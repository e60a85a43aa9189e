import type { Page } from 'playwright/test';
import { onOnePage, withMap } from '../support/onePage.ts';
import { LayersPanel } from '../pages/map/layersPanel.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

/** Expects the AOI card in the search panel to show this number of vertices. */
async function expectCorners(page: Page, count: number): Promise<void> {
  await expect(page.getByText(new RegExp(`km² · ${count} vertices`))).toBeVisible();
}

test(
  '§4 Map: drawing, and its toolbar',
  onOnePage(withMap, (it) => {
    // first, while the code of the tools is not there: what shows then is not shown in the turn of a key
    it('a mode takes presses as soon as its bar is there', async ({ portal, page }) => {
      await page.evaluate((bar) => {
        const canvas = document.querySelector('.maplibregl-canvas')!;
        const press = (clientX: number, clientY: number) => {
          for (const type of ['pointermove', 'pointerdown', 'pointerup'])
            canvas.dispatchEvent(
              new PointerEvent(type, {
                clientX,
                clientY,
                isPrimary: true,
                bubbles: true,
                pointerType: 'mouse',
              }),
            );
        };
        new MutationObserver((_, observer) => {
          if (document.querySelector(`[role="group"][aria-label="${bar}"]`) === null) return;
          observer.disconnect();
          press(700, 250);
          press(900, 500);
        }).observe(document.body, { childList: true, subtree: true });
      }, portal.t('map.draw.box'));
      await portal.map.key('rectangle');
      await expectCorners(page, 4);
    });

    // §4 Map: drawing
    it('drawing starts in Box mode and completes by dragging from corner to corner', async ({
      portal,
      page,
    }) => {
      await portal.map.press('rectangle');
      await page.mouse.move(700, 200);
      // §2 Main layout: the readout shows the pointer's position
      const position = page
        .getByRole('group', { name: portal.t('map.readOut') })
        .locator('.gt-readout__position');
      await expect(position).toHaveText(/1\.28\d\d° N 103\.8\d\d\d° E$/);
      const before = await position.textContent();
      await page.mouse.down();
      await page.mouse.move(800, 300, { steps: 3 });
      await page.mouse.move(1000, 500, { steps: 3 });
      await expect(portal.map.liveArea).toHaveText(/^0\.\d\d\skm²$/);
      await expect(position).not.toHaveText(before!);
      await page.mouse.up();
      await expectCorners(page, 4);
      await expect(portal.map.running('rectangle')).toHaveCount(0);
    });

    it('drawing starts in Polygon mode: clicks 120 ms apart each add a vertex, and a double click adds one vertex and does not zoom the map', async ({
      portal,
      page,
    }) => {
      await portal.map.press('polygon');
      const corners = [
        [600, 250],
        [900, 200],
        [1000, 500],
        [700, 600],
      ] as const;
      const from = await page.evaluate(() => performance.now());
      for (const [index, [x, y]] of corners.entries()) {
        // fast clicking: each click waits for its due time
        await page.waitForFunction((due) => performance.now() >= due, from + index * 120);
        await page.mouse.click(x, y);
      }
      await expect(portal.map.zoom).toHaveText('Zoom 18.0');
      await page.mouse.dblclick(620, 420);
      await expectCorners(page, 5);
      await expect(portal.map.zoom).toHaveText('Zoom 18.0');
      await expect(portal.map.running('polygon')).toHaveCount(0);
    });

    it('an idle map asks for no frames', async ({ page }) => {
      await page.mouse.move(10, 10);
      const asked = () =>
        page.evaluate(async () => {
          const ask = window.requestAnimationFrame;
          let count = 0;
          window.requestAnimationFrame = (frame) => {
            count += 1;
            return ask(frame);
          };
          await new Promise((resolve) => setTimeout(resolve, 500));
          window.requestAnimationFrame = ask;
          return count;
        });
      await expect.poll(asked).toBe(0);
    });

    it('a polygon is drawn by single clicks alone: a click on the first corner finishes', async ({
      portal,
      page,
    }) => {
      await portal.map.key('polygon');
      await expect(portal.map.running('polygon')).toBeVisible();
      for (const [x, y] of [
        [700, 250],
        [900, 250],
        [900, 500],
        [700, 250],
      ] as const)
        await page.mouse.click(x, y);
      await expectCorners(page, 3);
    });

    it('arrows move the map, Enter sets corners and a second Enter finishes, by keyboard alone', async ({
      portal,
      page,
    }) => {
      await portal.map.focus('polygon');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').filter({ hasText: /Vertex 3 set\. .*km²/ })).toBeAttached();
      await page.keyboard.press('Enter');
      await expectCorners(page, 3);
    });

    it('the read-out follows the map under a resting pointer, and shows the middle while the keyboard draws', async ({
      portal,
      page,
    }) => {
      const position = page
        .getByRole('group', { name: portal.t('map.readOut') })
        .locator('.gt-readout__position');
      await page.mouse.move(900, 400);
      const before = (await position.textContent()) ?? '';
      await portal.map.canvas.press('ArrowRight');
      await expect(position).not.toHaveText(before);
      await portal.map.group('polygon').hover();
      await expect(position).not.toHaveText(before);
      const middle = (await position.textContent()) ?? '';
      await page.mouse.move(900, 400);
      await expect(position).not.toHaveText(middle);
      await portal.map.focus('polygon');
      await page.keyboard.press('Enter');
      await expect(position).toHaveText(middle);
    });

    it('Backspace removes the last vertex, Escape keeps the previous area', async ({ portal, page }) => {
      await portal.map.key('polygon');
      await expect(portal.map.running('polygon')).toBeVisible();
      for (const [x, y] of [
        [700, 250],
        [900, 250],
        [900, 500],
        [1000, 600],
      ] as const)
        await page.mouse.click(x, y);
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Enter');
      await expectCorners(page, 3);
      await portal.map.key('rectangle');
      await expect(portal.map.running('rectangle')).toBeVisible();
      await page.mouse.click(650, 300);
      await page.keyboard.press('Escape');
      await expect(portal.map.running('rectangle')).toHaveCount(0);
      await expectCorners(page, 3);
    });

    // §2 Map toolbar
    it('clear area shows why it is disabled, and clears', async ({ portal, page }) => {
      const clear = portal.map.tool('clearArea');
      await portal.map.unfold('clearArea');
      await expect(clear).toHaveAttribute('aria-disabled', 'true');
      await expect(clear).toHaveAccessibleDescription('No AOI to clear');
      await portal.map.press('rectangle');
      await page.mouse.click(700, 250);
      await page.mouse.click(900, 500);
      await expectCorners(page, 4);
      await portal.map.press('clearArea');
      await expect(page.getByText(/km² · 4 vertices/)).toBeHidden();
      // and a rectangle by keyboard alone: the map moves under the reticle
      await portal.map.focus('rectangle');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown'])
        await page.keyboard.press(key);
      await page.keyboard.press('Enter');
      await expectCorners(page, 4);
    });

    it('three groups unfold the tools by a press, by keys or by the pointer; the running tool stands on its group', async ({
      portal,
      page,
    }) => {
      const { map, t } = portal;
      const buttons = map.toolbar.getByRole('button');
      await expect(buttons).toHaveCount(3);
      const draw = page.getByRole('toolbar', { name: t('map.group.draw'), exact: true });

      await map.group('rectangle').click();
      await expect(draw.getByRole('button')).toHaveCount(6);
      await expect(map.tool('rectangle')).toBeFocused();
      await expect(map.tool('clearArea')).toHaveAccessibleDescription(t('map.nothingToClear'));
      await expectAccessible(page);
      await page.keyboard.press('ArrowUp');
      await expect(map.tool('clearArea')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(draw).toBeHidden();
      await expect(map.group('rectangle')).toBeFocused();

      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await expect(map.group('distance')).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await expect(map.tool('distance')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(map.running('distance')).toHaveAccessibleDescription(t('map.tool.distance'));
      await page.keyboard.press('d');
      await expect(map.running('distance')).toHaveCount(0);

      // the pointer alone takes no focus
      await page.mouse.move(700, 500);
      await map.canvas.focus();
      await map.group('rectangle').hover();
      await expect(draw).toBeVisible();
      await expect(map.canvas).toBeFocused();
      await map.tool('polygon').hover();
      await expect(draw).toBeVisible();
      await page.mouse.move(700, 500);
      await expect(draw).toBeHidden();
    });

    it('the keys in tooltips work anywhere outside text fields and lists', async ({ portal, page }) => {
      const { t } = portal;
      const layers = new LayersPanel(page, t);
      await portal.map.drawBox([700, 250], [900, 500]);
      await expectCorners(page, 4);
      const expectKey = async () => {
        await page.keyboard.press('l');
        await expect(layers.group).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(layers.group).toBeHidden();
      };
      const places = {
        'the page': () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()),
        'the bar': () => portal.panelButton('search').focus(),
        'a slider': () => portal.search.panel.getByRole('slider').first().focus(),
        'a choice': () => portal.search.panel.getByRole('radio').first().focus(),
        'a button': () => portal.search.submit.focus(),
        'the map': () => portal.map.canvas.focus(),
      };
      for (const [place, focus] of Object.entries(places))
        await test.step(place, async () => {
          await focus();
          await expectKey();
        });
      await portal.search.submit.click();
      await portal.search.rows.first().focus();
      await expectKey();

      // where letters select or type something, they do only that
      await page.getByRole('button', { name: t('results.back'), exact: true }).click();
      await portal.search.unfold();
      for (const field of [portal.search.satellites, page.getByRole('combobox').first()]) {
        await field.focus();
        await page.keyboard.press('l');
        await expect(layers.group).toBeHidden();
      }
    });
  }),
);
