import { fillRequired, MEI } from '../pages/authPanels.ts';
import { onOnePage, withPanel } from '../support/onePage.ts';
import { Portal } from '../pages/portal.ts';
import { answerWith, collectBodies, holdReply } from '../support/replies.ts';
import { expect, test } from '../support/test.ts';
import { wordsOf } from '../support/words.ts';

const SUBMIT = '**/reg/submit';

test(
  '§5 Register',
  onOnePage(withPanel('#register'), (it) => {
    const required = ['firstName', 'lastName', 'company', 'email', 'verifyCode', 'password'] as const;
    for (const field of required) {
      it(`if ${field} is empty the form is silently not submitted; the field is marked`, async ({
        portal,
        page,
      }) => {
        const { panels } = portal;
        const bodies = await collectBodies(page, SUBMIT);
        await fillRequired(panels);
        await panels.field(field).fill('');
        await expect(page.getByText(portal.t('auth.required'), { exact: true })).toHaveCount(0);
        await panels.register.click();
        await expect(panels.field(field)).toBeFocused();
        await expect(panels.field(field)).toHaveAttribute('aria-invalid', 'true');
        await expect(panels.field(field)).toHaveAccessibleDescription(/Required/);
        await expect(page.getByText(portal.t('auth.required'), { exact: true })).toHaveCount(1);
        await expect(page.getByText(/^Still missing/)).toHaveCount(1);
        // decision 23: no notice, no dialog
        await expect(page.getByRole('region', { name: portal.t('kit.messages') })).toBeEmpty();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await panels.field(field).fill('filled-in@now');
        await expect(page.getByText(portal.t('auth.required'), { exact: true })).toHaveCount(0);
        await expect(page.getByText(/^Still missing/)).toHaveCount(0);
        expect(bodies).toEqual([]);
      });
    }

    it('missing fields are announced once, in the order of the form, and again with the next attempt', async ({
      portal,
      page,
    }) => {
      const { panels } = portal;
      await panels.register.click();
      const status = page.getByRole('status').filter({ hasText: /^Still missing/ });
      await expect(status).toHaveText(
        'Still missing: First name, Last name, Company, Email, Verification code, Password',
      );
      await panels.firstName.fill('Mei');
      await panels.field('lastName').fill('Lin');
      await page.keyboard.press('Enter');
      await expect(status).toHaveText('Still missing: Company, Email, Verification code, Password');
      await expect(panels.field('company')).toBeFocused();
    });

    it("password minimum 8 characters, message 'Password cannot be shorter than 8 characters'", async ({
      portal,
      page,
    }) => {
      const { panels } = portal;
      const bodies = await collectBodies(page, SUBMIT);
      await fillRequired(panels);
      await panels.password.fill('1234567');
      await panels.register.click();
      await expect(panels.password).toHaveAccessibleDescription(
        /Password cannot be shorter than 8 characters/,
      );
      await expect(panels.password).toBeFocused();
      expect(bodies).toEqual([]);
    });

    it('the placeholder says at least 8 characters with letters and numbers, but only length is checked', async ({
      portal,
      page,
    }) => {
      const { panels } = portal;
      const bodies = await collectBodies(page, SUBMIT);
      await expect(panels.password).toHaveAttribute(
        'placeholder',
        'At least 8 characters with letters and numbers',
      );
      await fillRequired(panels);
      await panels.password.fill('zzzzzzzz');
      await panels.register.click();
      await expect(panels.success('registered')).toBeVisible();
      expect(bodies).toHaveLength(1);
    });

    it("email must match a simple address pattern, message 'Invalid e-mail.'", async ({ portal, page }) => {
      const { panels } = portal;
      const bodies = await collectBodies(page, SUBMIT);
      await fillRequired(panels);
      await panels.email.fill('mei.lin@harbourline');
      await panels.email.blur();
      await expect(panels.email).toHaveAccessibleDescription(/Invalid e-mail\./);
      await panels.register.click();
      await expect(panels.email).toBeFocused();
      expect(bodies).toEqual([]);
      await panels.email.fill(MEI.email);
      await expect(page.getByText('Invalid e-mail.')).toHaveCount(0);
    });

    it('field lengths: names 32, email 64, password 64, company 64, verify code 6, invitation code 4', async ({
      portal,
      page,
    }) => {
      const { panels } = portal;
      const limits = [
        [panels.firstName, 32],
        [panels.field('lastName'), 32],
        [panels.email, 64],
        [panels.password, 64],
        [panels.field('company'), 64],
        [panels.code, 6],
        [panels.invitation, 4],
      ] as const;
      for (const [field, limit] of limits) {
        await field.focus();
        await page.keyboard.insertText('x'.repeat(70));
        await expect(field).toHaveValue('x'.repeat(limit));
      }
    });

    it("sending a code with an empty email warns 'Please enter the email address'", async ({
      portal,
      page,
    }) => {
      const { panels } = portal;
      await panels.sendCode.click();
      await expect(panels.email).toHaveAccessibleDescription(/Please enter the email address/);
      await expect(panels.email).toBeFocused();
      // no code was requested, so the button is not locked
      await expect(panels.sendCode).toHaveText(/^Send code/);
      await panels.email.fill('mei');
      await expect(page.getByText('Please enter the email address')).toHaveCount(0);
      await panels.sendCode.click();
      await expect(panels.email).toHaveAccessibleDescription(/Invalid e-mail\./);
      await expect(panels.sendCode).toBeEnabled();
    });
  }),
);

