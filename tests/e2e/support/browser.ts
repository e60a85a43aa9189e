import { existsSync } from 'node:fs';

/** Software GL, and nothing that reaches out. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

/** For tests: the page's own pictures are put together by the processor's code, which is quicker at it than software GL is. */
export const TEST_BROWSER_ARGS = [...BROWSER_ARGS, '--disable-gpu-compositing'];

/** An installed Chromium or Chrome; undefined leaves the choice to Playwright's own. */
export function browserPath(): string | undefined {
  return [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path !== undefined && existsSync(path),
  );
}
