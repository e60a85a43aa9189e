import { expect, type Locator, type Page } from 'playwright/test';
import type { Words } from '../support/words.ts';

/** The map with its toolbar and read-outs. */
export class MapPage {
  readonly page: Page;
  readonly t: Words;

  constructor(page: Page, t: Words) {
    this.page = page;
    this.t = t;
  }

  get toolbar(): Locator {
    return this.page.getByRole('toolbar', { name: this.t('map.tools') });
  }
  get canvas(): Locator {
    return this.page.locator('canvas.maplibregl-canvas');
  }

  /** Date and satellite over the hovered footprint; hidden from readers, who hear the list's row. */
  get hoverLabel(): Locator {
    return this.page.locator('.gt-map__tag--hovered');
  }

  tool(key: string): Locator {
    return this.toolbar.getByRole('button', { name: this.t(`map.tool.${key}`) });
  }

  /** The bar of the editing of the area. */
  get editBar(): Locator {
    return this.page.getByRole('group', { name: this.t('map.edit.title') });
  }
  editAction(key: 'remove' | 'undo' | 'redo' | 'done'): Locator {
    return this.editBar.getByRole('button', { name: this.t(`map.edit.${key}`), exact: true });
  }
  /** Shows the handles of the area, or hides them: the button in the search panel. */
  get editArea(): Locator {
    return this.page.getByRole('button', { name: this.t('map.edit.begin'), exact: true });
  }
  /** The area at the pointer; hidden from readers, who hear it when the change is done. */
  get liveArea(): Locator {
    return this.page.locator('.gt-map__tag--live');
  }
  /** Where the outline crosses itself, in the bar of the mode. */
  get crossing(): Locator {
    const pattern = this.t('errors.geometry.selfCrossing', { lon: '#', lat: '#' }).replaceAll('#', '.+');
    return this.page.getByRole('alert').getByText(new RegExp(pattern));
  }
  get zoom(): Locator {
    return this.page.getByRole('group', { name: this.t('map.readOut') }).getByText(/^Zoom/);
  }

  /** A rectangle by two clicks, pixels. */
  async drawBox(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    await this.tool('rectangle').click();
    await this.page.mouse.click(...from);
    await this.page.mouse.click(...to);
  }

  /** A drag with the mouse in some steps, let go at the end unless it is to be looked at before. */
  async drag(from: readonly [number, number], to: readonly [number, number], isLetGo = true): Promise<void> {
    await this.page.mouse.move(...from);
    await this.page.mouse.down();
    await this.page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 2 });
    await this.page.mouse.move(...to, { steps: 2 });
    if (isLetGo) await this.page.mouse.up();
  }

  /** Ends whatever the map is asked to do: drawing, measuring, editing. */
  async leaveModes(): Promise<void> {
    if (await this.editBar.isVisible()) await this.editAction('done').click();
    const on = this.toolbar.locator('button[aria-pressed=true]');
    if ((await on.count()) > 0) await on.click();
    await expect(on).toHaveCount(0);
    await expect(this.editBar).toBeHidden();
  }

  /** Takes the area of interest away, if there is one. */
  async clearArea(): Promise<void> {
    const clear = this.tool('clearArea');
    if ((await clear.getAttribute('aria-disabled')) !== 'true') await clear.click();
    await expect(clear).toHaveAttribute('aria-disabled', 'true');
  }
}
