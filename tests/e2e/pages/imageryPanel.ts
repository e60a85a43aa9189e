import type { Locator } from 'playwright/test';
import { PageObject } from './pageObject.ts';

/** §2 Imagery panel. */
export class ImageryPanel extends PageObject {
  readonly list = this.page.getByRole('list', { name: this.t('imagery.list'), exact: true });
  /** Names of the layers, topmost first. */
  readonly names = this.list.getByRole('heading');
  override row(name: string): Locator {
    return this.list
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { name, exact: true }) });
  }
  /** The menu of a layer's other actions. */
  acts(name: string): Locator {
    return this.list.getByRole('button', { name: this.t('imagery.acts', { name }), exact: true });
  }
  /** A layer's action button. */
  act(key: 'zoom' | 'vector', name: string): Locator {
    return this.list.getByRole('button', { name: this.t(`imagery.${key}`, { name }), exact: true });
  }
  /** The checkbox on a layer's thumbnail. */
  box(name: string): Locator {
    return this.list.getByRole('checkbox', { name: this.t('imagery.show', { name }), exact: true });
  }
  /** A shown layer's opacity. */
  opacity(name: string): Locator {
    return this.row(name).getByRole('slider', { name: this.t('imagery.opacity'), exact: true });
  }
  /** Opens the export dialog. */
  readonly export = this.page.getByRole('button', { name: this.t('imagery.export'), exact: true });

  /** Drags a row by its grip to another row's position. */
  async drag(name: string, onto: string): Promise<void> {
    const [from, to] = await Promise.all([
      this.row(name).locator('.gt-imagery__grip').boundingBox(),
      this.row(onto).boundingBox(),
    ]);
    if (from === null || to === null) throw new Error('a row is not in sight');
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x, (y + to.y) / 2, { steps: 3 });
    await this.page.mouse.move(x, from.y < to.y ? to.y + to.height : to.y, { steps: 3 });
    await this.page.mouse.up();
  }
}
