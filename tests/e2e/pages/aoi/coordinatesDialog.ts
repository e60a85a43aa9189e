import { PageObject } from '../pageObject.ts';

/** A box in degrees, as typed. */
export interface TypedBox {
  minLatitude: string;
  maxLatitude: string;
  minLongitude: string;
  maxLongitude: string;
}

/** §2 Coordinate-input dialog. */
export class CoordinatesDialog extends PageObject {
  readonly dialog = this.page.getByRole('dialog', { name: this.t('coordinates.title') });
  readonly use = this.dialog.getByRole('button', { name: this.t('coordinates.use') });

  async choose(tab: 'bbox' | 'wkt' | 'center'): Promise<void> {
    await this.dialog.getByRole('tab', { name: this.t(`coordinates.${tab}`), exact: true }).click();
  }

  async enterBbox(box: TypedBox): Promise<void> {
    for (const [name, value] of Object.entries(box)) {
      await this.dialog.getByLabel(this.t(`coordinates.${name}`), { exact: true }).fill(value);
    }
    await this.use.click();
  }

  async enterWkt(text: string): Promise<void> {
    await this.choose('wkt');
    await this.dialog.getByLabel(this.t('coordinates.wktLabel')).fill(text);
    await this.use.click();
  }
}
