import { type AuthPanels, MEI } from '../pages/authPanels.ts';
import { Portal } from '../pages/portal.ts';
import { onOnePage, withPanel } from '../support/onePage.ts';
import { answerWith, collectBodies, holdReply } from '../support/replies.ts';
import { expect, test } from '../support/test.ts';
import { wordsOf } from '../support/words.ts';

type Field = Parameters<AuthPanels['field']>[0];

/** The register and reset panels: one form machine with two sets of fields. */
const FORMS = {
  register: {
    panel: 'Register panel',
    hash: '#register',
    submits: '**/reg/submit',
    done: 'registered',
    says: `We’ll review it and email the result to ${MEI.email}.`,
    busy: 'auth.registering',
    failure: 'Failed to register',
    open: (panels: AuthPanels) => panels.openRegister(),
    // label, field, and what is typed in it, in the order of the form
    fields: [
      ['First name', 'firstName', MEI.firstName],
      ['Last name', 'lastName', MEI.lastName],
      ['Company', 'company', MEI.company],
      ['Email', 'email', MEI.email],
      ['Verification code', 'verifyCode', 'K7PM4X'],
      ['Password', 'password', MEI.password],
    ],
    /** The field with the focus after the log-in's email was carried over. */
    next: (panels: AuthPanels) => panels.firstName,
    sent: expect.objectContaining({ email: MEI.email, vcode: 'K7PM4X', upass: MEI.password }) as unknown,
    lengths: 'names 32, email 64, password 64, company 64, verify code 6, invitation code 4',
    limits: (panels: AuthPanels) => [
      [panels.firstName, 32],
      [panels.field('lastName'), 32],
      [panels.email, 64],
      [panels.password, 64],
      [panels.field('company'), 64],
      [panels.code, 6],
      [panels.invitation, 4],
    ],
  },
  reset: {
    panel: 'Reset-password panel',
    hash: '#resetpass',
    submits: '**/resetpass/submit',
    done: 'resetDone',
    // §7: success tells the user a new password was sent to the email
    says: `We sent a new password to ${MEI.email}. It works once, within 24 hours.`,
    busy: 'auth.resetting',
    failure: 'Failed to reset',
    open: (panels: AuthPanels) => panels.openReset(),
    fields: [
      ['Email', 'email', MEI.email],
      ['Verification code', 'verifyCode', 'K7PM4X'],
    ],
    next: (panels: AuthPanels) => panels.sendCode,
    sent: { email: MEI.email, vcode: 'K7PM4X' },
    lengths: 'email 64, verify code 6',
    limits: (panels: AuthPanels) => [
      [panels.email, 64],
      [panels.code, 6],
    ],
  },
} as const satisfies Record<
  string,
  {
    fields: readonly (readonly [label: string, field: Field, text: string])[];
    limits: (panels: AuthPanels) => unknown;
    [more: string]: unknown;
  }
>;

