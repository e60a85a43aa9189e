import { expect, type Download, type Locator } from 'playwright/test';
import { PageObject } from '../pageObject.ts';

/** §2 Order panel. */
export class OrdersPanel extends PageObject {
  async expectStatus(name: string, status: number): Promise<void> {
    await expect(
      this.row(name)
        .getByText(this.t(`orders.status.${status}`), { exact: true })
        .first(),
    ).toBeVisible({
      // files are made beside everything else that a busy machine does
      timeout: 120_000,
    });
  }

  /** Saves the links of an order without a page of its own. */
  saveLinks(name: string): Locator {
    return this.row(name).getByRole('button', { name: this.t('orders.saveLinksOf', { name }), exact: true });
  }

  /** Cancels an order in its row. */
  async cancel(name: string): Promise<void> {
    await this.row(name)
      .getByRole('button', { name: this.t('orders.cancelOf', { name }), exact: true })
      .click();
    await this.page
      .getByRole('alertdialog', { name: this.t('orders.cancelTitle') })
      .getByRole('button', { name: this.t('orders.cancelYes'), exact: true })
      .click();
  }

  async openPage(name: string): Promise<void> {
    await this.row(name).getByRole('button', { name, exact: true }).click();
    await expect(this.block('orders.filesTitle')).toBeVisible();
  }

  /** The foot of the open order's page. */
  readonly foot = this.page.locator('.gt-order-page .gt-panel__foot');
  readonly menu = this.foot.getByRole('button', { name: this.t('results.more'), exact: true });
  /** An item of the menu of the open order's page. */
  async more(key: string): Promise<Locator> {
    await this.menu.click();
    return this.page.getByRole('menuitem', { name: this.t(key) });
  }

  /** A block of the open order's page, by the key of its title. */
  block(title: string): Locator {
    return this.page.getByRole('region', { name: this.t(title), exact: true });
  }

  /** The links to the delivered files on the open order's page. */
  readonly files = this.block('orders.filesTitle').getByRole('rowheader').getByRole('link');

  async download(link: Locator): Promise<Download> {
    const waiting = this.page.waitForEvent('download');
    await link.click();
    return waiting;
  }
}
