import { withArea } from '../pages/portal.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { languagesOf } from '../support/words.ts';

/** A box over Singapore, in degrees. */
const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };

for (const language of languagesOf('zh')) {
  test.describe(`results (${language})`, () => {
    test.use({ language });

    test('results are refined, chosen, covered and restored after a reload; an empty result shows why', async ({
      portal,
      page,
      language,
    }) => {
      const { search, t } = portal;
      const pick = async (label: string, option: string) => {
        await search.panel.getByRole('button', { name: new RegExp(label) }).click();
        await page.getByRole('menuitemradio', { name: option, exact: true }).click();
      };
      await portal.enter(language, undefined, withArea(BOX, { results: '1' }));
      await expect(search.rows.first()).toBeVisible();
      const count = (await search.count.textContent()) ?? '';

      // hovering a row of the list shows the footprint's label on the map, in one line above it
      await search.rows.first().hover();
      await expect(portal.map.hoverLabel).toBeVisible();
      expect((await portal.map.hoverLabel.boundingBox())!.height).toBeLessThan(30);

      // density instead of outlines, then outlines by the key
      const density = page.getByRole('region', { name: t('map.footprintView.legend') });
      await portal.map.show('density');
      await expect(density.getByRole('listitem')).toHaveCount(6);
      await portal.map.show('hidden');
      await expect(density).toBeHidden();
      await portal.map.show('density');
      await expectAccessible(page);
      await portal.map.canvas.press('f');
      await expect(density).toBeHidden();

      if (language === 'en') {
        // sort: least cloud first
        await pick(t('results.sort'), t('results.sortBy.cloud'));
        const clouds = async () =>
          (await search.rows.allTextContents()).map((text) => Number(text.match(/(\d+)% cloud/)?.[1]));
        await expect
          .poll(async () => (await clouds()).toSorted((a, b) => a - b).join())
          .toBe((await clouds()).join());

        // group by satellite: each group has a header
        await pick(t('results.sort'), t('results.groupBy.satellite'));
        await expect(search.list.getByRole('rowheader').first()).toBeVisible();
        await pick(t('results.sort'), t('results.groupBy.none'));
        await expect(search.list.getByRole('rowheader')).toHaveCount(0);
      }

      // the filters lie above the list, which follows them at once
      await search.panel.getByRole('button', { name: t('results.refine') }).click();
      const filters = search.panel.getByRole('region', { name: t('results.refine') });
      const preset = filters.getByRole('button', { name: t('search.preset.days30'), exact: true });
      await preset.click();
      await expect(search.count).toBeHidden();
      await preset.click();
      await expect(search.count).toHaveText(count);
      // a range by keyboard: from the day a week before the last one; Enter moves on to the next day
      await filters.getByRole('button', { name: new RegExp(t('search.date')) }).press('Enter');
      const calendar = page.getByRole('dialog', { name: t('search.date') });
      await expect(calendar.getByRole('grid')).toHaveCount(3);
      await expect(calendar.locator('td > :focus')).toHaveCount(1);
      await expectAccessible(page);
      for (const key of ['ArrowUp', 'Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
      await expect(calendar.getByText(t('kit.days_other', { count: 3 }))).toBeVisible();
      await page.keyboard.press('Escape');
      await filters.getByRole('button', { name: t('results.clearFilters'), exact: true }).click();
      await filters.getByRole('slider', { name: t('results.minShare') }).fill('60');
      await expectAccessible(page);
      await filters.getByRole('button', { name: t('results.fold'), exact: true }).click();
      await expect(search.count).toBeHidden();
      // footprints have colours with a legend
      await portal.map.choose(t('results.colour.cloud'));
      await expect(page.getByRole('region', { name: t('results.legend') })).toBeVisible();
      const shown = await search.rows.count();
      expect(shown).toBeGreaterThan(2);

      if (language === 'en') {
        // all shown scenes, none, then a range
        await search.panel
          .getByRole('checkbox', { name: t('results.all'), exact: true })
          .click({ force: true });
        // the list has rows for what is in view
        await expect(search.choice).toContainText((await search.list.getAttribute('aria-rowcount')) ?? '');
        await search.choice.getByRole('button', { name: t('results.clearSelection') }).click();
        await search.chooseRow(0);
        // the checkbox of another supplier's scene is then disabled; a range can still include its row, for an export
        await expect(search.rows.getByRole('checkbox', { disabled: true }).first()).toBeVisible();
        await search.rows
          .nth(2)
          .getByRole('gridcell')
          .nth(1)
          .click({ modifiers: ['Shift'] });
        await expect(search.choice).toContainText(t('results.title_other', { count: 3 }));

        // the fewest scenes that cover the area
        await search.panel.getByRole('button', { name: t('results.more'), exact: true }).click();
        await page.getByRole('menuitem', { name: t('results.bestCover'), exact: true }).click();
        const cover = page.getByRole('dialog', { name: t('cover.title') });
        // closing asks, as in every form with typed content
        await cover.getByRole('textbox', { name: t('cover.share') }).fill('90');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: t('order.confirmBack'), exact: true }).click();
        await cover.getByRole('button', { name: t('cover.find'), exact: true }).click();
        await expect(cover).toBeHidden();
        await expect(search.choice).toBeVisible();
      }

      // details, and the next scene's
      await search.rows.first().press('Enter');
      const name = await search.details.getAttribute('aria-label');
      await search.details.getByRole('button', { name: t('details.next'), exact: true }).click();
      await expect(search.details).not.toHaveAttribute('aria-label', name ?? '');
      await expectAccessible(page);

      if (language === 'en') {
        // decision 33: the URL holds the search; the browser holds the view of the footprints
        await portal.map.canvas.press('f');
        await page.reload();
        await expect(search.count).toHaveText(count);
        await expect(density).toBeVisible();
      }

      // an empty result, and one click to change it
      await search.panel.getByRole('button', { name: t('results.back') }).click();
      await search.panel.getByRole('slider', { name: t('search.cloud') }).fill('0');
      await search.panel.getByRole('slider', { name: t('search.offNadir') }).fill('0');
      await page.setViewportSize({ width: 390, height: 844 });
      await search.submit.click();
      // visible without scrolling
      for (const size of [undefined, { width: 1440, height: 900 }]) {
        if (size !== undefined) await page.setViewportSize(size);
        await expect(search.mend).toBeInViewport({ ratio: 1 });
      }
      await expectAccessible(page);
      await search.mend.click();
      await expect(search.rows.first()).toBeVisible();
    });
  });
}
