import type { Locator, Page } from 'playwright/test';
import type { Words } from '../support/words.ts';

/** The card that a user meets before the first AOI. */
export class StartCard {
  readonly page: Page;
  readonly t: Words;

  constructor(page: Page, t: Words) {
    this.page = page;
    this.t = t;
  }

  get region(): Locator {
    return this.page.getByRole('region', { name: this.t('start.title') });
  }
  get close(): Locator {
    return this.region.getByRole('button', { name: this.t('common.close'), exact: true });
  }
  way(key: 'draw' | 'upload' | 'coordinates'): Locator {
    return this.region.getByRole('button', { name: this.t(`search.${key}`), exact: true });
  }
  /** An example by its name and fact. */
  example(name: string | RegExp): Locator {
    return this.region.getByRole('list', { name: this.t('start.examples') }).getByRole('button', { name });
  }
}
