import { onOnePage, type PageLife } from '../support/onePage.ts';
import { expect, test } from '../support/test.ts';

const WANTED = 'mangrove-77-roots';

const life: PageLife = {
  begin: async ({ portal }) => {
    await portal.enter('en', 'demo2@groundtrack.example', '/?panel=account');
    await portal.account.changePasswordButton.click();
    await expect(portal.account.passwordField('currentPassword')).toBeFocused();
  },
  restore: async ({ portal }) => {
    await portal.account.closePassword.click();
    await expect(portal.account.passwordDialog).toBeHidden();
    await portal.account.changePasswordButton.click();
    await expect(portal.account.passwordField('currentPassword')).toBeFocused();
    for (const name of ['currentPassword', 'newPassword', 'reenteredPassword'] as const)
      await expect(portal.account.passwordField(name)).toHaveValue('');
  },
};

test(
  '§5 Change password',
  onOnePage(life, (it) => {
    it('Current password required.', async ({ portal, page }) => {
      const { account } = portal;
      const sent: string[] = [];
      page.on('request', (request) => sent.push(new URL(request.url()).pathname));
      await account.fillPasswords({ newPassword: WANTED, reenteredPassword: WANTED });
      await account.submitPassword.click();
      await expect(account.passwordField('currentPassword')).toBeFocused();
      await expect(account.passwordField('currentPassword')).toHaveAttribute('aria-invalid', 'true');
      await expect(
        account.passwordDialog.getByText(portal.t('account.required'), { exact: true }),
      ).toHaveCount(1);
      await expect(
        account.passwordDialog.getByRole('status').filter({ hasText: 'Still missing' }),
      ).toHaveText('Still missing: Current password');
      // what is missing is missing until it is there
      await account.fillPasswords({ currentPassword: 'x' });
      await expect(
        account.passwordDialog.getByText(portal.t('account.required'), { exact: true }),
      ).toHaveCount(0);
      expect(sent).not.toContain('/web/cpwd');
    });

    it("New password at least 8 characters. 'Password cannot be shorter than 8 characters'", async ({
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
      const said = account.passwordDialog.getByText('Password cannot be shorter than 8 characters');
      await expect(said).toBeVisible();
      await account.submitPassword.click();
      await expect(account.passwordField('newPassword')).toBeFocused();
      await expect(account.passwordField('newPassword')).toHaveAccessibleDescription(
        'Password cannot be shorter than 8 characters',
      );
      await account.fillPasswords({ newPassword: '12345678' });
      await expect(said).toBeHidden();
    });

    it("Re-entered password must equal the new one, message 'The re-entered password is inconsistent'.", async ({
      portal,
    }) => {
      const { account } = portal;
      const before = await account.passwordDialog.boundingBox();
      await account.fillPasswords({
        currentPassword: 'x',
        newPassword: WANTED,
        reenteredPassword: `${WANTED}x`,
      });
      await account.submitPassword.click();
      await expect(account.passwordField('reenteredPassword')).toBeFocused();
      await expect(account.passwordField('reenteredPassword')).toHaveAccessibleDescription(
        'The re-entered password is inconsistent',
      );
      // nothing moved under the pointer
      expect(await account.passwordDialog.boundingBox()).toEqual(before);
      await account.fillPasswords({ reenteredPassword: WANTED });
      await expect(account.passwordDialog.getByText('The re-entered password is inconsistent')).toBeHidden();
    });

    it("§8 Password change failure: 'Failed: ' plus message; what was typed stays", async ({ portal }) => {
      const { account } = portal;
      await account.fillPasswords({
        currentPassword: 'wrong one',
        newPassword: WANTED,
        reenteredPassword: WANTED,
      });
      const before = await account.passwordDialog.boundingBox();
      await account.submitPassword.click();
      await expect(account.passwordDialog.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(
        'Failed: The current password is wrong.',
      );
      // nothing moved under the pointer
      expect(await account.passwordDialog.boundingBox()).toEqual(before);
      await expect(account.passwordField('currentPassword')).toHaveValue('wrong one');
      await expect(account.passwordField('newPassword')).toHaveValue(WANTED);
      await account.closePassword.click();
      await expect(account.passwordDialog).toBeHidden();
      await expect(account.changePasswordButton).toBeFocused();
      // another opening starts anew
      await account.changePasswordButton.click();
      await expect(account.passwordField('currentPassword')).toHaveValue('');
    });

    it('while it is submitted it can not be closed, and a second press does nothing', async ({
      portal,
      page,
    }) => {
      const { account } = portal;
      let posts = 0;
      await page.route('**/web/cpwd', () => {
        // nobody answers
        posts += 1;
      });
      await account.fillPasswords({ currentPassword: 'x', newPassword: WANTED, reenteredPassword: WANTED });
      await account.submitPassword.click();
      const busy = account.passwordDialog.getByRole('button', { name: portal.t('account.submitting') });
      await expect(busy).toBeVisible();
      // it is said to be disabled, and can be pressed all the same
      await busy.click({ force: true });
      await expect(account.closePassword).toBeDisabled();
      await page.keyboard.press('Escape');
      await expect(account.passwordDialog).toBeVisible();
      await expect(account.passwordField('newPassword')).not.toBeEditable();
      expect(posts).toBe(1);
    });
  }),
);
