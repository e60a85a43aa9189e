import type { Locator, Page } from 'playwright/test';
import type { Words } from '../words.ts';

/** §2 Search panel, its results and details. */
export class SearchPanel {
  readonly page: Page;
  readonly t: Words;

  constructor(page: Page, t: Words) {
    this.page = page;
    this.t = t;
  }

  get submit(): Locator {
    return this.page.getByRole('button', { name: this.t('search.search'), exact: true }).last();
  }
  get rows(): Locator {
    return this.page.getByRole('grid').getByRole('row');
  }
}
