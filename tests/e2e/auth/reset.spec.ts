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
    it('reached by a link or by the address ending in #resetpass', async ({ portal, page }) => {
      const { panels } = portal;
      await expect(panels.title('reset')).toBeVisible();
      await expect(panels.email).toBeFocused();
      await portal.open();
      await portal.email.fill(EMAIL);
      await panels.openReset();
      await expect(panels.title('reset')).toBeVisible();
      expect(new URL(page.url()).hash).toBe('#resetpass');
      // the address typed at the log-in comes along; what is left to do has the focus
      await expect(panels.email).toHaveValue(EMAIL);
      await expect(panels.sendCode).toBeFocused();
    });

    it("the browser's back and forward go through the panels, and what was typed stays", async ({
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
          `A new password was sent to ${EMAIL}. It holds for 24 hours and opens the portal once`,
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

    it('a reply that comes while the log-in is on opens the success dialog over it', async ({
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
    it('email and verify code required: not submitted, the fields show it', async ({ portal, page }) => {
      const { panels } = portal;
      const bodies = await collectBodies(page, SUBMIT);
      await panels.reset.click();
      const said = page.getByRole('status').filter({ hasText: /^Still missing/ });
      await expect(said).toHaveText('Still missing: Email, Verify code');
      await expect(panels.email).toBeFocused();
      await expect(panels.email).toHaveAccessibleDescription(/Required/);
      await panels.email.fill(EMAIL);
      await page.keyboard.press('Enter');
      await expect(said).toHaveText('Still missing: Verify code');
      await expect(panels.code).toBeFocused();
      await expect(panels.code).toHaveAccessibleDescription(/Required/);
      await panels.code.fill('K7PM4X');
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
    it('shows a loading state while in flight; the fields are read-only', async ({ portal, page }) => {
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
      await expect(panels.refusals).toHaveText('Not now');
      await expect(panels.email).toBeEditable();
    });

    it("reset failure: server message or 'Failed to reset'; what was typed is kept", async ({
      portal,
      page,
    }) => {
      const { panels } = portal;
      await panels.email.fill(EMAIL);
      await panels.code.fill('AAAAAA');
      await panels.reset.click();
      await expect(panels.refusals).toHaveText(/verify code is wrong/);
      await panels.code.fill('BBBBBB');
      await expect(panels.refusals).toHaveCount(0);
      await answerWith(page, SUBMIT, { result: 0 });
      await panels.reset.click();
      await expect(panels.refusals).toHaveText('Failed to reset');
      await expect(panels.email).toHaveValue(EMAIL);
      await expect(panels.code).toHaveValue('BBBBBB');
    });
  }),
);

test.describe('§8 of the reset panel', () => {
  test('the server dies in the middle: the failure is said, what was typed is kept, and the next try is heard', async ({
    page,
    mortal: server,
  }) => {
    const portal = new Portal(page, server.url, wordsOf('en'));
    const { panels } = portal;
    await portal.open('/#resetpass');
    await panels.email.fill(EMAIL);
    await panels.code.fill('K7PM4X');
    await server.kill();
    await panels.reset.click();
    await expect(panels.refusals).toHaveText('Failed to reset');
    await expect(panels.code).toHaveValue('K7PM4X');
    await server.restart();
    await panels.reset.click();
    await expect(panels.refusals).toHaveText(/verify code is wrong/);
  });
});
