import { createMachine } from 'xstate';
import { eventName } from '../../../src/machines/inspector/chart.ts';
import { walksOf } from '../../model/paths/coverage.ts';
import { pathFileOf } from '../../model/paths/pathFile.ts';
import { models } from '../../model/session/models.ts';
import { Portal } from '../pages/portal.ts';
import { ViewerPage } from '../pages/viewerPage.ts';
import { startPortal, type PortalServer } from '../support/server.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { wordsOf } from '../support/words.ts';

let inspected: PortalServer;
test.beforeAll(async () => {
  inspected = await startPortal('embedded', { INSPECT: 'on' });
});
test.afterAll(() => inspected.remove());

test('without the setting there is no viewer, and ?inspect has no effect', async ({ server, request }) => {
  expect((await request.get(`${server.url}/machines.html`)).status()).toBe(404);
  expect(await (await request.get(`${server.url}/config.json`)).json()).toEqual({ serviceBase: '' });
});

test('the portal says so if Stately’s inspector can’t be reached', async ({ context, page }) => {
  const t = wordsOf('en');
  await context.route('https://stately.ai/**', (route) => route.abort());
  const portal = new Portal(page, inspected.url, t);
  await portal.open('/?inspect=stately');
  await expect(portal.loginButton).toBeVisible();
  await expect(page.getByText(t('notice.noStately'))).toBeVisible();
});

