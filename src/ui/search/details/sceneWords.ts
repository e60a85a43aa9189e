import type { Scene } from '../../../../contract/search.ts';
import type { Translate } from '../../shared/i18n/language.ts';
import {
  formatDate,
  formatDegrees,
  formatGsd,
  formatPercent,
  formatTime,
} from '../../shared/i18n/formats.ts';

/** The text for an absent value (decision 3: null, never invented). */
const ABSENT = '—';

/** The text of a value, or '—'. */
export function worded<V>(value: V | null, words: (value: V) => string): string {
  return value === null ? ABSENT : words(value);
}

/** A scene's date, time and satellite, for button labels. */
export function sceneName({ properties }: Scene): string {
  const { acquisitionDate, satellite, productId } = properties;
  return `${formatDate(acquisitionDate)} ${formatTime(acquisitionDate)}, ${satellite ?? productId}`;
}

export const gsdWords = (gsd: number | null): string => worded(gsd, formatGsd);
export const cloudWords = (cloud: number | null): string => worded(cloud, (value) => formatPercent(value));
export const angleWords = (angle: number | null): string => worded(angle, (value) => formatDegrees(value));

/** Who sells a scene, and the archive elsewhere that it came from. */
export function supplierWords(t: Translate, { properties: { supplier, source } }: Scene): string {
  if (typeof source !== 'string') return supplier ?? t('details.unknownSupplier');
  const from = t('results.fromSource', { name: source });
  return supplier === null ? from : `${supplier}, ${from}`;
}

/** The thumbnail for list rows; only our own server's URLs accept the size parameter. */
export function thumbUrl(quicklookUrl: string): string {
  return quicklookUrl.includes('?') ? `${quicklookUrl}&size=thumb` : quicklookUrl;
}
