import type { Change } from '../../geo/check/areaChange.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { AreaReview } from '../../geo/check/areaReview.ts';

/** Something that the AOI doctor did, as its sentence. */
export function changeText({ kind, ...params }: Change): NoticeText {
  return { key: `doctor.${kind}`, params };
}

/** By how many percent the area changed; null where there was none to compare with. */
export function areaChange({ areaBefore, areaAfter }: AreaReview): number | null {
  return areaBefore > 0 ? ((areaAfter - areaBefore) / areaBefore) * 100 : null;
}
