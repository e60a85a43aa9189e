import type { Change } from '../../geo/check/areaChange.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { AreaChoice, AreaQuestion, AreaReview } from '../../geo/check/areaReview.ts';

/** A question which area is meant, with the index of the answer; null before there is one. */
export interface AskedArea extends AreaQuestion {
  chosen: number | null;
}

/** The area that was chosen; null before that. */
export const chosenArea = (asked: AskedArea | null): AreaChoice | null =>
  asked?.choices[asked.chosen ?? -1] ?? null;

/** The user says which area is meant, uses it, or goes back. */
export type ChoiceEvent =
  | { type: 'choice.made'; index: number }
  | { type: 'choice.accepted' }
  | { type: 'choice.left' };

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

/** Whether the loops of an outline that crosses itself cancel each other out: its measured area then says nothing. */
export const isCancelledOut = ({ areaBefore, areaAfter }: AreaReview): boolean =>
  areaBefore < 0.01 * areaAfter;

/** The change of the area in percent; null if the area before says nothing. */
export function areaChange(review: AreaReview): number | null {
  const { areaBefore, areaAfter } = review;
  return isCancelledOut(review) ? null : ((areaAfter - areaBefore) / areaBefore) * 100;
}
