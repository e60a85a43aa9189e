import { discardTyped, onOnePage, type PageLifecycle } from '../support/onePage.ts';
import { expect, test, WITHOUT_MAP } from '../support/test.ts';

test.use(WITHOUT_MAP);

const NEW_PASSWORD = 'mangrove-77-roots';

const lifecycle: PageLifecycle = {
  begin: async ({ portal }) => {
    await portal.enter('en', 'demo2@groundtrack.example', '/?panel=account');
    await portal.account.changePasswordButton.click();
    await expect(portal.account.passwordField('currentPassword')).toBeFocused();
  },
  restore: async ({ portal }) => {
    await portal.account.closePassword.click();
    await discardTyped(portal);
    await expect(portal.account.passwordDialog).toBeHidden();
    await portal.account.changePasswordButton.click();
    await expect(portal.account.passwordField('currentPassword')).toBeFocused();
    for (const name of ['currentPassword', 'newPassword', 'reenteredPassword'] as const)
      await expect(portal.account.passwordField(name)).toHaveValue('');
  },
};

test(
  '§5 Change password',
  onOnePage(lifecycle, (it) => {
    it('current password required', async ({ portal, page }) => {
      const { account } = portal;
      const sent: string[] = [];
      page.on('request', (request) => sent.push(new URL(request.url()).pathname));
      await account.fillPasswords({ newPassword: NEW_PASSWORD, reenteredPassword: NEW_PASSWORD });
      await account.submitPassword.click();
      await expect(account.passwordField('currentPassword')).toBeFocused();
      await expect(account.passwordField('currentPassword')).toHaveAttribute('aria-invalid', 'true');
      await expect(
        account.passwordDialog.getByText(portal.t('account.required'), { exact: true }),
      ).toHaveCount(1);
      await expect(
        account.passwordDialog.getByRole('status').filter({ hasText: 'Still missing' }),
      ).toHaveText('Still missing: Current password');
      // the message stays until the field is filled
      await account.fillPasswords({ currentPassword: 'x' });
      await expect(
        account.passwordDialog.getByText(portal.t('account.required'), { exact: true }),
      ).toHaveCount(0);
      await expect(account.passwordDialog.getByText(/^Still missing/)).toHaveCount(0);
      expect(sent).not.toContain('/web/cpwd');
    });

    it("new password at least 8 characters, message 'Password cannot be shorter than 8 characters'", async ({
      portal,
    }) => {
      const { account } = portal;
      await expect(account.passwordField('newPassword')).toHaveAttribute(
        'placeholder',
        'At least 8 characters with letters and numbers',
      );
      await account.fillPasswords({
        currentPassword: 'x',
        newPassword: '1234567',
        reenteredPassword: '1234567',
      });
      const message = account.passwordDialog.getByText('Password cannot be shorter than 8 characters');
      await expect(message).toBeVisible();
      await account.submitPassword.click();
      await expect(account.passwordField('newPassword')).toBeFocused();
      await expect(account.passwordField('newPassword')).toHaveAccessibleDescription(
        'Password cannot be shorter than 8 characters',
      );
      await account.fillPasswords({ newPassword: '12345678' });
      await expect(message).toBeHidden();
    });

    it("re-entered password must equal the new one, message 'The re-entered password is inconsistent'", async ({
      portal,
    }) => {
      const { account } = portal;
      const before = await account.passwordDialog.boundingBox();
      await account.fillPasswords({
        currentPassword: 'x',
        newPassword: NEW_PASSWORD,
        reenteredPassword: `${NEW_PASSWORD}x`,
      });
      await account.submitPassword.click();
      await expect(account.passwordField('reenteredPassword')).toBeFocused();
      await expect(account.passwordField('reenteredPassword')).toHaveAccessibleDescription(
        'The re-entered password is inconsistent',
      );
      // no layout shift
      expect(await account.passwordDialog.boundingBox()).toEqual(before);
      await account.fillPasswords({ reenteredPassword: NEW_PASSWORD });
      await expect(account.passwordDialog.getByText('The re-entered password is inconsistent')).toBeHidden();
    });

    it("§8 Password change failure: 'Failed: ' plus message; the typed text stays", async ({ portal }) => {
      const { account } = portal;
      await account.fillPasswords({
        currentPassword: 'wrong one',
        newPassword: NEW_PASSWORD,
        reenteredPassword: NEW_PASSWORD,
      });
      const before = await account.passwordDialog.boundingBox();
      await account.submitPassword.click();
      await expect(account.passwordDialog.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(
        'Failed: The current password is incorrect.',
      );
      // no layout shift
      expect(await account.passwordDialog.boundingBox()).toEqual(before);
      await expect(account.passwordField('currentPassword')).toHaveValue('wrong one');
      await expect(account.passwordField('newPassword')).toHaveValue(NEW_PASSWORD);
      await account.closePassword.click();
      await discardTyped(portal);
      await expect(account.passwordDialog).toBeHidden();
      await expect(account.changePasswordButton).toBeFocused();
      // the dialog opens empty the next time
      await account.changePasswordButton.click();
      await expect(account.passwordField('currentPassword')).toHaveValue('');
    });

    it('while submitting, the dialog cannot be closed and a second press does nothing', async ({
      portal,
      page,
    }) => {
      const { account } = portal;
      let posts = 0;
      await page.route('**/web/cpwd', () => {
        // no reply
        posts += 1;
      });
      await account.fillPasswords({
        currentPassword: 'x',
        newPassword: NEW_PASSWORD,
        reenteredPassword: NEW_PASSWORD,
      });
      await account.submitPassword.click();
      const busy = account.passwordDialog.getByRole('button', { name: portal.t('account.submitting') });
      await expect(busy).toBeVisible();
      // aria-disabled, but still clickable
      await busy.click({ force: true });
      await expect(account.closePassword).toBeDisabled();
      await page.keyboard.press('Escape');
      await expect(account.passwordDialog).toBeVisible();
      await expect(account.passwordField('newPassword')).not.toBeEditable();
      expect(posts).toBe(1);
    });
  }),
);
