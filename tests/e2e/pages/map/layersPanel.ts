import type { Locator, Page } from 'playwright/test';
import type { Words } from '../../support/words.ts';

/** The layer selector beside the toolbar. */
export class LayersPanel {
  readonly page: Page;
  readonly t: Words;

  constructor(page: Page, t: Words) {
    this.page = page;
    this.t = t;
  }

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
