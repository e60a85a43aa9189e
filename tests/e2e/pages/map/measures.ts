import { expect, type Locator, type Page } from 'playwright/test';
import type { Words } from '../../support/words.ts';
import { PageObject } from '../pageObject.ts';
import type { MapPage } from './mapPage.ts';

/** Pixels from the window's top left corner. */
export type Point = readonly [x: number, y: number];

/** Measuring on the map, and the list of measurements. */
export class Measures extends PageObject {
  readonly map: MapPage;

  constructor(page: Page, t: Words, map: MapPage) {
    super(page, t);
    this.map = map;
  }

  readonly list = this.page.getByRole('region', { name: this.t('measure.list'), exact: true });
  readonly items = this.list.getByRole('listitem');
  /** The figure at the pointer; hidden from screen readers, which announce every vertex. */
  readonly live = this.page.locator('.gt-map__tag--measured.gt-map__tag--live');
  /** The lengths on the segments; the list repeats them. */
  readonly segments = this.page.locator('.gt-measures__segment:visible');
  bar(kind: 'distance' | 'area'): Locator {
    return this.page.getByRole('group', { name: this.t(`measure.${kind}`), exact: true });
  }
  removeButton(name: string): Locator {
    return this.list.getByRole('button', { name: this.t('measure.remove', { name }) });
  }

  async choose(kind: 'distance' | 'area'): Promise<void> {
    await this.map.key(kind);
    await expect(this.bar(kind)).toBeVisible();
  }
  async click(...points: Point[]): Promise<void> {
    for (const [x, y] of points) await this.page.mouse.click(x, y);
  }
  /** Clicks the points; a double click on the last one finishes. */
  async measure(...points: Point[]): Promise<void> {
    await this.click(...points.slice(0, -1));
    const [x, y] = points.at(-1) ?? [0, 0];
    await this.page.mouse.dblclick(x, y);
  }
  /** Zooms out in whole steps to a zoom level, so that the window covers kilometres. */
  async zoomTo(zoom: number): Promise<void> {
    await expect(this.map.zoom).toHaveText(/\d/);
    const from = Number(/[\d.]+/.exec((await this.map.zoom.textContent()) ?? '')?.[0]);
    for (let next = from - 1; next >= zoom; next--) {
      await this.page.getByRole('button', { name: this.t('map.zoomOut'), exact: true }).click();
      await expect(this.map.zoom).toHaveText(`Zoom ${next.toFixed(1)}`);
    }
  }
}
