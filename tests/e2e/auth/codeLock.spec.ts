import type { Page } from 'playwright/test';
import { onOnePage, withPanel, type PageLifecycle } from '../support/onePage.ts';
import { Portal } from '../pages/portal.ts';
import { answerWith, collectBodies, holdReply } from '../support/replies.ts';
import { expect, test } from '../support/test.ts';

const CODE = '**/reg/captcha';
const RESET_CODE = '**/resetpass/captcha';
const EMAIL = 'mei.lin@harbourline.example';
const START = new Date('2026-11-21T08:00:00Z');

/** A panel with a paused clock, which each sentence advances. */
function withPausedClock(hash: '#register' | '#resetpass'): PageLifecycle {
  const lifecycle = withPanel(hash);
  return {
    begin: async (fixtures) => {
      await fixtures.page.clock.install({ time: START });
      await lifecycle.begin(fixtures);
      await fixtures.page.clock.pauseAt(new Date(START.getTime() + 60_000));
      await fixtures.portal.panels.email.fill(EMAIL);
    },
    restore: async (fixtures) => {
      // the page waits a moment for other tabs before it shows a panel
      await fixtures.page.clock.resume();
      await lifecycle.restore(fixtures);
      const now = await fixtures.page.evaluate(() => Date.now());
      await fixtures.page.clock.pauseAt(new Date(now + 60_000));
      await fixtures.portal.panels.email.fill(EMAIL);
    },
  };
}

/** Records the polite announcements (role=status) of the page. */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const announced: string[] = [];
    Object.assign(globalThis, { announced });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest('[role=status]');
        const text = region?.textContent ?? '';
        if (text.includes('a new code') && announced.at(-1) !== text) announced.push(text);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { announced: string[] }).announced);
}

for (const [panel, call] of [
  ['register', CODE],
  ['resetpass', RESET_CODE],
] as const) {
  test(
    `§4 send-verification-code button, and §8 Code send failure (#${panel})`,
    onOnePage(withPausedClock(`#${panel}`), (it) => {
      it(`the button is disabled for 60 seconds after each click, with the seconds left shown (#${panel})`, async ({
        portal,
        page,
      }) => {
        const bodies = await collectBodies(page, call);
        const { sendCode } = portal.panels;
        await expect(sendCode).toHaveText(/^Send code/);
        await sendCode.click();
        await expect(sendCode).toHaveAccessibleName('Send again in 60 s');
        await expect(sendCode).toBeDisabled();
        await page.clock.runFor(18_000);
        await expect(sendCode).toHaveAccessibleName('Send again in 42 s');
        await page.clock.runFor(41_000);
        await expect(sendCode).toHaveAccessibleName('Send again in 1 s');
        // a press is ignored
        await sendCode.click({ force: true });
        await page.clock.runFor(1000);
        await expect(sendCode).toHaveAccessibleName('Send again');
        await expect(sendCode).toBeEnabled();
        expect(bodies).toEqual([{ email: EMAIL }]);
        await sendCode.click();
        await expect(sendCode).toHaveAccessibleName('Send again in 60 s');
        expect(bodies).toHaveLength(2);
      });

      it(`code send failure shows 'Failed to send verify code' with the server's reason below it, and the lock stays (#${panel})`, async ({
        portal,
        page,
      }) => {
        const { panels } = portal;
        await answerWith(page, call, { result: 0, message: 'Too many codes from here.' });
        await panels.sendCode.click();
        await expect(panels.errors).toHaveText('Failed to send verify codeToo many codes from here.');
        await expect(panels.code).toHaveAccessibleDescription(/Failed to send verify code/);
        await expect(panels.sendCode).toHaveAccessibleName('Send again in 60 s');
        // the message is cleared for another email
        await panels.email.fill('someone@harbourline.example');
        await expect(panels.errors).toHaveCount(0);
        await expect(panels.sendCode).toBeDisabled();
      });
    }),
  );
}

