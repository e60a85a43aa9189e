import { PageObject } from '../pageObject.ts';

/** §2 Save-AOI dialog. */
export class SaveAoiDialog extends PageObject {
  readonly dialog = this.page.getByRole('dialog', { name: this.t('saveAoi.title') });
  readonly name = this.dialog.getByLabel(this.t('saveAoi.name'), { exact: true });
  readonly save = this.dialog.getByRole('button', { name: this.t('common.save'), exact: true });
  /** The button in the footer, not the close icon. */
  readonly close = this.dialog.getByRole('button', { name: this.t('common.close'), exact: true }).last();
}
