import type { Locator } from 'playwright/test';
import { PageObject } from '../pageObject.ts';

/** A dropped file: its name and text. */
export interface DroppedFile {
  name: string;
  text: string;
}

/** §2 Upload dialog, and the map as a drop target. */
export class UploadDialog extends PageObject {
  readonly dialog = this.page.getByRole('dialog', { name: this.t('upload.title') });
  readonly input = this.dialog.locator('input[type=file]');
  get alert(): Locator {
    // the error of a field is one, too
    return this.dialog.locator('.gt-note[role=alert]');
  }
  readonly changes = this.dialog.getByRole('list', { name: this.t('upload.changes') }).getByRole('listitem');
  /** The features of a file with several. */
  readonly features = this.dialog.getByRole('list', { name: this.t('upload.features') });
  /** Where the coordinate system of a file is searched. */
  readonly systemField = this.dialog.getByRole('searchbox', { name: this.t('systems.title') });
  readonly progress = this.dialog.getByRole('progressbar');
  /** The overlay on the map while files are dragged over it. */
  readonly overlay = this.page.locator('.gt-drop__sign');

  button(key: 'upload.use' | 'upload.another' | 'upload.cancel' | 'systems.use' | 'areaChoice.use'): Locator {
    return this.dialog.getByRole('button', { name: this.t(key), exact: true });
  }

  async choose(name: string, text: string | Buffer): Promise<void> {
    const buffer = typeof text === 'string' ? Buffer.from(text) : text;
    await this.input.setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  }

  /** Drags files over an element; with `drop`, also drops them. */
  async drag(over: Locator, files: readonly DroppedFile[], drop: boolean): Promise<void> {
    await over.evaluate(
      (element, given) => {
        const dataTransfer = new DataTransfer();
        for (const { name, text } of given.files) dataTransfer.items.add(new File([text], name));
        for (const type of given.drop ? ['dragover', 'drop'] : ['dragover'])
          element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      },
      { files: [...files], drop },
    );
  }
}