test(
  '§4 and §8 of the register panel',
  onOnePage(withPanel('#register'), (it) => {
    it('the register submit button shows a loading state while in flight; the fields are read-only', async ({
      portal,
      page,
    }) => {
      const { panels } = portal;
      const release = await holdReply(page, SUBMIT, { result: 0, message: 'Not now' });
      await fillRequired(panels);
      await panels.register.click();
      const busy = page.getByRole('button', { name: portal.t('auth.registering'), exact: true });
      await expect(busy).toHaveAttribute('aria-disabled', 'true');
      await expect(busy).toBeFocused();
      for (const field of ['firstName', 'company', 'email', 'verifyCode', 'password'] as const)
        await expect(panels.field(field)).not.toBeEditable();
      await expect(panels.industry).toBeDisabled();
      await expect(panels.accountType('individual')).toBeDisabled();
      await release();
      await expect(panels.errors).toHaveText('Not now');
      await expect(panels.firstName).toBeEditable();
    });

    it("register failure: server message or 'Failed to register'; the typed text is kept", async ({
      portal,
      page,
    }) => {
      const { panels } = portal;
      await fillRequired(panels);
      // the server's own message: no code was ever sent
      await panels.register.click();
      await expect(panels.errors).toHaveText(/verification code is wrong/);
      await panels.code.fill('AAAAAA');
      await expect(panels.errors).toHaveCount(0);
      await answerWith(page, SUBMIT, { result: 0 });
      await panels.register.click();
      await expect(panels.errors).toHaveText('Failed to register');
      await expect(panels.firstName).toHaveValue('Mei');
      await expect(panels.password).toHaveValue(MEI.password);
    });
  }),
);

test.describe('§8 of the register panel', () => {
  test('after a server crash during the request the failure is shown, the typed text is kept, and the next attempt succeeds', async ({
    page,
    server,
  }) => {
    const portal = new Portal(page, server.url, wordsOf('en'));
    const { panels } = portal;
    await portal.open('/#register');
    await fillRequired(panels);
    await server.kill();
    await panels.register.click();
    await expect(panels.errors).toHaveText('Failed to register');
    await expect(page.getByText(portal.t('bar.offline'), { exact: true })).toBeVisible();
    await expect(panels.email).toHaveValue(MEI.email);
    await expect(panels.password).toHaveValue(MEI.password);
    await server.restart();
    await expect(page.getByText(portal.t('bar.offline'), { exact: true })).toHaveCount(0, {
      timeout: 30_000,
    });
    await panels.register.click();
    await expect(panels.errors).toHaveText(/verification code is wrong/);
  });
});
