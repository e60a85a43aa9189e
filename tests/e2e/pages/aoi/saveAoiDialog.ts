import type { Locator } from 'playwright/test';
import { PageObject } from '../pageObject.ts';

/** §2 Save-AOI dialog. */
export class SaveAoiDialog extends PageObject {
  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: this.t('saveAoi.title') });
  }
  get name(): Locator {
    return this.dialog.getByLabel(this.t('saveAoi.name'), { exact: true });
  }
  get save(): Locator {
    return this.dialog.getByRole('button', { name: this.t('common.save'), exact: true });
  }
  /** The button in the footer, not the close icon. */
  get close(): Locator {
    return this.dialog.getByRole('button', { name: this.t('common.close'), exact: true }).last();
  }
}
