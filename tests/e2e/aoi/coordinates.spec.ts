import { expect, expectAccessible, test, WITHOUT_MAP } from '../support/test.ts';

test.use(WITHOUT_MAP);

test.describe('§5 Coordinate dialog: WKT errors and AOI repair', () => {
  test('a WKT error shows its position, a button fixes a certain one, and a self-crossing outline is shown repaired', async ({
    portal,
    page,
  }) => {
    const { coordinates } = portal;
    const text = coordinates.dialog.getByLabel(portal.t('coordinates.wktLabel'));
    const alert = coordinates.dialog.getByRole('alert');
    const button = (key: string) =>
      coordinates.dialog.getByRole('button', { name: portal.t(key), exact: true });
    await portal.enter();
    await portal.map.press('coordinates');

    await coordinates.enterWkt('POLYGON ((103.7 1.2, 104 1.5,\n104 1.2, 103.7 1.5))');
    await expect(alert).toContainText('The WKT format is incorrect!');
    await expect(alert).toContainText(
      'Line 2, column 19: the ring is not closed: its last point must equal its first.',
    );
    await expect(coordinates.use).toBeDisabled();
    await expectAccessible(page);
    await button('coordinates.closeRing').click();
    await expect(alert).toBeHidden();
    await expect(text).toBeFocused();
    const typed = 'POLYGON ((103.7 1.2, 104 1.5,\n104 1.2, 103.7 1.5, 103.7 1.2))';
    await expect(text).toHaveValue(typed);

    // closing with typed text asks, Esc included, and a reload keeps the text
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toContainText(portal.t('closing.text'));
    await page.keyboard.press('Escape');
    await expect(text).toBeFocused();
    await page.reload();
    await expect(text).toHaveValue(typed);
    await text.focus();

    // the WKT is valid now, but the outline crosses itself
    await page.keyboard.press('Enter');
    await expect(alert).toContainText('The outline crosses itself at 103.85 1.35.');
    await expect(coordinates.dialog.getByRole('img')).toHaveCount(2);
    await expect(coordinates.dialog.getByText('Split 1 self-touching or crossing ring')).toBeVisible();
    await expect(page.getByText('No AOI yet')).toBeVisible();
    await expectAccessible(page);
    await button('coordinates.editText').click();
    await expect(text).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(button('upload.use')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(coordinates.dialog).toBeHidden();
    await expect(page.getByText(/km² · 6 vertices/)).toBeVisible();
    // without a map, too
    await page.locator('body').press('Control+z');
    await expect(page.getByText('No AOI yet')).toBeVisible();
  });
});
