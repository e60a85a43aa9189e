import { existsSync } from 'node:fs';

/** Software GL, and no background network requests. */
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

/**
 * For tests: compositing on the CPU, which is faster than software GL; and no shader is compiled before it is used,
 * because software GL then compiles most of them again for the state in which they are used.
 */
export const TEST_BROWSER_ARGS = [
  ...BROWSER_ARGS,
  '--disable-gpu-compositing',
  '--disable-angle-features=warmUpPipelineCacheAtLink',
];

/** Path of an installed Chromium or Chrome; undefined selects Playwright's bundled browser. */
export function browserPath(): string | undefined {
  return [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path !== undefined && existsSync(path),
  );
}
