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
}
