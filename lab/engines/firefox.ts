import { existsSync } from 'node:fs';
import { launch } from 'puppeteer-core';
import type { Driver, Launch } from './driver.ts';

const PROGRAM = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

/** Firefox, by WebDriver BiDi; with a window, because without one it has no WebGL. Null if it isn't installed. */
export const firefox: Launch | null =
  PROGRAM === undefined
    ? null
    : async ({ env, downloads, width, height }): Promise<Driver> => {
        const browser = await launch({
          browser: 'firefox',
          protocol: 'webDriverBiDi',
          executablePath: PROGRAM,
          headless: false,
          env,
          defaultViewport: { width, height },
          extraPrefsFirefox: {
            'ui.prefersReducedMotion': 1,
            'intl.accept_languages': 'en-GB',
            'browser.download.folderList': 2,
            'browser.download.dir': downloads,
            'browser.download.alwaysOpenPanel': false,
          },
        });
        const [page = await browser.newPage()] = await browser.pages();
        await page.setViewport({ width, height });
        return {
          version: (await browser.version()).replace('/', ' '),
          open: async (url) => {
            await page.goto(url, { waitUntil: 'load' });
          },
          evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
          move: (x, y) => page.mouse.move(x, y),
          button: (is) => page.mouse[is](),
          type: (text) => page.keyboard.type(text),
          selectAll: async () => {
            await page.keyboard.down('Control');
            await page.keyboard.press('a');
            await page.keyboard.up('Control');
          },
          screenshot: async () => Buffer.from(await page.screenshot()),
          close: () => browser.close(),
        };
      };
