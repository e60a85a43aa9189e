import type { Locator } from 'playwright/test';
import { tick } from '../../support/tick.ts';
import { PageObject } from '../pageObject.ts';

/** §3 Scene order form; the tasking form extends it. */
export class OrderForm extends PageObject {
  /** The catalogue key of the dialog's title. */
  protected readonly title: string = 'order.title';

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: this.t(this.title) });
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
    return this.dialog
      .getByRole('status')
      .filter({ hasText: this.t('order.finalPrice') })
      .getByText(/^\$[\d,]+\.\d\d$/);
  }

  /** Unfolds the levels that few orders have. */
  get moreLevels(): Locator {
    return this.dialog.getByRole('button', { name: /^L3A/ });
  }
  async chooseLevel(level: string): Promise<void> {
    const radio = this.dialog.getByRole('radio', { name: new RegExp(`^${level}\\b`) });
    if ((await radio.count()) === 0) await this.moreLevels.click();
    await tick(radio);
  }

  /** Fills in the name, agrees to the terms, submits and confirms. */
  async submitAs(name: string): Promise<void> {
    await this.name.fill(name);
    await tick(this.agree);
    await this.submit.click();
    await this.confirm.click();
  }
}
