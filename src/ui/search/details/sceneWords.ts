import type { Scene } from '../../../../contract/search.ts';
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

/** The thumbnail for list rows; only our own server's URLs accept the size parameter. */
export function thumbUrl(quicklookUrl: string): string {
  return quicklookUrl.includes('?') ? `${quicklookUrl}&size=thumb` : quicklookUrl;
}
