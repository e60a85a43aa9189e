import { dayIn } from '../../server/support/clock.ts';
import { LayersPanel } from '../pages/map/layersPanel.ts';
import { withArea } from '../pages/portal.ts';
import { expect, test } from '../support/test.ts';

const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };

test('the keys in tooltips work anywhere outside text fields and lists', async ({ portal, page }) => {
  const { t } = portal;
  const layers = new LayersPanel(page, t);
  await portal.enter('en', undefined, withArea(BOX, { from: dayIn(-8) }));
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