test('a path file is played: chart, steps and sequence follow it at the chosen speed; another file is refused', async ({
  page,
}) => {
  const t = wordsOf('en');
  const viewer = new ViewerPage(page, t);
  await page.goto(`${inspected.url}/machines.html`);
  await viewer.tab('viewer.path.tab').click();
  const files = page.getByLabel(t('viewer.path.open'));
  const open = (text: string) =>
    files.setInputFiles({ name: 'paths.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await open('{"schema":"another"}');
  await expect(page.getByText(t('viewer.path.refused'))).toBeVisible();
  const codeLock = models.find(({ name }) => name === 'codeLock')!;
  const file = await pathFileOf(codeLock, walksOf(codeLock).walks);
  await open(JSON.stringify(file));
  await expect(page.getByText(t('viewer.path.refused'))).toBeHidden();
  // the longest path, with several messages
  const at = file.paths.reduce(
    (best, { steps }, n) => (steps.length > file.paths[best]!.steps.length ? n : best),
    0,
  );
  const { steps, title } = file.paths[at]!;
  await page
    .getByLabel(t('viewer.path.which'), { exact: true })
    .selectOption({ label: `${at + 1}. ${title}` });
  await page.getByRole('radio', { name: '4', exact: true }).check({ force: true });
  await expect(viewer.state('codeLock.lock.open')).toHaveAttribute('data-lit');
  const shown = page.getByRole('list', { name: t('viewer.path.steps') }).locator('[aria-current="step"]');
  await viewer.button('viewer.path.step').click();
  await expect(shown).toHaveText(steps[0]!.says);
  await viewer.button('viewer.path.play').click();
  await expect(page.getByText(t('viewer.path.done'))).toBeVisible();
  await expect(shown).toHaveText(steps.at(-1)!.says);
  await page.getByRole('radio', { name: t('viewer.sequence') }).check({ force: true });
  const messages = page.getByRole('region', { name: t('viewer.sequence') }).getByRole('listitem');
  await expect(messages.filter({ hasText: eventName(steps[0]!.event.type) }).first()).toBeVisible();
  await expectAccessible(page);
  // a press on a message shows its moment
  await messages.first().getByRole('button').click();
  await expect(viewer.button('viewer.resume')).toHaveCount(0);
  await viewer.tab('viewer.log').click();
  await expect(viewer.button('viewer.resume')).toBeVisible();
});

test('the viewer follows a portal live: states, log, history, events sent from the chart, JSON to copy', async ({
  context,
}) => {
  const t = wordsOf('en');
  const outside: string[] = [];
  context.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(inspected.url))
      outside.push(request.url());
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const viewer = new ViewerPage(await context.newPage(), t);
  await viewer.page.goto(`${inspected.url}/machines.html`);

  // every production machine has its chart without a portal
  await expect(viewer.list.getByText(t('viewer.actorsNone'))).toBeVisible();
  await viewer.choose('codeLock');
  await expect(viewer.state('codeLock.lock.open')).toBeVisible();
  await expect(viewer.state('codeLock.lock.open')).not.toHaveAttribute('data-lit');

  const portal = new Portal(await context.newPage(), inspected.url, t);
  await portal.open('/?inspect');
  await expect(portal.loginButton).toBeVisible();

  // the highlighted states follow the portal
  await viewer.page.bringToFront();
  await viewer.choose('auth');
  await expect(viewer.state('auth.login.editing')).toHaveAttribute('data-lit');
  await expect(viewer.state('auth.login.editing')).toBeInViewport({ ratio: 0.99 });
  await viewer.page.getByLabel(t('viewer.filter')).selectOption({ label: 'auth' });
  await portal.fillLogin('mei.lin@harbourline.example', 'not-her-password');
  await expect(viewer.entries.filter({ hasText: 'login.submitted' })).toHaveCount(1);
  await expect(viewer.entries.first()).toContainText('logIn failed');
  await viewer.tab('viewer.state').click();
  await expect(viewer.page.getByRole('region', { name: t('viewer.context') })).toContainText('refusal');
  expect(await viewer.page.locator('body').textContent()).not.toMatch(/not-her-password|mei\.lin/);

  // history: the states of an earlier event, and back to live
  await viewer.tab('viewer.log').click();
  await viewer.entries.filter({ hasText: 'login.submitted' }).getByRole('button').click();
  await expect(viewer.state('auth.login.submitting')).toHaveAttribute('data-lit');
  await expect(viewer.state('auth.login.editing')).not.toHaveAttribute('data-lit');
  await viewer.button('viewer.resume').click();
  await expect(viewer.state('auth.login.editing')).toHaveAttribute('data-lit');

  // a transition with a payload opens a form; one without is sent immediately, also from the list next to
  // the chart
  await viewer
    .state('auth.login')
    .getByRole('button', { name: 'panel.chosen [isForRegister] → register' })
    .or(viewer.chart('auth').getByRole('button', { name: 'panel.chosen [isForRegister]' }))
    .first()
    .click();
  const form = viewer.page.getByRole('dialog');
  await form.getByLabel(t('viewer.sendText')).fill('{"type": "xstate.init"}');
  await form.getByRole('button', { name: t('viewer.send'), exact: true }).click();
  await expect(form.getByText(t('viewer.sendRefused'))).toBeVisible();
  // Escape asks before the typed event is lost
  await form.press('Escape');
  await viewer.page.getByRole('button', { name: t('order.confirmBack'), exact: true }).click();
  await form.getByLabel(t('viewer.sendText')).fill('{"type": "panel.chosen", "panel": "register"}');
  await form.getByRole('button', { name: t('viewer.send'), exact: true }).click();
  await expect(form).toBeHidden();
  await expect(portal.panels.register).toBeVisible();
  await expect(viewer.state('auth.register.open')).toHaveAttribute('data-lit');
  await expect(viewer.state('auth.register.open')).toBeInViewport({ ratio: 0.99 });
  await viewer.tab('viewer.events').click();
  await viewer.page.getByRole('button', { name: `${t('viewer.send')}: back.pressed` }).press('Enter');
  await expect(portal.loginButton).toBeVisible();
  await expect(viewer.state('auth.login.editing')).toHaveAttribute('data-lit');

  // each active state of a parallel machine can be scrolled into view, also by keyboard
  await viewer.choose('portal');
  const online = viewer.scrollButton('connection.online');
  for (const state of ['session.signedOut', 'connection.online']) {
    await viewer.scrollButton(state).press('Enter');
    await expect(viewer.scrollButton(state)).toHaveAttribute('aria-pressed', 'true');
    await expect(viewer.state(`portal.${state}`)).toHaveAttribute('data-lit');
    await expect(viewer.state(`portal.${state}`)).toBeInViewport({ ratio: 0.99 });
  }
  await viewer.button('viewer.chartOn').click();
  await expect(online).toHaveAttribute('aria-pressed', 'false');
  await viewer.choose('auth');

  // the machine as JSON for Stately's editor
  await viewer.button('viewer.copy').click();
  await expect(viewer.page.getByText(t('viewer.copied'))).toBeVisible();
  const copied = JSON.parse(await viewer.page.evaluate(() => navigator.clipboard.readText())) as {
    id: string;
  };
  expect(Object.keys(createMachine(copied as never).root.states)).toContain('register');

  // pause and clear; light and dark
  await viewer.tab('viewer.log').click();
  await viewer.button('viewer.pause').click();
  await portal.page.reload();
  await expect(viewer.page.getByRole('status').filter({ hasText: /new entr(y|ies)/ })).toBeVisible();
  await expectAccessible(viewer.page);
  await viewer.button('viewer.clear').click();
  // the viewer follows the portal across a reload
  await expect(viewer.state('auth.login.editing')).toHaveAttribute('data-lit');
  await viewer.button('bar.theme').click();
  await viewer.page.getByRole('menuitemradio', { name: t('bar.themeDark') }).click();
  await expect(viewer.page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await viewer.page.setViewportSize({ width: 375, height: 800 });
  await expectAccessible(viewer.page);

  await portal.page.close();
  await viewer.part('viewer.partList').check({ force: true });
  await expect(viewer.list.getByText(t('viewer.actorsNone'))).toBeVisible();
  expect(outside).toEqual([]);
});
