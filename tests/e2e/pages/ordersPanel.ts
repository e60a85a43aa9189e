import { expect, type Download, type Locator, type Page } from 'playwright/test';
import type { Words } from '../support/words.ts';

/** §2 Order panel. */
export class OrdersPanel {
  readonly page: Page;
  readonly t: Words;

  constructor(page: Page, t: Words) {
    this.page = page;
    this.t = t;
  }

  /** The row of the order with the given name. */
  row(name: string): Locator {
    return this.page
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { name, exact: true }) });
  }

  async expectStatus(name: string, status: number): Promise<void> {
    await expect(
      this.row(name)
        .getByText(this.t(`orders.status.${status}`), { exact: true })
        .first(),
    ).toBeVisible({
      timeout: 60_000,
    });
  }

  async unfold(name: string): Promise<void> {
    await this.row(name).getByRole('button', { expanded: false }).last().click();
  }

  links(name: string): Locator {
    return this.row(name).getByRole('link');
  }

  async download(link: Locator): Promise<Download> {
    const waiting = this.page.waitForEvent('download');
    await link.click();
    return waiting;
  }
}
