import { Portal, withArea } from '../pages/portal.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { wordsOf } from '../support/words.ts';

const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };

test('the coverage calendar counts the last 52 weeks by one press, by keyboard and as a table, in both languages, and a press on a week searches it', async ({
  portal,
  page,
}) => {
  await portal.enter('en', undefined, withArea(BOX));
  const refusal = 'The archive is being mended.';
  await page.route('**/search/calendar', (route) => route.fulfill({ json: { result: 0, message: refusal } }));
  for (const language of ['en', 'zh'] as const) {
    const t = wordsOf(language);
    const { search } = new Portal(page, portal.url, t);
    if (language === 'zh') {
      await page.getByRole('button', { name: portal.t('bar.language') }).click();
      await page.getByRole('menuitemradio', { name: '中文' }).click();
    }
    const chart = page.getByRole('listbox', { name: t('calendar.title') });
    const head = search.panel.getByRole('button', { name: t('calendar.title'), exact: true });
    const table = page.getByRole('table', { name: t('calendar.title') });
    const tip = page.getByRole('tooltip');

    if (language === 'en') {
      await head.click();
      await expect(search.panel.getByText(refusal)).toBeVisible();
      await page.unroute('**/search/calendar');
      await search.panel.getByRole('button', { name: t('common.tryAgain') }).click();
    }
    await expect(head).toHaveAttribute('aria-expanded', 'true');
    const weeks = chart.getByRole('option');
    await expect(weeks).toHaveCount(52);
    const sentence =
      language === 'en'
        ? /\d+ of the last 52 weeks covered your area 90% clear \(\d+–\u2060\d+%\)\. Counted, not a forecast\./
        : /过去 52 周中有 \d+ 周无云覆盖达 90%（\d+–\u2060\d+%）。统计结果，非预测。/;
    await expect(search.panel.getByText(sentence)).toBeVisible();
    await expectAccessible(page);

    await chart.focus();
    await expect(tip).toContainText(t('calendar.press'));
    const marked = chart.getByRole('option', { selected: true });
    await expect(marked).toHaveAttribute(
      'aria-label',
      await weeks.last().getAttribute('aria-label').then(String),
    );
    const first = String(await weeks.first().getAttribute('aria-label'));
    await page.keyboard.press('Home');
    await expect(marked).toHaveAttribute('aria-label', first);
    await page.keyboard.press('ArrowRight');
    await expect(marked).not.toHaveAttribute('aria-label', first);
    await page.keyboard.press('Escape');

    await search.panel.getByRole('button', { name: t('calendar.asTable'), exact: true }).click();
    await expect(chart).toBeHidden();
    await expect(table.getByRole('row')).toHaveCount(53);
    await expectAccessible(page);
    await search.panel.getByRole('button', { name: t('calendar.asChart'), exact: true }).click();
  }

  // the sentence stands beside the window of a new acquisition, too
  const { search, t } = new Portal(page, portal.url, wordsOf('zh'));
  await search.tasking.click();
  await expect(search.panel.getByText(/过去 52 周中有 \d+ 周/)).toBeVisible();
  await search.panel.getByRole('button', { name: t('acquisition.back'), exact: true }).click();

  // the last week: seven days up to today
  const chart = page.getByRole('listbox', { name: t('calendar.title') });
  await chart.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(search.rows.first()).toBeVisible();
  const dates = new URL(page.url()).searchParams;
  const [from, to] = [Date.parse(dates.get('from')!), Date.parse(dates.get('to')!)];
  expect(to - from).toBe(6 * 86_400_000);
});
