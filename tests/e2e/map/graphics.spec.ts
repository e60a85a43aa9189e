import { expect, expectAccessible, launchBeside, test } from '../support/test.ts';
import { Comparison } from '../pages/map/comparison.ts';
import { Portal } from '../pages/portal.ts';
import { restoreWebGl, withoutWebGl } from '../support/browser.ts';
import { linePixels } from '../support/tiles.ts';
import { wordsOf } from '../support/words.ts';

test('without WebGL everything but the map works: coordinates set the area, and the map says what is missing', async ({
  server,
}) => {
  const browser = await launchBeside(['--disable-3d-apis']);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    const portal = new Portal(page, server.url, wordsOf('en'));
    await portal.enter();
    await expect(page.getByText(portal.t('map.missing.how'))).toBeVisible();
    await portal.map.unfold('rectangle');
    await expect(portal.map.tool('rectangle')).toHaveAccessibleDescription(portal.t('map.missing.tool'));
    await portal.map.press('coordinates');
    await portal.coordinates.enterBbox({
      minLatitude: '1.2',
      maxLatitude: '1.4',
      minLongitude: '103.7',
      maxLongitude: '103.9',
    });
    await expect(page.getByText(/km² · 4 vertices/)).toBeVisible();
    await portal.search.submit.click();
    await portal.search.chooseRow(0);
    await expect(portal.search.choice).toBeVisible();
    await portal.bar.getByRole('button', { name: portal.t('bar.order') }).click();
    await expect(page.locator('#panel').getByRole('tab').first()).toBeVisible();
    await expectAccessible(page);
  } finally {
    await browser.close();
  }
});

test('after WebGL is enabled again, the map appears without a reload', async ({ portal, page }) => {
  await page.addInitScript(withoutWebGl);
  await portal.enter();
  await page.evaluate(restoreWebGl);
  await page.getByRole('button', { name: portal.t('common.tryAgain') }).click();
  await expect(portal.map.canvas).toBeVisible();
});

test('after a lost and restored context all layers come back, on both canvases, in comparison too', async ({
  fresh: server,
  page,
}) => {
  // other tests add imagery for everyone to the worker's server: a comparison would begin with it
  const portal = new Portal(page, server.url, wordsOf('en'));
  await portal.enter();
  await expect(portal.map.canvas).toBeVisible();
  await page.getByRole('button', { name: portal.t('map.zoomOut') }).click();
  await expect(portal.map.zoom).toHaveText('Zoom 10.0');
  await portal.map.drawBox([650, 250], [1050, 550]);
  const loseAll = () =>
    page.evaluate(async () => {
      const lost = [...document.querySelectorAll('canvas')].flatMap((canvas) => {
        const extension = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
        return extension ? [{ canvas, extension }] : [];
      });
      const all = (event: string) =>
        Promise.all(
          lost.map(
            ({ canvas }) => new Promise((resolve) => canvas.addEventListener(event, resolve, { once: true })),
          ),
        );
      const losing = all('webglcontextlost');
      for (const { extension } of lost) extension.loseContext();
      await losing;
      // a context may be restored after all listeners of its loss
      await new Promise((resolve) => setTimeout(resolve));
      const restoring = all('webglcontextrestored');
      for (const { extension } of lost) extension.restoreContext();
      await restoring;
      return lost.length;
    });
  const drawn = (from: number, to: number) =>
    expect.poll(() => linePixels(page, { from, to })).toBeGreaterThan(200);
  await drawn(600, 1100);
  expect(await loseAll()).toBe(2);
  await drawn(600, 1100);
  // the map stays where it was
  await expect(portal.map.zoom).toHaveText('Zoom 10.0');
  await portal.map.press('compare');
  await expect(page.locator('canvas.maplibregl-canvas')).toHaveCount(2);
  const divider = Math.round((await new Comparison(page, portal.t).handleCentre()).x);
  await drawn(600, divider - 20);
  await drawn(divider + 20, 1100);
  expect(await loseAll()).toBe(4);
  await drawn(600, divider - 20);
  await drawn(divider + 20, 1100);
});

test("a view's error does not take the page: its place says so, and tries again", async ({
  portal,
  page,
}) => {
  // the map's graphics fail in the middle of its start
  await page.addInitScript(() => {
    const make = HTMLCanvasElement.prototype.getContext;
    let isBroken = true;
    Object.assign(globalThis, { mend: () => (isBroken = false) });
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
      if (isBroken && this.isConnected) throw new Error('broken by the test');
      return Reflect.apply(make, this, given);
    } as typeof make;
  });
  await portal.enter();
  await expect(page.getByText(portal.t('common.mapBroken'))).toBeVisible();
  await expect(page.locator('#panel').getByRole('slider').first()).toBeVisible();
  await page.evaluate(() => (globalThis as unknown as { mend: () => void }).mend());
  await page
    .getByRole('alert')
    .getByRole('button', { name: portal.t('common.tryAgain') })
    .click();
  await expect(portal.map.canvas).toBeVisible();
});
