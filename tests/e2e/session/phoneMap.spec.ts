import { placeAt, shownAt, viewInAddress } from '../support/inspect/shownAt.ts';
import { smallControls } from '../support/inspect/smallControls.ts';
import { expect, expectAccessible, test, WITHOUT_MAP } from '../support/test.ts';
import { LayersPanel } from '../pages/map/layersPanel.ts';
import { withArea } from '../pages/portal.ts';

const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };
const [WIDTH, HEIGHT] = [390, 844];
const START = '1.29,103.83,11';
const TAPS = [
  { x: 90, y: 420 },
  { x: 300, y: 400 },
  { x: 330, y: 640 },
  { x: 120, y: 660 },
] as const;
test.use({ viewport: { width: WIDTH, height: HEIGHT }, hasTouch: true });

test('while an area is drawn there is nothing but the map, its hint and a bar; then it is centred above the sheet', async ({
  portal,
  page,
}) => {
  const { t } = portal;
  await portal.enter('en', undefined, `/?view=${START}`);
  // the address has the view from the first movement on
  await portal.map.canvas.press('ArrowRight');
  await expect.poll(() => viewInAddress(page)).not.toBe(START);
  const start = viewInAddress(page);
  await portal.map.toolbar.getByRole('button', { name: t('map.tool.polygon'), exact: true }).tap();
  const mode = page.getByRole('group', { name: t('map.draw.polygon') });
  await expect(mode).toContainText(t('map.draw.polygonHowTouch'));
  for (const gone of [portal.bar, portal.map.toolbar, portal.search.panel]) await expect(gone).toBeHidden();
  const done = mode.getByRole('button', { name: t('map.edit.done'), exact: true });
  const undo = mode.getByRole('button', { name: t('map.edit.undo'), exact: true });
  expect(await smallControls(page)).toEqual([]);
  await expectAccessible(page);
  // Done waits for three corners
  const [first, second, third, last] = TAPS;
  const tap = ({ x, y }: { x: number; y: number }) => page.touchscreen.tap(x, y);
  await tap(first);
  await tap(second);
  await expect(undo).toBeEnabled();
  await expect(done).toBeDisabled();
  await tap(third);
  await expect(done).toBeEnabled();
  await expect(mode).toContainText(/km²/);
  await undo.tap();
  await expect(done).toBeDisabled();
  await tap(third);
  await tap(last);
  await done.tap();
  await expect(portal.bar).toBeVisible();
  const sheet = (await portal.search.panel.boundingBox())!;
  // the map did not move while the area was drawn
  const middle = { x: WIDTH / 2, y: (12 + sheet.y) / 2 };
  const corners = TAPS.map((tap) => placeAt(start, tap, middle));
  await expect(() => {
    const at = corners.map((corner) => shownAt(viewInAddress(page), corner, middle));
    const [xs, ys] = [at.map(({ x }) => x), at.map(({ y }) => y)];
    const [left, right] = [Math.min(...xs), WIDTH - Math.max(...xs)];
    const [upper, lower] = [Math.min(...ys) - 12, sheet.y - Math.max(...ys)];
    for (const [one, other] of [
      [left, right],
      [upper, lower],
    ] as const)
      expect(Math.abs(one - other)).toBeLessThan(4);
    expect(Math.min(left, upper)).toBeGreaterThan(20);
    expect(Math.min(left, upper)).toBeLessThan(28);
  }).toPass();
});

test('a view in the address is the same after each reload, however late the results make the sheet low', async ({
  portal,
  page,
}) => {
  let release = () => {};
  const held = async () => {
    const free = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.unroute('**/soi/v1/search');
    await page.route('**/soi/v1/search', async (route) => {
      await free;
      await route.continue();
    });
  };
  await held();
  await portal.enter('en', undefined, `${withArea(BOX, { results: '1' })}&view=${START}`);
  for (const _ of ['first', 'reloaded', 'again']) {
    await expect(new LayersPanel(page, portal.t).attribution).toBeVisible();
    release();
    await expect(portal.search.count).toBeVisible();
    // there and back
    await portal.map.canvas.press('ArrowRight');
    await expect.poll(() => viewInAddress(page)).not.toBe(START);
    await portal.map.canvas.press('ArrowLeft');
    await expect.poll(() => viewInAddress(page)).toBe(START);
    await held();
    await page.reload();
  }
  release();
});

