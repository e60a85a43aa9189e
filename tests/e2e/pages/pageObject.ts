import type { Locator, Page } from 'playwright/test';
import type { Words } from '../support/words.ts';

/** A part of the page, found by what users read in their language. */
export class PageObject {
  readonly page: Page;
  readonly t: Words;

  constructor(page: Page, t: Words) {
    this.page = page;
    this.t = t;
  }

  /** The row of a list whose heading is a name. */
  row(name: string): Locator {
    return this.page
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { name, exact: true }) });
  }
}
