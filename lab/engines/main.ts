// `npm run engines`: the newcomer's journey in Firefox and WebKit, in English and Chinese, with screenshots.
// `-- --require firefox,webkit`: an engine that isn't installed is a failure; `--only webkit`: that engine alone.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort, startPortal } from '../../tests/e2e/support/server.ts';
import type { Driver, Launch } from './driver.ts';
import { firefox } from './firefox.ts';
import { newcomer } from './journey.ts';
import { webkit } from './webkit.ts';

const REPORTS = 'reports/engines';
const SIZE = { width: 1440, height: 900 };
const XVFB = '/usr/bin/Xvfb';

/** Starts a display without a screen. @returns its name, e.g. ':99' */
async function startDisplay() {
  const server = spawn(XVFB, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    server.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return { name: `:${number}`, stop: () => server.kill() };
}

/** A home of its own for one browser. @returns its folder and the environment that names it */
function makeHome(display: string) {
  const home = mkdtempSync(join(tmpdir(), 'groundtrack-engine-'));
  const downloads = join(home, 'downloads');
  mkdirSync(downloads);
  mkdirSync(join(home, '.config/gtk-3.0'), { recursive: true });
  writeFileSync(join(home, '.config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  writeFileSync(join(home, '.config/gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const env = {
    PATH: process.env['PATH'] ?? '',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    DISPLAY: display,
    LIBGL_ALWAYS_SOFTWARE: '1',
    // root has no sandbox; the page is ours
    ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
  };
  return { home, downloads, env };
}

const { values: options } = parseArgs({
  options: { require: { type: 'string', default: '' }, only: { type: 'string', default: 'firefox,webkit' } },
});
const result = { passed: 0, failed: 0 };
const installed: [string, Launch][] = [];
for (const [engine, launch] of [
  ['firefox', firefox],
  ['webkit', webkit],
] as const) {
  if (!options.only.split(',').includes(engine)) continue;
  if (launch !== null && existsSync(XVFB)) installed.push([engine, launch]);
  else {
    const isRequired = options.require.split(',').includes(engine);
    if (isRequired) result.failed += 1;
    console.log(
      `${isRequired ? 'FAILED' : 'absent'} ${engine}: ${launch === null ? 'it' : 'xvfb'} is not installed`,
    );
  }
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
if (installed.length > 0) {
  const server = await startPortal('embedded', { CLOCK_SHIFT: '0' });
  const display = await startDisplay();
  try {
    for (const [engine, launch] of installed)
      for (const language of ['en', 'zh'] as const) {
        const started = Date.now();
        const { home, downloads, env } = makeHome(display.name);
        let driver: Driver | null = null;
        const stage = async (name: string) => {
          if (driver !== null)
            writeFileSync(`${REPORTS}/${engine}-${language}-${name}.png`, await driver.screenshot());
        };
        const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
        try {
          driver = await launch({ env, downloads, port: await freePort(), ...SIZE });
          const orderName = language === 'zh' ? `港口 ${engine}` : `Harbour, ${engine}`;
          await newcomer(driver, { url: server.url, language, orderName, downloads, stage });
          result.passed += 1;
          console.log(`ok     ${engine} ${language}: ${driver.version}, ${seconds()}`);
        } catch (error) {
          result.failed += 1;
          console.log(
            `FAILED ${engine} ${language}: ${driver?.version ?? 'not started'}, ${seconds()}: ${String(error)}`,
          );
          await stage('failed').catch(() => null);
        } finally {
          await driver?.close().catch(() => null);
          rmSync(home, { recursive: true, force: true, maxRetries: 5 });
        }
      }
  } finally {
    display.stop();
    await server.remove();
  }
}
console.log(`${result.passed} passed, ${result.failed} failed`);
process.exitCode = result.failed === 0 ? 0 : 1;
