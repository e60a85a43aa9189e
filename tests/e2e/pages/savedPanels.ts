import type { Locator } from 'playwright/test';
import { PageObject } from './pageObject.ts';

/** §2 My AOI list, My search list and My Export panel, with their dialogs. */
export class SavedPanels extends PageObject {
  /** Its action button, by key: `myAoi.selectOf`, `saved.delete`, … */
  act(key: string, name: string): Locator {
    return this.page.getByRole('button', { name: this.t(key, { name }), exact: true });
  }
  readonly undo = this.page.getByRole('button', { name: this.t('saved.undo'), exact: true });
  dialog(key: string): Locator {
    return this.page.getByRole('dialog', { name: this.t(key) });
  }

  /** Saves the current search under a name. */
  async saveSearch(name: string): Promise<void> {
    await this.page.getByRole('button', { name: this.t('results.save'), exact: true }).click();
    const dialog = this.dialog('saveSearch.title');
    await dialog.getByLabel(this.t('saveSearch.name'), { exact: true }).fill(name);
    await dialog.getByRole('button', { name: this.t('common.save'), exact: true }).click();
  }

  /** Exports the selected scenes, as the type with the given label. */
  async exportChosen(name: string, type: string): Promise<void> {
    await this.page
      .getByRole('region', { name: this.t('results.selection') })
      .getByRole('button', { name: this.t('results.moreOfSelection'), exact: true })
      .click();
    await this.page.getByRole('menuitem', { name: this.t('results.export') }).click();
    const dialog = this.dialog('sceneExport.title');
    await dialog.getByLabel(this.t('sceneExport.name'), { exact: true }).fill(name);
    await dialog.getByRole('button', { name: new RegExp(this.t('sceneExport.type')) }).click();
    await this.page.getByRole('option', { name: type, exact: true }).click();
    await dialog.getByRole('button', { name: this.t('sceneExport.submit'), exact: true }).click();
  }
}
