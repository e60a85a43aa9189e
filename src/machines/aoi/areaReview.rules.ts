import type { Change } from '../../geo/check/areaChange.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { AreaReview } from '../../geo/check/areaReview.ts';

/** The message about a repair. */
export function changeText({ kind, ...params }: Change): NoticeText {
  return { key: `check.${kind}`, params };
}

/** Changes that aoiOf makes to every AOI; they don't move the outline. */
export const HARMLESS: ReadonlySet<Change['kind']> = new Set([
  'ringsTurned',
  'duplicatesRemoved',
  'partsCutAt180',
  'partsBroughtHome',
]);

/** Whether repairs leave the covered ground unchanged: they then need a note but no agreement (decision 171). */
export const keepsGround = (changes: readonly Change[]): boolean =>
  changes.every(({ kind }) => HARMLESS.has(kind) || kind === 'ringsClosed' || kind === 'spikesRemoved');

/** The change of the area in percent; null if the area before was 0. */
export function areaChange({ areaBefore, areaAfter }: AreaReview): number | null {
  return areaBefore > 0 ? ((areaAfter - areaBefore) / areaBefore) * 100 : null;
}
