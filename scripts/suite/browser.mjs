import { existsSync } from 'node:fs';
import { runProgram } from '../checks.mjs';

const INSTALLED = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a browser for the browser tests: an installed Chromium or Chrome (its headless shell costs least), otherwise
 * Playwright's download, otherwise Debian's package.
 * @returns the environment with its path, empty if Playwright has its own; null without a browser
 */
export function findBrowser() {
  const found = () => INSTALLED.find((path) => path !== undefined && existsSync(path));
  const installed = found();
  if (installed) return { CHROMIUM_PATH: installed };
  console.log('No Chromium or Chrome found: trying Playwright’s download.');
  if (runProgram('node_modules/.bin/playwright', ['install', 'chromium'])) return {};
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No download: trying Debian’s package.');
    if (
      runProgram('apt-get', ['update']) &&
      runProgram('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'])
    ) {
      const path = found();
      if (path) return { CHROMIUM_PATH: path };
    }
  }
  return null;
}
