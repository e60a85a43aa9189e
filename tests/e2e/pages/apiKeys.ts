import type { Locator } from 'playwright/test';
import { PageObject } from './pageObject.ts';

/** The API keys of the account panel, and their dialogs. */
export class ApiKeys extends PageObject {
  readonly section = this.page.getByRole('region', { name: this.t('keys.title'), exact: true });
  readonly newKey = this.section.getByRole('button', { name: this.t('keys.new'), exact: true });
  override row(name: string): Locator {
    return this.section.getByRole('listitem').filter({ hasText: name });
  }
  readonly dialog = this.page.getByRole('dialog', { name: this.t('keys.new'), exact: true });
  readonly nameField = this.dialog.getByRole('textbox', { name: this.t('keys.name'), exact: true });
  readonly create = this.dialog.getByRole('button', { name: this.t('keys.create'), exact: true });
  /** The key, shown once. */
  readonly text = this.dialog.getByRole('textbox', { name: this.t('keys.key'), exact: true });
  readonly stored = this.dialog.getByText(this.t('keys.stored'), { exact: true });
  readonly done = this.dialog.getByRole('button', { name: this.t('keys.done'), exact: true });
  /** The question of a dialog that would close without the key being stored. */
  readonly leaving = this.page.getByRole('alertdialog', { name: this.t('keys.leaveTitle') });

  async revoke(name: string): Promise<void> {
    await this.row(name)
      .getByRole('button', { name: this.t('keys.actions', { name }) })
      .click();
    await this.page.getByRole('menuitem', { name: this.t('keys.revoke'), exact: true }).click();
    const question = this.page.getByRole('alertdialog', { name: this.t('keys.revokeTitle', { name }) });
    await question.getByRole('button', { name: this.t('keys.revoke'), exact: true }).click();
  }
}
