/**
 * `npm run sessions`: uses the portal by chance in one Chromium, saves each session and replays it. After `npm run build`.
 * `-- --count N` (200 by default), `-- --seed S` (1) for other presses. Sessions that don't replay are kept in reports/sessions; with
 * `--keep` all.
 * Exits with 1 if there is one.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { readPathFile } from '../../tests/model/paths/pathFile.ts';
import { findingInWords, findingsOf, savedPaths } from '../../tests/model/paths/replay/session.ts';
import { Portal, withArea } from '../../tests/e2e/pages/portal.ts';
import { browserPath, shiftDate, TEST_BROWSER_ARGS, withoutWebGl } from '../../tests/e2e/support/browser.ts';
import { startPortal } from '../../tests/e2e/support/server.ts';
import { pressByChance, savedByKeys } from '../../tests/e2e/support/sessions.ts';
import { wordsOf } from '../../tests/e2e/support/words.ts';
import { CLOCK_SHIFT_MS } from '../../tests/server/support/clock.ts';

const FOLDER = 'reports/sessions';
const PRESSES = 40;
const ACCOUNTS = [1, 2, 6];
const SINGAPORE = { minLatitude: '1.2', maxLatitude: '1.4', minLongitude: '103.7', maxLongitude: '103.9' };

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
});
const [count, first] = [Number(values.count), Number(values.seed)];
mkdirSync(FOLDER, { recursive: true });
console.warn = () => {};
const server = await startPortal('embedded', { SAVE_SESSION: 'on' });
const executablePath = browserPath();
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: TEST_BROWSER_ARGS,
});
const t = wordsOf('en');
let [replayed, events, actors] = [0, 0, 0];
try {
  for (let seed = first; seed < first + count; seed += 1) {
    const context = await browser.newContext({ acceptDownloads: true, deviceScaleFactor: 0.25 });
    // tsx names functions with it
    await context.addInitScript('globalThis.__name = (made) => made');
    await context.addInitScript(shiftDate, CLOCK_SHIFT_MS);
    await context.addInitScript(() => (window.open = () => null));
    // the map costs seconds of software graphics
    if (seed % 4 !== 0) await context.addInitScript(withoutWebGl);
    const page = await context.newPage();
    const portal = new Portal(page, server.url, t);
    await portal.enter(
      'en',
      `demo${ACCOUNTS[seed % ACCOUNTS.length]}@groundtrack.example`,
      seed % 2 === 0 ? withArea(SINGAPORE, { results: '1' }) : '/',
    );
    await pressByChance(page, seed, PRESSES, [t('bar.logout')]);
    const saved = await savedByKeys(page);
    const file = readPathFile(saved);
    const findings = await findingsOf(file);
    const paths = savedPaths(file);
    actors += paths.length;
    events += paths.reduce((sum, { steps }) => sum + steps.length, 0);
    if (findings.length === 0) replayed += 1;
    if (findings.length > 0 || values.keep) copyFileSync(saved, `${FOLDER}/${seed}.json`);
    await context.close();
    for (const finding of findings) console.log(`seed ${seed}: ${findingInWords(finding)}`);
  }
} finally {
  await browser.close();
  await server.remove();
}
console.log(`${replayed} of ${count} sessions replay (${events} events of ${actors} actors)`);
if (replayed < count) process.exitCode = 1;
