import type { Download, Locator } from 'playwright/test';
import { PageObject } from './pageObject.ts';

/** The AI analytics page, found by accessible names. */
export class AnalyticsPage extends PageObject {
  readonly run = this.page.getByRole('button', { name: this.t('analytics.run'), exact: true });
  readonly legend = this.page.getByRole('table', { name: this.t('analytics.legend') });
  readonly histogram = this.page.getByRole('img', { name: this.t('analytics.histogramLabel').slice(0, 9) });
  readonly back = this.page.getByRole('button', { name: this.t('analytics.backToForm') });
  task(name: 'index' | 'classes' | 'change'): Locator {
    return this.page.getByRole('radio', { name: this.t(`analytics.tasks.${name}`), exact: true });
  }
  /** A select of the form, by its label. */
  list(label: 'layer' | 'earlier' | 'later' | 'index'): Locator {
    return this.page.getByRole('button', { name: new RegExp(`${this.t(`analytics.${label}`)}$`) });
  }
  /** Chooses the first option that begins so. */
  async choose(label: 'layer' | 'earlier' | 'later' | 'index', option: string): Promise<void> {
    await this.list(label).click();
    await this.page
      .getByRole('option', { name: new RegExp(`^${option}`) })
      .first()
      .click();
  }
  /** Cell texts of the legend's rows. */
  async rows(): Promise<string[][]> {
    const rows = await this.legend.locator('tbody tr').all();
    return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
  }
  async save(format: 'saveTiff' | 'savePng'): Promise<Download> {
    const saving = this.page.waitForEvent('download');
    await this.page.getByRole('button', { name: this.t(`analytics.${format}`), exact: true }).click();
    return saving;
  }
}
