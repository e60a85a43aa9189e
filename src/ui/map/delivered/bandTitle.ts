import type { Band } from '../../../raster/delivered/rasterFile.ts';
import type { Translate } from '../../shared/i18n/language.ts';

/** '3 · Red': the number and what the band measures, else its name. */
export function bandTitle(t: Translate, { at, name, role }: Band): string {
  const title = role === null ? name : t(`delivered.roles.${role}`);
  return title === '' ? t('delivered.band', { number: at + 1 }) : `${at + 1} · ${title}`;
}
