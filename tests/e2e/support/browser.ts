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

/** For tests: compositing on the CPU, which is faster than software GL. */
export const TEST_BROWSER_ARGS = [...BROWSER_ARGS, '--disable-gpu-compositing'];

/** As with `--disable-3d-apis`, until `restoreWebGl` is called: no canvas of the page gets a WebGL context. */
export function withoutWebGl(): void {
  const make = HTMLCanvasElement.prototype.getContext;
  Object.assign(globalThis, { restoreWebGl: () => (HTMLCanvasElement.prototype.getContext = make) });
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
    return String(given[0]).startsWith('webgl') ? null : Reflect.apply(make, this, given);
  } as typeof make;
}

/** Lets the canvases of a page that began without WebGL have it. */
export function restoreWebGl(): void {
  (globalThis as unknown as { restoreWebGl: () => void }).restoreWebGl();
}

/**
 * Sets the page's Date ahead by `shift` milliseconds, to the clock of its server. Playwright's `page.clock` would do so too,
 * but it also replaces timers and animation frames, by which the map paints.
 */
export function shiftDate(shift: number): void {
  const machine = Date;
  const now = () => machine.now() + shift;
  globalThis.Date = new Proxy(machine, {
    apply: () => new machine(now()).toString(),
    construct: (target, given: unknown[], self) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, self) as Date,
    get: (target, name, self) => (name === 'now' ? now : (Reflect.get(target, name, self) as unknown)),
  });
}

/** The whole browser first: it is what benches measure; `npm test` names the headless shell by CHROMIUM_PATH. */
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-headless-shell'];

/** Path of an installed Chromium or Chrome; undefined selects Playwright's bundled browser. */
export function browserPath(): string | undefined {
  return [process.env['CHROMIUM_PATH'], ...INSTALLED].find((path) => path !== undefined && existsSync(path));
}
