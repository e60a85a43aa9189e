import { PageObject } from '../pageObject.ts';

/** The place search on the map. */
export class PlaceSearch extends PageObject {
  readonly place = this.page.getByRole('search', { name: this.t('places.title') });
  readonly field = this.page.getByRole('combobox', { name: this.t('places.title') });
  /** Opens the field on narrow maps. */
  readonly opener = this.page.getByRole('button', { name: this.t('places.title'), exact: true });
  readonly options = this.place.getByRole('listbox', { name: this.t('places.found') }).getByRole('option');
  readonly clear = this.place.getByRole('button', { name: this.t('places.clear') });
  readonly again = this.place.getByRole('button', { name: this.t('common.tryAgain') });
  /** The place that Enter selects. */
  readonly marked = this.place.getByRole('option', { selected: true });
}
