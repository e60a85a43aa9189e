import type { Locator, Page } from 'playwright/test';
import type { Words } from '../../support/words.ts';

/** §2 Save-AOI dialog. */
export class SaveAoiDialog {
  readonly page: Page;
  readonly t: Words;

  constructor(page: Page, t: Words) {
    this.page = page;
    this.t = t;
  }

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
