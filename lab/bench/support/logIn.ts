import type { Page } from 'playwright';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../../../tests/e2e/pages/portal.ts';

/** Signs in on the log-in page, and waits for the map. */
export async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(DEMO_EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.locator('canvas.maplibregl-canvas').waitFor();
}
