import type { Locator } from 'playwright/test';
import { PageObject } from '../pageObject.ts';

/** The place search on the map. */
export class PlaceSearch extends PageObject {
  get place(): Locator {
    return this.page.getByRole('search', { name: this.t('places.title') });
  }
  get field(): Locator {
    return this.page.getByRole('combobox', { name: this.t('places.title') });
  }
  /** Opens the field on narrow maps. */
  get opener(): Locator {
    return this.page.getByRole('button', { name: this.t('places.title'), exact: true });
  }
  get options(): Locator {
    return this.place.getByRole('listbox', { name: this.t('places.found') }).getByRole('option');
  }
  get clear(): Locator {
    return this.place.getByRole('button', { name: this.t('places.clear') });
  }
  get again(): Locator {
    return this.place.getByRole('button', { name: this.t('common.tryAgain') });
  }
  /** The place that Enter selects. */
  get marked(): Locator {
    return this.place.getByRole('option', { selected: true });
  }
}
