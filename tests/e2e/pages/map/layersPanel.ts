import type { Locator } from 'playwright/test';
import { PageObject } from '../pageObject.ts';

/** The layer selector beside the toolbar. */
export class LayersPanel extends PageObject {
  get group(): Locator {
    return this.page.getByRole('radiogroup', { name: this.t('map.tool.layers') });
  }
  card(title: 'Google' | 'OSM'): Locator {
    return this.group.getByRole('radio', { name: title, exact: true });
  }
  /** The map's attribution; two while comparing. */
  get attribution(): Locator {
    return this.page.locator('.gt-map__attribution');
  }
}
