import type { Locator } from 'playwright/test';
import { PageObject } from '../pageObject.ts';

/** The layer selector beside the toolbar. */
export class LayersPanel extends PageObject {
  readonly group = this.page.getByRole('radiogroup', { name: this.t('map.tool.layers') });
  card(title: 'Google' | 'OSM'): Locator {
    return this.group.getByRole('radio', { name: title, exact: true });
  }
  /** The map's attribution; two while comparing. */
  readonly attribution = this.page.locator('.gt-map__attribution');
}
