import { expect, type BrowserContext, type Page } from 'playwright/test';
import type { Portal } from '../pages/portal.ts';
import type { PortalServer } from './server.ts';
import { test } from './test.ts';
import type { Language } from './words.ts';

/** What a sentence is given. */
export interface Shown {
  portal: Portal;
  page: Page;
  context: BrowserContext;
  server: PortalServer;
  language: Language;
}
type Act = (shown: Shown) => Promise<void>;

export interface PageLife {
  /** Opens the page. */
  begin: Act;
  /** Puts back what a sentence changed, so that the next one finds the page as if it were just opened. */
  restore: Act;
}

/** Seconds for the page load and for each sentence, where the graphics are software and the processors are shared. */
const [LOAD_LIMIT, SENTENCE_LIMIT] = [60, 60];

/**
 * The body of a test of many sentences on one page load, which is what costs a browser test most. Each sentence is a
 * step and fails by its own title; after a failure the page is opened anew and the sentences behind it are tried too.
 */
export function onOnePage(life: PageLife, tell: (it: (title: string, act: Act) => void) => void) {
  const sentences: { title: string; act: Act }[] = [];
  tell((title, act) => sentences.push({ title, act }));
  return async ({ portal, page, context, server, language }: Shown): Promise<void> => {
    test.setTimeout((LOAD_LIMIT + sentences.length * SENTENCE_LIMIT) * 1000);
    const shown = { portal, page, context, server, language };
    const failures: Error[] = [];
    let isOpen = false;
    for (const { title, act } of sentences) {
      try {
        await test.step(title, async () => {
          await (isOpen ? life.restore(shown) : life.begin(shown));
          isOpen = true;
          await act(shown);
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

/** Opens the portal and waits for its map. */
export async function openMap(portal: Portal, language: Language): Promise<void> {
  await portal.enter(language);
  await expect(portal.map.canvas).toBeVisible();
}

/** Closes the toasts, so that the next sentence sees its own. */
async function closeNotices({ t }: Portal, page: Page): Promise<void> {
  const close = page
    .getByRole('region', { name: t('kit.messages') })
    .getByRole('button', { name: t('common.close') });
  // one that leaves by itself meanwhile is gone as well
  await expect(async () => {
    for (const one of await close.all()) await one.click({ timeout: 1000 });
    await expect(close).toHaveCount(0, { timeout: 100 });
  }).toPass();
}

/** The portal with its map, opened by somebody who has logged in already; the area of interest is what sentences change. */
export const withMap: PageLife = {
  begin: ({ portal, language }) => openMap(portal, language),
  restore: async ({ portal, page }) => {
    const dialog = page.getByRole('dialog');
    if (await dialog.isVisible()) await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await portal.map.leaveModes();
    await portal.map.clearArea();
    await closeNotices(portal, page);
  },
};

/** Loads the page anew at an address, as in a tab that knows nothing. */
export async function openForgetful(page: Page, hash: string): Promise<void> {
  await page.evaluate((hash) => {
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', `/${hash}`);
  }, hash);
  await page.reload();
}

/** A panel before the log-in, by its address; a reload forgets what was typed, at half the cost of a page of one's own. */
export function withPanel(hash: '' | '#register' | '#resetpass'): PageLife {
  const isShown = ({ panels, loginButton }: Portal) =>
    expect(hash === '' ? loginButton : panels.email).toBeVisible();
  return {
    begin: async ({ portal }) => {
      await portal.open(`/${hash}`);
      await isShown(portal);
    },
    restore: async ({ portal, page }) => {
      await openForgetful(page, hash);
      await isShown(portal);
    },
  };
}
