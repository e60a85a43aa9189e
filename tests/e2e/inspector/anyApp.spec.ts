import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { servedFolder, servedPage } from '../../../scripts/bundle/servedPage.ts';
import { viewerBuild } from '../../../scripts/bundle/viewer.config.ts';
import { ViewerPage } from '../pages/viewerPage.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { wordsOf } from '../support/words.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'groundtrack-viewer-'));
let [app, viewerFiles]: Awaited<ReturnType<typeof servedFolder>>[] = [];
test.beforeAll(async () => {
  test.setTimeout(180_000);
  await build({ ...viewerBuild(folder), configFile: false, logLevel: 'error' });
  [app, viewerFiles] = [
    await servedPage('tests/e2e/inspector/app/app.html', { minify: false }),
    await servedFolder(folder),
  ];
});
test.afterAll(async () => {
  await Promise.all([app?.close(), viewerFiles?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

test('any app’s actors, charts, events and sequences appear in the viewer that it opens, from its own files alone', async ({
  context,
  page,
}) => {
  const t = wordsOf('en');
  const outside: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    const own = [new URL(app!.url).origin, viewerFiles!.url];
    if (protocol.startsWith('http') && !own.includes(origin)) outside.push(request.url());
  });
  // browsers hold back what a hidden page does when it is idle, and here only one page is visible
  await page.addInitScript(() => {
    window.requestIdleCallback = (work) =>
      setTimeout(() => work({ didTimeout: false, timeRemaining: () => 1 }), 0) as unknown as number;
  });
  const opened = context.waitForEvent('page');
  await page.goto(`${app!.url}?viewer=${viewerFiles!.url}/machines.html`);
  const viewer = new ViewerPage(await opened, t);
  const names = viewer.list
    .getByRole('region', { name: t('viewer.actors') })
    .locator('.gt-viewer__actors > li');

  // StrictMode creates the machine twice and starts it twice: one actor runs
  await expect(viewer.state('house.dark')).toHaveAttribute('data-lit');
  await expect(names).toHaveText([/^housedark/, /^hall/, 'bell']);
  await page.getByRole('button', { name: 'Switch' }).click();
  await expect(viewer.state('house.bright')).toHaveAttribute('data-lit');
  await expect(viewer.entries.first()).toContainText('switched');
  await viewer.tab('viewer.events').click();
  await expect(viewer.page.getByText(t('viewer.eventsPortal'))).toBeVisible();
  await viewer.choose('hall');
  await expect(viewer.state('lamp.off')).toHaveAttribute('data-lit');
  await viewer.page.getByRole('radio', { name: t('viewer.sequence') }).check({ force: true });
  const messages = viewer.page.getByRole('region', { name: t('viewer.sequence') }).getByRole('listitem');
  await expect(messages.filter({ hasText: 'switched' })).toHaveCount(1);
  await expect(messages.getByRole('button', { name: 'house to hall: xstate.init' }).last()).toBeVisible();
  await expectAccessible(viewer.page);

  await page.getByRole('button', { name: '500 lamps' }).click();
  await expect(names).toHaveCount(503);
  await page.getByRole('button', { name: '1 MB' }).click();
  await viewer.tab('viewer.state').click();
  await viewer.choose('house');
  await expect(viewer.page.getByRole('region', { name: t('viewer.context') })).toContainText('960 more');

  // another message of the app is no message of an actor
  await page.evaluate(() => open('', 'xstateinspector')?.postMessage({ type: '@xstate.actor' }, '*'));
  await expect(viewer.page.getByText(t('viewer.refusedMessages_one', { count: 1 }))).toBeVisible();
  await page.close();
  await expect(viewer.list.getByText(t('viewer.actorsNone'))).toBeVisible();
  expect(outside).toEqual([]);
});
