import { expect, type Locator, type Page } from 'playwright/test';

/** Presses Tab until the target has the focus. @throws Error after 120 presses */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way by Tab to ${target}`);
}
