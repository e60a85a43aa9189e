import type { Locator } from 'playwright/test';
import { PageObject } from './pageObject.ts';

/** §2 Search panel, its results and details. */
export class SearchPanel extends PageObject {
  /** The panel beside the map. */
  readonly panel = this.page.getByRole('complementary', { name: this.t('bar.panel') });
  readonly submit = this.panel.getByRole('button', { name: this.t('search.search'), exact: true });
  /** The step that mends an empty result. */
  readonly mend = this.panel.locator('.gt-nothing > .gt-button--primary');
  /** A way on where a search found nothing. */
  way(name: 'nearest' | 'pass' | 'watch'): Locator {
    return this.panel.getByRole('button', { name: this.t(`ways.${name}`) });
  }
  readonly tasking = this.panel.getByRole('button', { name: this.t('search.tasking'), exact: true });
  /** The row that unfolds satellites and product mode. */
  readonly fold = this.panel.getByRole('button', { name: new RegExp(`^${this.t('search.more')}`) });
  readonly satellites = this.panel.getByRole('button', {
    name: new RegExp(`${this.t('search.satellites')}$`),
  });
  async unfold(): Promise<void> {
    if ((await this.fold.getAttribute('aria-expanded')) === 'false') await this.fold.click();
  }
  readonly list = this.page.getByRole('grid', { name: this.t('results.list') });
  readonly rows = this.list.getByRole('row');
  /** The heading with the number of results, e.g. '48 scenes'. */
  get count(): Locator {
    const pattern = this.t('results.title_other', { count: 0 }).replace('0', String.raw`[\d,]+`);
    return this.page.getByRole('heading', { name: new RegExp(`^${pattern}$`) });
  }
  readonly details = this.page.getByRole('complementary', { name: this.t('details.title') });
  /** The bar that appears with the first selected scene. */
  readonly choice = this.page.getByRole('region', { name: this.t('results.selection') });

  /** The clear mosaic as an order. */
  readonly offer = this.panel.getByRole('region', { name: this.t('results.mosaic.label') });

  /** An item of the menu of the selected scenes, or of the open one. */
  async more(of: 'choice' | 'details', key: string): Promise<Locator> {
    const label = this.t(of === 'choice' ? 'results.moreOfSelection' : 'details.more');
    await this[of].getByRole('button', { name: label, exact: true }).click();
    return this.page.getByRole('menuitem', { name: this.t(key) });
  }

  async chooseRow(index: number): Promise<void> {
    const free = this.page.getByRole('checkbox', { disabled: false });
    await this.rows.filter({ has: free }).nth(index).getByRole('checkbox').click({ force: true });
  }

  async chooseSensor(sensor: string): Promise<void> {
    await this.panel.getByRole('radio', { name: sensor, exact: true }).click({ force: true });
  }

  /** Selects a satellite in the list, by its name. */
  async chooseSatellite(name: string): Promise<void> {
    await this.unfold();
    await this.satellites.click();
    await this.page.getByRole('option', { name: new RegExp(name) }).click();
    await this.page.keyboard.press('Escape');
  }

  /** UTC days, YYYY-MM-DD. */
  async enterDays(from: string, to: string): Promise<void> {
    const name = this.t('search.date');
    await this.panel.getByRole('button', { name: new RegExp(name) }).click();
    const calendar = this.page.getByRole('dialog', { name });
    for (const [key, day] of [
      ['kit.dateTo', to],
      ['kit.dateFrom', from],
    ] as const) {
      const field = calendar.getByRole('textbox', { name: this.t(key), exact: true });
      await field.fill(day);
      await field.press('Enter');
    }
    await this.page.keyboard.press('Escape');
  }

  async order(): Promise<void> {
    await this.choice.getByRole('button', { name: this.t('results.order'), exact: true }).click();
  }
}