for (const name of ['register', 'reset'] as const) {
  const form = FORMS[name];
  const { fields, hash, submits, done } = form;
  const [[, first, firstText]] = fields;
  const fill = async (panels: AuthPanels) => {
    for (const [, field, text] of fields) await panels.field(field).fill(text);
  };

  test(
    `${form.panel}: §2, §4, §5 and §8`,
    onOnePage(withPanel(hash), (it) => {
      it(`the panel is reached by a link or by the page address ending in ${hash}`, async ({
        portal,
        page,
      }) => {
        const { panels } = portal;
        await expect(panels.title(name)).toBeVisible();
        await expect(panels.field(first)).toBeFocused();
        await portal.open();
        await portal.email.fill(MEI.email);
        await form.open(panels);
        await expect(panels.title(name)).toBeVisible();
        expect(new URL(page.url()).hash).toBe(hash);
        // the email typed in the log-in panel is carried over; the next field to fill has the focus
        await expect(panels.email).toHaveValue(MEI.email);
        await expect(form.next(panels)).toBeFocused();
      });

      it("the browser's back and forward navigate between the panels, and the typed text stays", async ({
        portal,
        page,
      }) => {
        const { panels } = portal;
        await portal.open();
        await form.open(panels);
        await panels.field(first).fill(firstText);
        await page.goBack();
        await expect(portal.loginButton).toBeVisible();
        expect(new URL(page.url()).hash).toBe('');
        await page.goForward();
        await expect(panels.title(name)).toBeVisible();
        await expect(panels.field(first)).toHaveValue(firstText);
        await panels.back.click();
        await expect(portal.loginButton).toBeVisible();
        expect(page.url()).not.toContain('#');
      });

      for (const way of ['its button', 'its close button', 'Escape'] as const) {
        it(`after success a dialog (width 480) appears; leaving it by ${way} returns to login`, async ({
          portal,
          page,
        }) => {
          const { panels } = portal;
          const bodies = await collectBodies(page, submits);
          await fill(panels);
          await panels.email.fill(` ${MEI.email} `);
          await page.keyboard.press('Enter');
          const dialog = panels.success(done);
          await expect(dialog).toContainText(form.says);
          expect((await dialog.boundingBox())?.width).toBe(480);
          await expect(dialog.getByRole('button', { name: portal.t('auth.backToLogin') })).toBeFocused();
          if (way === 'its button') await panels.leaveSuccess(done);
          else if (way === 'Escape') await page.keyboard.press('Escape');
          else await dialog.getByRole('button', { name: portal.t('common.close') }).click();
          await expect(dialog).toHaveCount(0);
          await expect(portal.email).toHaveValue(MEI.email);
          await expect(portal.password).toBeFocused();
          expect(new URL(page.url()).hash).toBe('');
          expect(bodies).toEqual([form.sent]);
        });
      }

      it('a reply that arrives while the log-in panel is open shows the success dialog over it', async ({
        portal,
        page,
      }) => {
        const { panels } = portal;
        const release = await holdReply(page, submits, { result: 1 });
        await fill(panels);
        await panels[name].click();
        await expect(panels[name]).toHaveCount(0);
        await panels.back.click();
        await portal.email.fill('someone.else@harbourline.example');
        await release();
        await expect(panels.success(done)).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(portal.email).toHaveValue(MEI.email);
        await expect(portal.password).toBeFocused();
      });

      it('with an empty field the form is silently not submitted; the field is marked, until it is filled in', async ({
        portal,
        page,
      }) => {
        const { panels } = portal;
        const bodies = await collectBodies(page, submits);
        const required = page.getByText(portal.t('auth.required'), { exact: true });
        await fill(panels);
        await panels.field(first).fill('');
        // nothing is marked before the first attempt
        await expect(required).toHaveCount(0);
        for (const [, field, text] of fields) {
          await panels.field(field).fill('');
          await panels[name].click();
          await expect(panels.field(field)).toBeFocused();
          await expect(panels.field(field)).toHaveAttribute('aria-invalid', 'true');
          await expect(panels.field(field)).toHaveAccessibleDescription(/Required/);
          await expect(required).toHaveCount(1);
          await expect(page.getByText(/^Still missing/)).toHaveCount(1);
          // decision 23: no notice, no dialog
          await expect(page.getByRole('region', { name: portal.t('kit.messages') })).toBeEmpty();
          await expect(page.getByRole('dialog')).toHaveCount(0);
          await panels.field(field).fill(text);
          await expect(required).toHaveCount(0);
          await expect(page.getByText(/^Still missing/)).toHaveCount(0);
        }
        expect(bodies).toEqual([]);
      });

      it('missing fields are announced once, in the order of the form, and again with the next attempt', async ({
        portal,
        page,
      }) => {
        const { panels } = portal;
        await panels[name].click();
        const status = page.getByRole('status').filter({ hasText: /^Still missing/ });
        const labels = fields.map(([label]) => label);
        await expect(status).toHaveText(`Still missing: ${labels.join(', ')}`);
        await panels.field(first).fill(firstText);
        await page.keyboard.press('Enter');
        await expect(status).toHaveText(`Still missing: ${labels.slice(1).join(', ')}`);
        await expect(panels.field(fields[1][1])).toBeFocused();
      });

      it("email must match a simple address pattern, message 'Invalid e-mail.'", async ({ portal, page }) => {
        const { panels } = portal;
        const bodies = await collectBodies(page, submits);
        await fill(panels);
        await panels.email.fill('mei.lin@harbourline');
        await panels.email.blur();
        await expect(panels.email).toHaveAccessibleDescription(/Invalid e-mail\./);
        await panels[name].click();
        await expect(panels.email).toBeFocused();
        expect(bodies).toEqual([]);
        await panels.email.fill(MEI.email);
        await expect(page.getByText('Invalid e-mail.')).toHaveCount(0);
      });

      it(`field lengths: ${form.lengths}`, async ({ portal, page }) => {
        for (const [field, limit] of form.limits(portal.panels)) {
          await (field as AuthPanels['email']).focus();
          await page.keyboard.insertText('x'.repeat(70));
          await expect(field as AuthPanels['email']).toHaveValue('x'.repeat(limit as number));
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

      it('the submit button shows a loading state while in flight; the fields are read-only', async ({
        portal,
        page,
      }) => {
        const { panels } = portal;
        const release = await holdReply(page, submits, { result: 0, message: 'Not now' });
        await fill(panels);
        await panels[name].click();
        const busy = page.getByRole('button', { name: portal.t(form.busy), exact: true });
        await expect(busy).toHaveAttribute('aria-disabled', 'true');
        await expect(busy).toBeFocused();
        for (const [, field] of fields) await expect(panels.field(field)).not.toBeEditable();
        for (const choice of await page.getByRole('main').locator('select, [type=radio]').all())
          await expect(choice).toBeDisabled();
        await release();
        await expect(panels.errors).toHaveText('Not now');
        await expect(panels.email).toBeEditable();
      });

      it('on failure there is the server’s message or the default one; the typed text is kept', async ({
        portal,
        page,
      }) => {
        const { panels } = portal;
        await fill(panels);
        // the server's own message: no code was ever sent
        await panels[name].click();
        await expect(panels.errors).toHaveText(/verification code is wrong/);
        await panels.code.fill('AAAAAA');
        await expect(panels.errors).toHaveCount(0);
        await answerWith(page, submits, { result: 0 });
        await panels[name].click();
        await expect(panels.errors).toHaveText(form.failure);
        for (const [, field, text] of fields)
          await expect(panels.field(field)).toHaveValue(field === 'verifyCode' ? 'AAAAAA' : text);
      });
    }),
  );

  test(`§8 of the ${name} panel: after a server crash the failure is shown, the typed text is kept, and the next attempt succeeds`, async ({
    page,
    server,
  }) => {
    const portal = new Portal(page, server.url, wordsOf('en'));
    const { panels } = portal;
    await portal.open(`/${hash}`);
    await fill(panels);
    await server.kill();
    await panels[name].click();
    await expect(panels.errors).toHaveText(form.failure);
    const offline = page.getByText(portal.t('bar.offline'), { exact: true });
    await expect(offline).toBeVisible();
    for (const [, field, text] of fields) await expect(panels.field(field)).toHaveValue(text);
    await server.restart();
    await expect(offline).toHaveCount(0, { timeout: 30_000 });
    await panels[name].click();
    await expect(panels.errors).toHaveText(/verification code is wrong/);
  });
}