test(
  '§4 send-verification-code button',
  onOnePage(withPausedClock('#register'), (it) => {
    it('the button shows a loading state until the reply arrives; its width and the focus stay', async ({
      portal,
      page,
    }) => {
      const { sendCode } = portal.panels;
      const release = await holdReply(page, CODE, { result: 1 });
      const width = async () => (await sendCode.boundingBox())?.width;
      const before = await width();
      await sendCode.focus();
      await page.keyboard.press('Enter');
      await expect(sendCode).toHaveAccessibleName('Sending…');
      await expect(sendCode).toHaveAttribute('aria-disabled', 'true');
      expect(await width()).toBe(before);
      // the 60 seconds began with the click
      await page.clock.runFor(5000);
      await release();
      await expect(sendCode).toHaveAccessibleName('Send again in 55 s');
      await expect(sendCode).toBeFocused();
      expect(await width()).toBe(before);
      await expect(page.getByText(`We sent a code to ${EMAIL}. It’s valid for 10 minutes.`)).toBeVisible();
      await page.clock.runFor(50_000);
      await expect(sendCode).toHaveAccessibleName('Send again in 5 s');
      expect(await width()).toBe(before);
    });

    it('the lock is announced at its start, at 30, at 10 and at its end, not every second', async ({
      portal,
      page,
    }) => {
      await answerWith(page, CODE, { result: 1 });
      const announced = await recordAnnouncements(page);
      await portal.panels.sendCode.click();
      await expect(portal.panels.sendCode).toHaveAccessibleName('Send again in 60 s');
      for (let second = 60; second > 0; second -= 1) await page.clock.runFor(1000);
      await expect(portal.panels.sendCode).toBeEnabled();
      expect(await announced()).toEqual([
        'You can request a new code in 60 seconds',
        'You can request a new code in 30 seconds',
        'You can request a new code in 10 seconds',
        'You can request a new code now',
      ]);
    });

    it('switching panels does not release the lock', async ({ portal, page }) => {
      const { panels } = portal;
      const bodies = await collectBodies(page, RESET_CODE);
      await answerWith(page, CODE, { result: 1 });
      await panels.sendCode.click();
      await expect(panels.sendCode).toHaveAccessibleName('Send again in 60 s');
      await panels.back.click();
      await page.clock.runFor(20_000);
      await panels.openReset();
      await expect(panels.title('reset')).toBeVisible();
      await expect(panels.sendCode).toHaveAccessibleName('Send again in 40 s');
      await panels.email.fill(EMAIL);
      await panels.sendCode.click({ force: true });
      await panels.back.click();
      await panels.openRegister();
      await expect(panels.sendCode).toHaveAccessibleName('Send again in 40 s');
      expect(bodies).toEqual([]);
    });

    it('a reload does not release the lock', async ({ portal, page }) => {
      const { panels } = portal;
      await answerWith(page, CODE, { result: 1 });
      await panels.sendCode.click();
      await page.clock.runFor(15_000);
      await page.reload();
      // the page waits a moment for other tabs before it shows a panel
      await expect(async () => {
        await page.clock.runFor(200);
        await expect(panels.sendCode).toBeVisible({ timeout: 500 });
      }).toPass();
      await expect(panels.sendCode).toHaveAccessibleName(/^Send again in 4[0-5]\ss$/);
      await expect(panels.sendCode).toBeDisabled();
      await page.clock.runFor(45_000);
      await expect(panels.sendCode).toHaveAccessibleName('Send code');
      await expect(panels.sendCode).toBeEnabled();
    });
  }),
);

test.describe('§4 send-verification-code button, with the real clock', () => {
  test('the lock applies in a second tab, opened before or after', async ({
    portal,
    page,
    context,
    server,
  }) => {
    const before = await context.newPage();
    const open = new Portal(before, server.url, portal.t);
    await open.open('/#resetpass');
    await expect(open.panels.sendCode).toHaveAccessibleName('Send code');
    await answerWith(page, CODE, { result: 1 });
    await portal.open('/#register');
    await portal.panels.email.fill(EMAIL);
    await portal.panels.sendCode.click();
    await expect(open.panels.sendCode).toBeDisabled();
    await expect(open.panels.sendCode).toHaveAccessibleName(/^Send again in \d+\ss$/);
    const later = new Portal(await context.newPage(), server.url, portal.t);
    await later.open('/#register');
    await expect(later.panels.sendCode).toBeDisabled();
  });
});
