import type { Locator } from 'playwright/test';
import { PageObject } from './pageObject.ts';

/** §2 Imagery export dialog, and the imagery tab of My Export. */
export class ImageryExport extends PageObject {
  /** The button of the Imagery panel. */
  readonly open = this.page.getByRole('button', { name: this.t('imagery.export'), exact: true });
  /** The checkbox on a layer's thumbnail. */
  layer(name: string): Locator {
    return this.page.getByRole('checkbox', { name: this.t('imagery.show', { name }), exact: true });
  }
  readonly dialog = this.page.getByRole('dialog', { name: this.t('imageryExport.title') });
  readonly name = this.dialog.getByLabel(this.t('imageryExport.name'), { exact: true });
  /** The cost and its computation, and the balance. */
  readonly price = this.dialog.getByRole('region', { name: this.t('imageryExport.cost') });
  readonly submit = this.dialog.getByRole('button', { name: this.t('imageryExport.submit'), exact: true });
  readonly close = this.dialog
    .locator('footer')
    .getByRole('button', { name: this.t('common.close'), exact: true });
  /** Chooses a segment of a segmented control. */
  async choose(label: string): Promise<void> {
    await this.dialog.getByRole('radio', { name: label, exact: true }).check({ force: true });
  }

  readonly tab = this.page.getByRole('tab', { name: this.t('exports.imagery'), exact: true });
  act(key: 'downloadOf' | 'cancelOf', name: string): Locator {
    return this.page.getByRole('button', { name: this.t(`exports.${key}`, { name }), exact: true });
  }
}
