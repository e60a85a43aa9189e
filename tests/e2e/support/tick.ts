import { expect, type Locator } from 'playwright/test';

/**
 * Ticks a box or a radio of a form whose layout moves while its price arrives: a press at the place where it was a moment
 * before ticks nothing, and is made again. So is one on a notice that has come over it, and that stays under the pointer.
 */
export async function tick(box: Locator): Promise<void> {
  const notices = box.page().locator('.gt-toast').getByRole('button');
  let tries = 0;
  await expect(async () => {
    if (tries++ > 0) for (const close of await notices.all()) await close.click({ timeout: 1000 });
    await box.check({ force: true, timeout: 2000 });
  }).toPass();
}
