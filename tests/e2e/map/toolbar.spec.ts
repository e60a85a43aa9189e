import { expect, expectAccessible, test } from '../support/test.ts';

test('three groups unfold the tools by a press, by keys or by the pointer; the running tool stands on its group', async ({
  portal,
  page,
}) => {
  const { map, t } = portal;
  await portal.enter();
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
