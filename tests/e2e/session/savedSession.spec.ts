import { statSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { models } from '../../model/session/models.ts';
import { mutantsOf } from '../../model/mutation/mutants.ts';
import { readPathFile } from '../../model/paths/pathFile.ts';
import { findingInWords, findingOf, findingsOf, savedPaths } from '../../model/paths/replay/session.ts';
import { DEMO_EMAIL, DEMO_PASSWORD, Portal } from '../pages/portal.ts';
import { startPortal, type PortalServer } from '../support/server.ts';
import { pressByChance, savedByKeys } from '../support/sessions.ts';
import { expect, test, WITHOUT_MAP } from '../support/test.ts';
import { wordsOf } from '../support/words.ts';

test.use(WITHOUT_MAP);

let allowed: PortalServer;
test.beforeAll(async () => {
  allowed = await startPortal('embedded', { SAVE_SESSION: 'on', INSPECT: 'on' });
});
test.afterAll(() => allowed.remove());

/** The faults of a path's machine that lose the event of a step that moved it. */
function droppedBy({ machine, steps }: ReturnType<typeof savedPaths>[number], at: number) {
  const [before, step] = [steps[at - 1], steps[at]!];
  if (before === undefined || isDeepStrictEqual(before.expect.value, step.expect.value)) return [];
  return mutantsOf(models.find(({ name }) => name === machine)!.machine).filter(
    ({ name }) => name.includes(`--${step.event.type}`) && name.endsWith('dropped'),
  );
}

test('Ctrl+Shift+S saves a session without its secrets, which replays and in which a fault is named', async ({
  page,
}) => {
  const t = wordsOf('en');
  const portal = new Portal(page, allowed.url, t);
  await portal.open();
  await portal.signIn();
  await portal.panelButton('order').click();
  await portal.panelButton('account').click();
  await pressByChance(page, 3, 25, [t('bar.logout')]);
  const saved = await savedByKeys(page);
  await expect(page.getByText('npm run paths -- --replay', { exact: false })).toBeVisible();
  const text = readFileSync(saved, 'utf8');
  expect(statSync(saved).size).toBeLessThanOrEqual(1_000_000);
  expect(text).not.toContain(DEMO_PASSWORD);
  expect(text).not.toContain(DEMO_EMAIL);
  const token = await page.evaluate(() => sessionStorage.getItem('groundtrack.token'));
  expect(text).not.toContain(token!);
  const file = readPathFile(saved);
  expect((await findingsOf(file)).map(findingInWords)).toEqual([]);
  const [path, moved, dropped] = savedPaths(file)
    .flatMap((one) => one.steps.map((step, at) => [one, step, droppedBy(one, at)] as const))
    .find(([, , mutants]) => mutants.length > 0)!;
  const broken = await findingOf(path, (copy) =>
    // the last one first: a transition is known by its place in its list
    dropped.toReversed().forEach(({ breaks }) => breaks(copy)),
  );
  expect(broken?.says).toContain(`after ${moved.says}`);
});

test('the viewer saves the session of the portal that it shows', async ({ page, context }) => {
  const t = wordsOf('en');
  const portal = new Portal(page, allowed.url, t);
  await portal.enter('en', DEMO_EMAIL, '/?inspect');
  await portal.panelButton('account').click();
  const viewer = await context.newPage();
  await viewer.goto(`${allowed.url}/machines.html`);
  await viewer.getByRole('tab', { name: t('viewer.log'), exact: true }).click();
  const download = viewer.waitForEvent('download');
  await viewer.getByRole('button', { name: t('viewer.saveSession'), exact: true }).click();
  expect((await findingsOf(readPathFile(await (await download).path()))).map(findingInWords)).toEqual([]);
  await expect(viewer.getByText('npm run paths -- --replay', { exact: false })).toBeVisible();
});

test('without the setting the keys save nothing', async ({ portal, page }) => {
  await portal.enter();
  let downloads = 0;
  page.on('download', () => (downloads += 1));
  await page.keyboard.press('Control+Shift+S');
  await portal.panelButton('account').click();
  await expect(page.getByText('npm run paths', { exact: false })).toHaveCount(0);
  expect(downloads).toBe(0);
});
