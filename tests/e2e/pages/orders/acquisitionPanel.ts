import type { Locator } from 'playwright/test';
import { PageObject } from '../pageObject.ts';

/** The plan of a new acquisition. */
export class AcquisitionPanel extends PageObject {
  readonly panel = this.page.getByRole('region', { name: this.t('search.tasking'), exact: true });
  readonly title = this.panel.getByRole('heading', { name: this.t('search.tasking'), exact: true });
  readonly back = this.panel.getByRole('button', { name: this.t('acquisition.back'), exact: true });
  /** The satellites that can be selected. */
  readonly satellites = this.panel.getByRole('radio');
  readonly next = this.panel.getByRole('button', { name: this.t('acquisition.continue'), exact: true });
  readonly asTable = this.panel.getByRole('button', { name: this.t('passes.asTable'), exact: true });
  /** The passes as rows. */
  readonly lines = this.panel.getByRole('table').locator('tbody').getByRole('row');
  /** The card of the pass on the map. */
  readonly card = this.page.getByRole('region', { name: this.t('acquisition.card') });

  radio(name: string): Locator {
    return this.panel.getByRole('radio', { name: new RegExp(`^${name}\\b`) });
  }

  override row(name: string): Locator {
    return this.panel.locator('.gt-fleet__row', { hasText: name });
  }

  passes(name: string): Locator {
    return this.panel
      .getByRole('group', { name: this.t('acquisition.plot', { name }), exact: true })
      .getByRole('button');
  }

  /** The field of the window, with its days. */
  readonly window = this.panel.getByRole('button', { name: this.t('acquisition.window') });
}
