import type { Locator, Page } from 'playwright/test';
import type { Words } from '../words.ts';

/** §2 Account panel and its dialogs. */
export class AccountPanel {
  private readonly page: Page;
  private readonly t: Words;

  constructor(page: Page, t: Words) {
    this.page = page;
    this.t = t;
  }

  get panel(): Locator {
    return this.page.getByRole('region', { name: this.t('bar.account') });
  }
  /** §2: the change-password dialog. */
  get passwordDialog(): Locator {
    return this.page.getByRole('dialog', { name: this.t('account.changePassword') });
  }
  passwordField(name: 'currentPassword' | 'newPassword' | 'reenteredPassword'): Locator {
    return this.passwordDialog.getByRole('textbox', { name: this.t(`account.${name}`) });
  }

  /** Changes the password by the dialog, and does not wait for what comes of it. */
  async changePassword(current: string, wanted: string, again = wanted): Promise<void> {
    await this.panel.getByRole('button', { name: this.t('account.changePassword') }).click();
    await this.passwordField('currentPassword').fill(current);
    await this.passwordField('newPassword').fill(wanted);
    await this.passwordField('reenteredPassword').fill(again);
    await this.passwordDialog.getByRole('button', { name: this.t('account.submit') }).click();
  }
}
