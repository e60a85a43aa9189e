import type { Locator } from 'playwright/test';
import { PageObject } from './pageObject.ts';

/** The card that a user meets before the first AOI. */
export class StartCard extends PageObject {
  readonly region = this.page.getByRole('region', { name: this.t('start.title') });
  readonly close = this.region.getByRole('button', { name: this.t('common.close'), exact: true });
  way(key: 'draw' | 'upload' | 'coordinates'): Locator {
    return this.region.getByRole('button', { name: this.t(`search.${key}`), exact: true });
  }
  /** An example by its name and fact. */
  example(name: string | RegExp): Locator {
    return this.region.getByRole('list', { name: this.t('start.examples') }).getByRole('button', { name });
  }
}
