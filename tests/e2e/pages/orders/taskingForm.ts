import type { Locator } from 'playwright/test';
import { OrderForm } from './orderForm.ts';

/** §3 Tasking order form. */
export class TaskingForm extends OrderForm {
  protected override readonly title = 'tasking.title';

  /** The dots of the timeline. */
  get passes(): Locator {
    return this.dialog.getByRole('group').locator('button[aria-pressed]');
  }

  radio(name: string): Locator {
    return this.dialog.getByRole('radio', { name: new RegExp(`^${name}\\b`) });
  }

  /** The field of the window, with its days. */
  get window(): Locator {
    return this.dialog.getByRole('button', { name: this.t('tasking.window') });
  }

  checkbox(key: string): Locator {
    return this.dialog.getByRole('checkbox', { name: this.t(key), exact: true });
  }
}
