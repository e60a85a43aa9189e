import type { Change } from '../../geo/check/areaChange.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { AreaReview } from '../../geo/check/areaReview.ts';

/** The message about a repair. */
export function changeText({ kind, ...params }: Change): NoticeText {
  return { key: `doctor.${kind}`, params };
}

/** The change of the area in percent; null if the area before was 0. */
export function areaChange({ areaBefore, areaAfter }: AreaReview): number | null {
  return areaBefore > 0 ? ((areaAfter - areaBefore) / areaBefore) * 100 : null;
}
