import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SavedPanels } from '../pages/savedPanels.ts';
import { withArea } from '../pages/portal.ts';
import { dayIn } from '../../server/support/clock.ts';
import { smallControls } from '../support/inspect/smallControls.ts';
import { expect, expectAccessible, test, WITHOUT_MAP } from '../support/test.ts';
import { languagesOf } from '../support/words.ts';

test.use(WITHOUT_MAP);

/** A box over France, where no other test of the server searches; degrees. */
const BOX = { minLatitude: '44', maxLatitude: '51', minLongitude: '0', maxLongitude: '8' };

const itemOf = (id: string, west: number) => ({
  type: 'Feature',
  stac_version: '1.1.0',
  id,
  geometry: {
    type: 'Polygon',
    coordinates: [[[west, 47], [west + 0.2, 47], [west + 0.2, 47.2], [west, 47.2], [west, 47]]], // prettier-ignore
  },
  properties: {
    datetime: `${dayIn(0)}T00:00:01Z`,
    platform: 'SV-2 03',
    gsd: 0.5,
    'eo:cloud_cover': 1,
    'view:off_nadir': 2,
    'groundtrack:sensor_type': 'OPTICAL',
  },
  links: [],
  assets: {},
});

for (const language of languagesOf('zh')) {
  test.describe(`watches (${language})`, () => {
    test.use({ language });

    test('a saved search is watched; what comes in is counted once, rings the bell, and is marked in the results', async ({
      portal,
      page,
      server,
    }) => {
      const { t } = portal;
      const saved = new SavedPanels(page, t);
      const folder = mkdtempSync(join(tmpdir(), 'watched-'));
      const arrive = async (...items: readonly object[]) => {
        const file = join(folder, 'new.ndjson');
        writeFileSync(file, items.map((item) => JSON.stringify(item)).join('\n'));
        await server.operator('catalogue', 'import', file);
      };
      const [email, name] =
        language === 'zh' ? ['demo6@groundtrack.example', '港口'] : ['demo2@groundtrack.example', 'Harbour'];
      // its heading is a button that says what it opens
      const row = page.getByRole('listitem').filter({ hasText: name });
      try {
        await arrive(itemOf(`OLD-${language.toUpperCase()}`, 4));
        await portal.enter(language, email, withArea(BOX, { results: '1' }));
        await expect(portal.search.rows.first()).toBeVisible();
        await saved.saveSearch(name);
        await portal.panelButton('mysearch').click();
        await saved.act('watches.watchOf', name).click();
        const dialog = saved.dialog('watches.form.new');
        await expect(dialog.getByText(/\d/).first()).toBeVisible();
        await expectAccessible(page);
        // a refusal leaves the user where they were
        const refusal = { result: 0, message: 'Not now' };
        await page.route('**/watch/cm/save', (route) => route.fulfill({ json: refusal }), { times: 1 });
        const mail = dialog.getByRole('checkbox').first();
        await mail.focus();
        await page.keyboard.press('Enter');
        await expect(dialog.getByText(refusal.message)).toBeVisible();
        await expect(mail).toBeFocused();
        await dialog.getByRole('button', { name: t('common.save'), exact: true }).click();
        await expect(dialog).toBeHidden();
        await page.getByRole('tab', { name: t('watches.title'), exact: true }).click();
        await expect(row.getByText(t('watches.nothing_zero'))).toBeVisible();
        await page.setViewportSize({ width: 390, height: 844 });
        await expect.poll(() => smallControls(page)).toEqual([]);
        await page.setViewportSize({ width: 1440, height: 900 });

        const id = `NEW-${language.toUpperCase()}`;
        // one over the area, and one elsewhere
        await arrive(itemOf(id, 3), itemOf(`${id}-ELSEWHERE`, -150));
        const one = language === 'zh' ? 'other' : 'one';
        await expect(async () => {
          await page.reload();
          await portal.panelButton('mysearch').click();
          await page.getByRole('tab', { name: t('watches.title'), exact: true }).click();
          await expect(row.getByText(t(`watches.new_${one}`, { count: 1 }), { exact: true })).toBeVisible({
            timeout: 4_000,
          });
        }).toPass({ timeout: 40_000 });
        await row.getByRole('button', { name: t('watches.open', { name }), exact: true }).focus();
        await page.keyboard.press('Enter');
        const show = page.getByRole('button', { name: t(`watches.show_${one}`, { count: 1 }), exact: true });
        await expect(show).toBeVisible();
        await expectAccessible(page);
        // the bell leads to the same scenes
        const item = page.getByRole('button', { name: t(`news.scenes_${one}`, { name, count: 1 }) });
        await expect(async () => {
          await page.reload();
          await page.getByRole('button', { name: new RegExp(`^${t('news.label')}`) }).focus();
          await page.keyboard.press('Enter');
          await expect(item).toBeVisible({ timeout: 4_000 });
        }).toPass({ timeout: 40_000 });
        await expect(page.getByRole('region', { name: t('news.notRead'), exact: true })).toContainText(name);
        await expectAccessible(page);
        await item.focus();
        await page.keyboard.press('Enter');

        const fresh = portal.search.rows.filter({ hasText: t('results.new') });
        await expect(fresh).toHaveCount(1);
        await fresh.click();
        await expect(portal.search.details.getByText(id, { exact: true })).toBeVisible();

        // the same scene again is no news
        await arrive(itemOf(id, 3));
        await page.reload();
        await portal.panelButton('mysearch').click();
        await page.getByRole('tab', { name: t('watches.title'), exact: true }).click();
        await expect(row).toBeVisible();
        const isNew = new RegExp(`^${t('watches.new_other', { count: '[0-9]+' })}$`);
        await expect(row.getByText(isNew)).toHaveCount(0);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
}
