import { HOOK_CAUSES, type Watch } from '../../../contract/watches/watches.ts';
import {
  formatArea,
  formatDayOfYear,
  formatDegrees,
  formatPercent,
  formatTime,
  withUnit,
} from '../shared/i18n/formats.ts';
import type { Translate } from '../shared/i18n/language.ts';

/** The conditions of a watch in a line, e.g. 'AOI 88.82 km² · ≤ 20% cloud · ≤ 15°'. */
export function conditionWords(t: Translate, { condition }: Watch): string {
  if (condition === null) return t('watches.ordersNote');
  const { areaKm2, maxCloudCover, maxOffNadirAngle, minClear = 0 } = condition;
  return [
    ...(areaKm2 === null ? [] : [t('watches.area', { area: formatArea(areaKm2) })]),
    t('watches.cloudAtMost', { value: formatPercent(maxCloudCover) }),
    t('watches.offNadirAtMost', { value: formatDegrees(maxOffNadirAngle, 0) }),
    ...(minClear === 0 ? [] : [t('watches.clearAtLeast', { value: formatPercent(minClear) })]),
  ].join(' · ');
}

/** An ISO 8601 time as '14 Nov 03:22 UTC'. */
export const dayAndTime = (at: string): string => `${formatDayOfYear(at)} ${formatTime(at)}`;

/** Milliseconds as '84 ms' or '1.2 s'. */
export const tookWords = (ms: number): string =>
  ms < 1000 ? withUnit(String(ms), 'ms') : withUnit((ms / 1000).toFixed(1), 's');

/** Why a webhook had no answer. */
export function causeWords(t: Translate, cause: string | null): string {
  return t(`watches.cause.${HOOK_CAUSES.find((known) => known === cause) ?? 'unknown'}`);
}
