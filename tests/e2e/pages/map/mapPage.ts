import { expect, type Locator } from 'playwright/test';
import { PageObject } from '../pageObject.ts';

/** Keys of tools. */
const KEYS = {
  rectangle: 'r',
  polygon: 'p',
  distance: 'd',
  area: 'a',
  compare: 'b',
  clearArea: 'x',
  clearMeasures: 'Shift+X',
} as const;
type KeyedTool = keyof typeof KEYS;
const isKeyed = (tool: string): tool is KeyedTool => tool in KEYS;

/** The map with its toolbar and readouts. */
export class MapPage extends PageObject {
  readonly toolbar = this.page.getByRole('toolbar', { name: this.t('map.tools') });
  readonly canvas = this.page.locator('canvas.maplibregl-canvas');

  /** Date and satellite of the hovered footprint; hidden from screen readers, which get the list's row. */
  readonly hoverLabel = this.page.locator('.gt-map__tag--hovered');

  /** Chooses how the map shows the results. */
  async show(view: 'auto' | 'density' | 'outlines' | 'hidden'): Promise<void> {
    await this.choose(this.t(`map.footprintView.${view}`));
  }
  /** Chooses in the menu of the map's label. */
  async choose(name: string): Promise<void> {
    await this.page
      .getByRole('button', { name: new RegExp(`^${this.t('map.footprintView.label')}`) })
      .click({ force: true });
    const item = this.page.getByRole('menuitemradio', { name, exact: true });
    await item.click();
    await item.waitFor({ state: 'hidden' });
  }

  /** A tool; from 640 pixels on, only while its group is unfolded. */
  tool(key: string): Locator {
    return this.page
      .locator('.gt-toolbar')
      .getByRole('button', { name: this.t(`map.tool.${key}`), exact: true });
  }
  /** The toolbar's button of a tool's group. */
  group(key: string): Locator {
    return this.toolbar.locator(`[data-tools~=${key}]`);
  }
  /** The group's button while the tool runs. */
  running(key: string): Locator {
    return this.toolbar.locator(`[data-running=${key}]`);
  }
  async unfold(key: string): Promise<void> {
    const group = this.group(key === 'compare' ? 'layers' : key);
    if (!(await this.tool(key).isVisible())) await group.click();
  }
  async press(key: string): Promise<void> {
    if (key === 'layers') return this.group(key).click();
    await this.unfold(key);
    return this.tool(key).click();
  }
  async focus(key: string): Promise<void> {
    if (key !== 'layers') await this.unfold(key);
    await this.tool(key).focus();
  }

  /** The bar for editing the area. */
  readonly editBar = this.page.getByRole('group', { name: this.t('map.edit.title') });
  editAction(key: 'remove' | 'undo' | 'redo' | 'done'): Locator {
    return this.editBar.getByRole('button', { name: this.t(`map.edit.${key}`), exact: true });
  }
  /** The button in the search panel that shows or hides the area's handles. */
  readonly editArea = this.page.getByRole('button', { name: this.t('map.edit.begin'), exact: true });
  /** The area at the pointer; hidden from screen readers, which announce it once the change is finished. */
  readonly liveArea = this.page.locator('.gt-map__tag--live');
  /** The message in the mode's bar about where the outline crosses itself. */
  get crossing(): Locator {
    const pattern = this.t('errors.geometry.selfCrossing', { lon: '#', lat: '#' }).replaceAll('#', '.+');
    return this.page.getByRole('alert').getByText(new RegExp(pattern));
  }
  readonly zoom = this.page.getByRole('group', { name: this.t('map.readOut') }).getByText(/^Zoom/);

  /** Draws a rectangle by two clicks, in pixels. */
  async drawBox(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    await this.key('rectangle');
    // drawing begins when its code has loaded
    await expect(this.page.getByRole('group', { name: this.t('map.draw.box') })).toBeVisible();
    await this.page.mouse.click(...from);
    await this.page.mouse.click(...to);
  }

  /** Drags with the mouse in a few steps; `isReleased` false keeps the button down. */
  async drag(
    from: readonly [number, number],
    to: readonly [number, number],
    isReleased = true,
  ): Promise<void> {
    await this.page.mouse.move(...from);
    await this.page.mouse.down();
    await this.page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 2 });
    await this.page.mouse.move(...to, { steps: 2 });
    if (isReleased) await this.page.mouse.up();
  }

  /** Ends the active map mode: drawing, measuring or editing. */
  async leaveModes(): Promise<void> {
    if (await this.editBar.isVisible()) await this.editAction('done').click();
    const on = this.toolbar.locator('[data-running]');
    const running = (await on.count()) > 0 ? await on.getAttribute('data-running') : null;
    if (running !== null) await (isKeyed(running) ? this.key(running) : this.press(running));
    await expect(on).toHaveCount(0);
    await expect(this.editBar).toBeHidden();
  }

  /** Clears the area of interest or the measurements, if there are any. */
  async clear(key: 'clearArea' | 'clearMeasures' = 'clearArea'): Promise<void> {
    await this.key(key);
  }

  /** Uses a tool by its key, whatever has the focus: a tenth of the time of unfolding its group and clicking. */
  async key(tool: KeyedTool): Promise<void> {
    await this.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await this.page.keyboard.press(KEYS[tool]);
  }
}
