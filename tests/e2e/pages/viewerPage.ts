import type { Locator } from 'playwright/test';
import { PageObject } from './pageObject.ts';

/** The machine viewer, found by accessible names. */
export class ViewerPage extends PageObject {
  readonly list = this.page.getByRole('navigation', { name: this.t('viewer.title') });
  chart(machine: string): Locator {
    return this.page.getByRole('region', { name: this.t('viewer.chart', { machine }) });
  }
  /** A state's box in the chart. */
  state(id: string): Locator {
    return this.page.locator(`[data-state="${id}"]`);
  }
  /** The button that scrolls an active state into view. */
  scrollButton(state: string): Locator {
    return this.page.getByRole('button', { name: this.t('viewer.bring', { state }), exact: true });
  }
  readonly entries = this.page.getByRole('list', { name: this.t('viewer.log') }).getByRole('listitem');
  actor(name: string): Locator {
    return this.list.getByRole('button', { name: new RegExp(`^${name}\\b`) }).first();
  }
  async choose(name: string): Promise<void> {
    await this.actor(name).click();
  }
  button(key: string): Locator {
    return this.page.getByRole('button', { name: this.t(key), exact: true });
  }
  /** The switch between the parts of a narrow page. */
  part(key: string): Locator {
    return this.page.getByRole('radio', { name: this.t(key), exact: true });
  }
  tab(key: string): Locator {
    return this.page.getByRole('tab', { name: this.t(key) });
  }
}
