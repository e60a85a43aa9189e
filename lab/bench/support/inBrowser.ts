import { chromium, type Browser } from 'playwright';
import { browserPath } from '../../../tests/e2e/support/browser.ts';

/** Measures in a Chromium of its own. */
export async function inBrowser<T>(
  args: readonly string[],
  measure: (browser: Browser) => Promise<T>,
): Promise<T> {
  const executablePath = browserPath();
  const browser = await chromium.launch({
    args: [...args],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  return measure(browser).finally(() => browser.close());
}
