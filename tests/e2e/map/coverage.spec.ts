import { LayersPanel } from '../pages/map/layersPanel.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const COUNTS = '**/web/coverage*';

test('the coverage shows where the archive has scenes of the chosen sensor and dates, by its key or its switch, and after a lost reply by another try', async ({
  portal,
  page,
}) => {
  const { t } = portal;
  const layers = new LayersPanel(page, t);
  const legend = page.getByRole('region', { name: t('coverage.legend') });
  await portal.enter('en', undefined, '/?view=1.28,103.85,4');
  await expect(legend).toBeHidden();

  await page.route(COUNTS, (route) => route.abort());
  await page.keyboard.press('k');
  await expect(legend).toContainText(t('errors.coverageFailed'));
  await page.unroute(COUNTS);
  await legend.getByRole('button', { name: t('common.tryAgain') }).click();
  await expect(legend).toContainText(/^.*OPTICAL · /);
  await expect(page.getByText(/\d+ scenes? here/)).toBeVisible();

  // the middle of the view, in which the archive has scenes
  await page.mouse.move(930, 422);
  await expect(page.getByText(/^\d+ scenes?near Singapore$/)).toBeVisible();
  await page.mouse.click(930, 422);
  await expect(portal.map.zoom).toHaveText('Zoom 6.0');

  const asked = page.waitForRequest((request) => request.url().includes('sensorType=SAR'));
  await portal.search.panel.getByRole('radio', { name: 'SAR' }).check({ force: true });
  await asked;
  await expect(legend).toContainText('SAR · ');

  await portal.map.press('layers');
  const shown = page.getByRole('switch', { name: t('coverage.title') });
  await expect(shown).toBeChecked();
  await expectAccessible(page);
  await shown.focus();
  await page.keyboard.press('Space');
  await expect(legend).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(layers.group).toBeHidden();
});
