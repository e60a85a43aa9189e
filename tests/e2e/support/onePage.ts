import { expect, type BrowserContext, type Page } from 'playwright/test';
import type { Portal } from '../pages/portal.ts';
import type { PortalServer } from './server.ts';
import type { TileService } from './tileService.ts';
import { test } from './test.ts';
import type { Language } from './words.ts';

/** The fixtures passed to each sentence. */
export interface PageFixtures {
  portal: Portal;
  page: Page;
  context: BrowserContext;
  server: PortalServer;
  tileService: TileService;
  language: Language;
}
type Act = (fixtures: PageFixtures) => Promise<void>;

export interface PageLifecycle {
  /** Opens the page. */
  begin: Act;
  /** Undoes the changes of a sentence, so that the next one starts from a freshly opened page. */
  restore: Act;
}

/** Seconds for the page load and for each sentence: generous, because graphics run in software. */
const [LOAD_LIMIT, SENTENCE_LIMIT] = [60, 60];

/**
 * Runs many sentences on one page load, which is the largest cost of a browser test. Each sentence is a step
 * and fails under its own title; after a failure the page is reopened for the remaining sentences.
 */
export function onOnePage(lifecycle: PageLifecycle, define: (it: (title: string, act: Act) => void) => void) {
  const sentences: { title: string; act: Act }[] = [];
  define((title, act) => sentences.push({ title, act }));
  return async ({ portal, page, context, server, tileService, language }: PageFixtures): Promise<void> => {
    test.setTimeout((LOAD_LIMIT + sentences.length * SENTENCE_LIMIT) * 1000);
    const fixtures = { portal, page, context, server, tileService, language };
    const failures: Error[] = [];
    let isOpen = false;
    for (const { title, act } of sentences) {
      try {
        await test.step(title, async () => {
          await (isOpen ? lifecycle.restore(fixtures) : lifecycle.begin(fixtures));
          isOpen = true;
          await act(fixtures);
        });
      } catch (error) {
        if (page.isClosed()) throw error;
        const why = error instanceof Error ? error.message : String(error);
        failures.push(new Error(`${title}: ${why}`, { cause: error }));
        isOpen = false;
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1)
      throw new AggregateError(failures, failures.map((failure) => failure.message).join('\n\n'));
  };
}

/** §2 Map defaults: without tiles the first view would be a wider one. */
const START = '/?view=1.28,103.85,18';

/** Opens the portal at the start of §2. */
export const openStart = (portal: Portal, language: Language): Promise<void> =>
  portal.enter(language, undefined, START);

/** Opens the portal at the start of §2 and waits for its map. */
export async function openMap(portal: Portal, language: Language): Promise<void> {
  await openStart(portal, language);
  await expect(portal.map.canvas).toBeVisible();
}

/** Closes the toasts: the next sentence sees its own, and nothing below them is covered. */
export async function closeNotices({ t }: Pick<Portal, 't'>, page: Page): Promise<void> {
  const close = page
    .getByRole('region', { name: t('kit.messages') })
    .getByRole('button', { name: t('common.close') });
  // a notice that expires meanwhile counts as closed
  await expect(async () => {
    for (const one of await close.all()) await one.click({ timeout: 1000 });
    await expect(close).toHaveCount(0, { timeout: 100 });
  }).toPass();
}

/** Answers the question that a dialog with typed content asks when it is closed. */
export async function discardTyped({ page, t }: Portal): Promise<void> {
  const discard = page.getByRole('button', { name: t('closing.leave'), exact: true });
  const dialog = page.getByRole('dialog');
  await expect.poll(async () => (await discard.isVisible()) || (await dialog.count()) === 0).toBe(true);
  if (await discard.isVisible()) await discard.click();
}

/** Closes a dialog, with what is typed in it. A dialog that is just opening doesn't hear the first Escape. */
export async function leaveDialog({ page, t }: Portal): Promise<void> {
  const discard = page.getByRole('button', { name: t('closing.leave'), exact: true });
  const dialog = page.getByRole('dialog');
  await expect(async () => {
    if (await discard.isVisible()) await discard.click({ timeout: 1000 });
    else if (await dialog.isVisible()) await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0, { timeout: 1000 });
  }).toPass();
}

/** The portal, opened with a session; sentences change only the area of interest. */
export const withPortal: PageLifecycle = {
  begin: ({ portal, language }) => openStart(portal, language),
  restore: async ({ portal, page }) => {
    await leaveDialog(portal);
    await portal.map.leaveModes();
    await portal.map.clear();
    await closeNotices(portal, page);
  },
};

/** The same with its map. */
export const withMap: PageLifecycle = {
  ...withPortal,
  begin: ({ portal, language }) => openMap(portal, language),
};

/** Reloads the page at the given hash with empty storage, like a new browser profile. */
export async function openFresh(page: Page, hash: string): Promise<void> {
  await page.evaluate((hash) => {
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', `/${hash}`);
  }, hash);
  await page.reload();
}

/** A panel before the log-in, by its hash. A reload clears typed text at half the cost of a new page. */
export function withPanel(hash: '' | '#register' | '#resetpass'): PageLifecycle {
  const isShown = ({ panels, loginButton }: Portal) =>
    expect(hash === '' ? loginButton : panels.email).toBeVisible();
  return {
    begin: async ({ portal }) => {
      await portal.open(`/${hash}`);
      await isShown(portal);
    },
    restore: async ({ portal, page }) => {
      await openFresh(page, hash);
      await isShown(portal);
    },
  };
}
