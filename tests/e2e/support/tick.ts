import { expect, type Locator } from 'playwright/test';

/**
 * Ticks a box or a radio of a form whose layout moves while its price arrives: a press at the place where it was a moment
 * before ticks nothing, and is made again.
 */
export async function tick(box: Locator): Promise<void> {
  await expect(() => box.check({ force: true, timeout: 2000 })).toPass();
}