test('results are cards: the one in the middle snaps, the list is one press away, and the handle says its stop', async ({
  portal,
  page,
}) => {
  const { t } = portal;
  await portal.enter('en', undefined, withArea(BOX, { results: '1' }));
  await expect(portal.search.count).toBeVisible();
  const cards = page.getByRole('list', { name: t('results.list') });
  const current = cards.locator('[aria-current]');
  await expect(current).toHaveCount(1);
  // the focus was in the list that the cards replace: a scene of it that were still hovered would have its label once the map is ready
  await expect(new LayersPanel(page, t).attribution).toBeVisible();
  await expect(portal.search.offer).toContainText('$');
  await expect(portal.map.hoverLabel).toBeHidden();
  const place = cards.getByRole('listitem').filter({ has: page.locator('[aria-current]') });
  await expect(place).toHaveAttribute('aria-posinset', '1');
  const handle = (stop: string) => page.getByRole('button', { name: t(`bar.sheet.${stop}`), exact: true });
  await expect(handle('low')).toBeVisible();
  await expectAccessible(page);
  const { width, height, x } = (await current.boundingBox())!;
  expect([width, height]).toEqual([302, 132]);
  expect(x + width / 2).toBeCloseTo(WIDTH / 2, 0);
  // the next one peeks; a press brings it to the middle, the next press opens it
  const next = cards.getByRole('button').nth(1);
  await page.touchscreen.tap(WIDTH - 10, (await next.boundingBox())!.y + 60);
  await expect(place).toHaveAttribute('aria-posinset', '2');
  await expect(async () => {
    expect((await current.boundingBox())!.x + 151).toBeCloseTo(WIDTH / 2, 0);
  }).toPass();
  await current.tap();
  await expect(portal.search.details).toBeVisible();
  await expect(portal.search.panel).toBeHidden();
  await portal.search.details.getByRole('button', { name: t('details.back'), exact: true }).tap();
  await expect(current).toHaveCount(1);
  // the menu of the map's label, for which there is no room, is in the layer selector
  await portal.map.group('layers').tap();
  const legend = page.getByRole('region', { name: t('map.footprintView.legend') });
  await portal.map.show('density');
  await expect(legend).toBeVisible();
  expect(await smallControls(page)).toEqual([]);
  await expectAccessible(page);
  await portal.map.show('auto');
  await expect(legend).toBeHidden();
  await portal.map.group('layers').tap();
  await page.getByRole('button', { name: /^List of/ }).tap();
  await expect(portal.search.rows.first()).toBeVisible();
  await expect(cards).toBeHidden();
  expect(await smallControls(page)).toEqual([]);
  // the map is in sight above the details, however high the list was
  await portal.search.rows.first().tap();
  await expect(portal.search.details).toBeVisible();
  await expect(portal.search.panel).toBeHidden();
  await portal.search.details.getByRole('button', { name: t('details.back'), exact: true }).tap();
  await portal.search.panel.getByRole('button', { name: t('results.refine'), exact: true }).tap();
  const filters = portal.search.panel.getByRole('region', { name: t('results.refine'), exact: true });
  await expect(filters).toBeVisible();
  expect(await smallControls(page)).toEqual([]);
  await filters.getByRole('button', { name: t('results.fold'), exact: true }).tap();
  await handle('full').press('Enter');
  await expect(current).toHaveCount(1);
  await handle('low').press('Enter');
  await expect(handle('middle')).toBeVisible();
});

test.describe('without a map', () => {
  test.use(WITHOUT_MAP);
  test('an error notice covers nothing that is pressed, at any stop of the sheet, and leaves its room when it is closed', async ({
    portal,
    page,
  }) => {
    const { t } = portal;
    // an error, which stays: the area in the address can't be read
    await portal.enter('en', undefined, '/?aoi=POLYGON');
    const notice = page.getByRole('region', { name: t('kit.messages') }).getByRole('alert');
    const handle = page.locator('.gt-sheet__handle');
    const place = portal.search.panel.getByRole('combobox', { name: t('places.title') });
    await expect(notice).toBeVisible();
    await expectAccessible(page);
    const stops = new Set<string | null>();
    for (const _ of ['one', 'another', 'the last']) {
      await expect(notice).toBeInViewport({ ratio: 1 });
      expect(await smallControls(page)).toEqual([]);
      const [over, above] = await Promise.all([notice.boundingBox(), portal.search.panel.boundingBox()]);
      expect(above!.y + above!.height).toBeLessThanOrEqual(over!.y + 0.5);
      expect(over!.y + over!.height).toBeLessThanOrEqual((await portal.bar.boundingBox())!.y + 0.5);
      // the handle doesn't cover the place field
      const { width: wide } = (await place.boundingBox())!;
      await place.tap({ position: { x: wide / 2, y: 2 }, trial: true });
      stops.add(await handle.getAttribute('aria-label'));
      await handle.tap();
    }
    expect(stops.size).toBe(3);
    await notice.getByRole('button', { name: t('kit.closeMessage') }).tap();
    await expect(async () => {
      const { y, height } = (await portal.search.panel.boundingBox())!;
      expect(y + height).toBeCloseTo((await portal.bar.boundingBox())!.y, 0);
    }).toPass();
  });
});
