import { expect, type Locator } from 'playwright/test';
import { PageObject } from './pageObject.ts';

type PasswordFieldName = 'currentPassword' | 'newPassword' | 'reenteredPassword';

/** §2 Account panel and its dialogs. */
export class AccountPanel extends PageObject {
  readonly panel = this.page.getByRole('region', { name: this.t('bar.account'), exact: true });
  /** The value next to a label of the profile. */
  fact(label: 'email' | 'name' | 'company'): Locator {
    return this.panel
      .getByRole('region', { name: this.t('account.profile') })
      .locator('dl > div')
      .filter({ has: this.page.getByText(this.t(`account.${label}`), { exact: true }) })
      .getByRole('definition');
  }
  readonly changePasswordButton = this.panel.getByRole('button', {
    name: this.t('account.changePassword'),
    exact: true,
  });
  readonly payRecordsButton = this.panel.getByRole('button', {
    name: this.t('account.payRecords'),
    exact: true,
  });
  /** The alert that asks for a new password (decision 13). */
  readonly passwordDue = this.panel.getByRole('alert').filter({ hasText: this.t('account.newPasswordDue') });

  /** The balance with its figure, its reload button and its error message. */
  readonly balance = this.panel.getByRole('region', { name: this.t('account.balance') });
  readonly reloadBalance = this.balance.getByRole('button', { name: this.t('account.reloadBalance') });
  /** §2: the recent daily usage. */
  readonly usage = this.panel.getByRole('region', { name: this.t('account.usage') });
  readonly usageDays = this.usage.getByRole('listbox');

  /** §2: the change-password dialog. */
  readonly passwordDialog = this.page.getByRole('dialog', { name: this.t('account.changePassword') });
  passwordField(name: PasswordFieldName): Locator {
    return this.passwordDialog.getByRole('textbox', { name: this.t(`account.${name}`), exact: true });
  }
  readonly submitPassword = this.passwordDialog.getByRole('button', {
    name: this.t('account.submit'),
    exact: true,
  });
  /** The footer's button; the header has another with the same name. */
  readonly closePassword = this.passwordDialog
    .getByRole('button', { name: this.t('common.close'), exact: true })
    .last();

  readonly payRecordsDialog = this.page.getByRole('dialog', { name: this.t('account.payRecords') });

  /** Fills the given fields, in order. */
  async fillPasswords(texts: Partial<Record<PasswordFieldName, string>>): Promise<void> {
    for (const name of ['currentPassword', 'newPassword', 'reenteredPassword'] as const) {
      const text = texts[name];
      if (text !== undefined) await this.passwordField(name).fill(text);
    }
  }

  /** Submits the change-password dialog without waiting for the reply. */
  async changePassword(current: string, newPassword: string, again = newPassword): Promise<void> {
    await this.changePasswordButton.click();
    await this.fillPasswords({
      currentPassword: current,
      newPassword: newPassword,
      reenteredPassword: again,
    });
    await this.submitPassword.click();
  }

  /** Waits for a balance, given as formatted text. */
  async expectBalance(figure: string): Promise<void> {
    await expect(this.balance.getByText(new RegExp(String.raw`^${figure}\s`))).toBeVisible();
  }
}
