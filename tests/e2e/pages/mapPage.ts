import type { Locator, Page } from 'playwright/test';
import type { Words } from '../words.ts';

/** The map with its toolbar and read-outs. */
export class MapPage {
  readonly page: Page;
  readonly t: Words;

  constructor(page: Page, t: Words) {
    this.page = page;
    this.t = t;
  }

  get toolbar(): Locator {
    return this.page.getByRole('toolbar', { name: this.t('map.toolbar') });
  }
  get canvas(): Locator {
    return this.page.locator('canvas.maplibregl-canvas');
  }

  tool(key: string): Locator {
    return this.toolbar.getByRole('button', { name: this.t(`map.${key}`) });
  }
}
