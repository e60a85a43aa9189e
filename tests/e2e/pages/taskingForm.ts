import type { Locator, Page } from 'playwright/test';
import type { Words } from '../support/words.ts';

/** §3 Tasking order form. */
export class TaskingForm {
  readonly page: Page;
  readonly t: Words;

  constructor(page: Page, t: Words) {
    this.page = page;
    this.t = t;
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: this.t('tasking.title') });
  }
  get name(): Locator {
    return this.dialog.getByLabel(this.t('order.name'));
  }
  get agree(): Locator {
    return this.dialog.getByRole('checkbox', { name: new RegExp(this.t('order.terms')) });
  }
  get submit(): Locator {
    return this.dialog.getByRole('button', { name: this.t('order.submit'), exact: true });
  }
  get confirm(): Locator {
    return this.page.getByRole('button', { name: this.t('order.confirm'), exact: true });
  }
  /** The final price as formatted, e.g. '$6,317.10'. */
  get finalPrice(): Locator {
    return this.dialog.getByText(/^\$[\d,]+\.\d\d$/);
  }
  /** The dots of the timeline. */
  get passes(): Locator {
    return this.dialog.getByRole('group').locator('button[aria-pressed]');
  }

  radio(name: string): Locator {
    return this.dialog.getByRole('radio', { name: new RegExp(`^${name}\\b`) });
  }

  checkbox(key: string): Locator {
    return this.dialog.getByRole('checkbox', { name: this.t(key), exact: true });
  }
}
