import type { Locator } from 'playwright/test';
import { PageObject } from '../pageObject.ts';

/** The before/after comparison on the map. */
export class Comparison extends PageObject {
  readonly root = this.page.getByRole('group', { name: this.t('compare.title'), exact: true });
  readonly divider = this.root.getByRole('slider', { name: this.t('compare.divider') });
  readonly track = this.root.locator('.gt-compare__track');
  side(name: 'before' | 'after'): Locator {
    return this.root.getByRole('button', { name: new RegExp(`^${this.t(`compare.${name}`)}`) });
  }
  button(name: 'swap' | 'centre' | 'close'): Locator {
    return this.root.getByRole('button', { name: this.t(`compare.${name}`), exact: true });
  }
  /** The maps on the page. */
  readonly maps = this.page.locator('canvas.maplibregl-canvas');

  /** The centre of the handle, in pixels. */
  async handleCentre(): Promise<{ x: number; y: number }> {
    const box = await this.divider.boundingBox();
    if (box === null) throw new Error('the divider is not in sight');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
}
