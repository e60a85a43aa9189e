import type { Locator } from 'playwright/test';
import type { Words } from '../../support/words.ts';

/** The question which of several areas an outline means, in the dialog that read it. */
export class AreaChoices {
  readonly dialog: Locator;
  readonly t: Words;

  constructor(dialog: Locator, t: Words) {
    this.dialog = dialog;
    this.t = t;
  }

  get group(): Locator {
    return this.dialog.getByRole('group', { name: this.t('areaChoice.legend') });
  }
  get options(): Locator {
    return this.group.getByRole('radio');
  }
  get pictures(): Locator {
    return this.group.locator('svg');
  }
  get use(): Locator {
    return this.dialog.getByRole('button', { name: this.t('areaChoice.use'), exact: true });
  }

  /** Named by its meaning and its area. */
  option(kind: 'north' | 'south' | 'bothPoles' | 'belt' | 'written'): Locator {
    return this.group.getByRole('radio', { name: this.t(`areaChoice.${kind}`) });
  }
}
