import { onOnePage, withPanel } from '../support/onePage.ts';
import { Portal } from '../pages/portal.ts';
import { answerWith, collectBodies, holdReply } from '../support/replies.ts';
import { expect, test } from '../support/test.ts';
import { wordsOf } from '../support/words.ts';

const SUBMIT = '**/resetpass/submit';
const EMAIL = 'mei.lin@harbourline.example';

test(
  '§2 Reset-password panel',
  onOnePage(withPanel('#resetpass'), (it) => {
    it('the panel is reached by a link or by the address ending in #resetpass', async ({ portal, page }) => {
      const { panels } = portal;
      await expect(panels.title('reset')).toBeVisible();
      await expect(panels.email).toBeFocused();
      await portal.open();
      await portal.email.fill(EMAIL);
      await panels.openReset();
      await expect(panels.title('reset')).toBeVisible();
      expect(new URL(page.url()).hash).toBe('#resetpass');
      // the email typed in the log-in panel is carried over; the next field to fill has the focus
      await expect(panels.email).toHaveValue(EMAIL);
      await expect(panels.sendCode).toBeFocused();
    });

    it("the browser's back and forward navigate between the panels, and the typed text stays", async ({
      portal,
      page,
    }) => {
      const { panels } = portal;
      await portal.open();
      await panels.openReset();
      await panels.email.fill(EMAIL);
      await page.goBack();
      await expect(portal.loginButton).toBeVisible();
      await page.goForward();
      await expect(panels.title('reset')).toBeVisible();
      await expect(panels.email).toHaveValue(EMAIL);
      await panels.back.click();
      await expect(portal.loginButton).toBeVisible();
      expect(page.url()).not.toContain('#');
    });

    for (const way of ['its button', 'its close button', 'Escape'] as const) {
      it(`after resetting, a success dialog (width 480) appears; leaving it by ${way} returns to login`, async ({
        portal,
        page,
      }) => {
        const { panels } = portal;
        const bodies = await collectBodies(page, SUBMIT);
        await panels.email.fill(` ${EMAIL} `);
        await panels.code.fill('K7PM4X');
        await page.keyboard.press('Enter');
        const dialog = panels.success('resetDone');
        // §7: success tells the user a new password was sent to the email
        await expect(dialog).toContainText(
          `We sent a new password to ${EMAIL}. It works once, within 24 hours.`,
        );
        expect((await dialog.boundingBox())?.width).toBe(480);
        if (way === 'its button') await panels.leaveSuccess('resetDone');
        else if (way === 'Escape') await page.keyboard.press('Escape');
        else await dialog.getByRole('button', { name: portal.t('common.close') }).click();
        await expect(dialog).toHaveCount(0);
        await expect(portal.email).toHaveValue(EMAIL);
        await expect(portal.password).toBeFocused();
        expect(new URL(page.url()).hash).toBe('');
        expect(bodies).toEqual([{ email: EMAIL, vcode: 'K7PM4X' }]);
      });
    }

    it('a reply that arrives while the log-in panel is open shows the success dialog over it', async ({
      portal,
      page,
    }) => {
      const { panels } = portal;
      const release = await holdReply(page, SUBMIT, { result: 1 });
      await panels.email.fill(EMAIL);
      await panels.code.fill('K7PM4X');
      await panels.reset.click();
      await panels.back.click();
      await portal.email.fill('someone.else@harbourline.example');
      await release();
      await expect(panels.success('resetDone')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(portal.email).toHaveValue(EMAIL);
      await expect(portal.password).toBeFocused();
    });
  }),
);

test(
  '§5 Reset',
  onOnePage(withPanel('#resetpass'), (it) => {
    it('email and verify code required: without them nothing is submitted and the fields are marked', async ({
      portal,
      page,
    }) => {
      const { panels } = portal;
      const bodies = await collectBodies(page, SUBMIT);
      await panels.reset.click();
      const status = page.getByRole('status').filter({ hasText: /^Still missing/ });
      await expect(status).toHaveText('Still missing: Email, Verification code');
      await expect(panels.email).toBeFocused();
      await expect(panels.email).toHaveAccessibleDescription(/Required/);
      await panels.email.fill(EMAIL);
      await page.keyboard.press('Enter');
      await expect(status).toHaveText('Still missing: Verification code');
      await expect(panels.code).toBeFocused();
      await expect(panels.code).toHaveAccessibleDescription(/Required/);
      await panels.code.fill('K7PM4X');
      await expect(status).toHaveCount(0);
      await panels.email.fill('mei.lin');
      await panels.reset.click();
      await expect(panels.email).toHaveAccessibleDescription(/Invalid e-mail\./);
      await expect(page.getByRole('region', { name: portal.t('kit.messages') })).toBeEmpty();
      expect(bodies).toEqual([]);
    });

    it("sending a code with an empty email warns 'Please enter the email address'", async ({ portal }) => {
      const { panels } = portal;
      await panels.sendCode.click();
      await expect(panels.email).toHaveAccessibleDescription(/Please enter the email address/);
      await expect(panels.email).toBeFocused();
      await expect(panels.sendCode).toBeEnabled();
    });

    it('field lengths: email 64, verify code 6', async ({ portal, page }) => {
      const { panels } = portal;
      for (const [field, limit] of [
        [panels.email, 64],
        [panels.code, 6],
      ] as const) {
        await field.focus();
        await page.keyboard.insertText('x'.repeat(70));
        await expect(field).toHaveValue('x'.repeat(limit));
      }
    });
  }),
);

test(
  '§4 and §8 of the reset panel',
  onOnePage(withPanel('#resetpass'), (it) => {
    it('the submit button shows a loading state while in flight; the fields are read-only', async ({
      portal,
      page,
    }) => {
      const { panels } = portal;
      const release = await holdReply(page, SUBMIT, { result: 0, message: 'Not now' });
      await panels.email.fill(EMAIL);
      await panels.code.fill('K7PM4X');
      await panels.reset.click();
      const busy = page.getByRole('button', { name: portal.t('auth.resetting'), exact: true });
      await expect(busy).toHaveAttribute('aria-disabled', 'true');
      await expect(panels.email).not.toBeEditable();
      await expect(panels.code).not.toBeEditable();
      await release();
      await expect(panels.errors).toHaveText('Not now');
      await expect(panels.email).toBeEditable();
    });

    it("reset failure: server message or 'Failed to reset'; the typed text is kept", async ({
      portal,
      page,
    }) => {
      const { panels } = portal;
      await panels.email.fill(EMAIL);
      await panels.code.fill('AAAAAA');
      await panels.reset.click();
      await expect(panels.errors).toHaveText(/verification code is wrong/);
      await panels.code.fill('BBBBBB');
      await expect(panels.errors).toHaveCount(0);
      await answerWith(page, SUBMIT, { result: 0 });
      await panels.reset.click();
      await expect(panels.errors).toHaveText('Failed to reset');
      await expect(panels.email).toHaveValue(EMAIL);
      await expect(panels.code).toHaveValue('BBBBBB');
    });
  }),
);

test.describe('§8 of the reset panel', () => {
  test('after a server crash during the request the failure is shown, the typed text is kept, and the next attempt succeeds', async ({
    page,
    server,
  }) => {
    const portal = new Portal(page, server.url, wordsOf('en'));
    const { panels } = portal;
    await portal.open('/#resetpass');
    await panels.email.fill(EMAIL);
    await panels.code.fill('K7PM4X');
    await server.kill();
    await panels.reset.click();
    await expect(panels.errors).toHaveText('Failed to reset');
    await expect(panels.code).toHaveValue('K7PM4X');
    await server.restart();
    await panels.reset.click();
    await expect(panels.errors).toHaveText(/verification code is wrong/);
  });
});
