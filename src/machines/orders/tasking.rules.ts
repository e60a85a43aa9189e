import {
  CLOUD,
  CONTRACT_UTYPE,
  GSD,
  OFF_NADIR,
  type ProductLevel,
  type ProductMode,
  type Projection,
  type SourceCode,
} from '../../../contract/limits.ts';
import type { TaskingForm, TaskingPriceRequest } from '../../../contract/orders.ts';
import type { Satellite } from '../../../contract/settings.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { TaskingStart } from '../search/taskingStart.rules.ts';

/** The tasking order form (§3). Days are UTC days, '' when cleared; resolution in metres, angles in degrees. */
export interface TaskingDraft {
  orderName: string;
  sourceCode: SourceCode;
  windowStart: string;
  windowEnd: string;
  maxCloudCover: number;
  maxOffNadirAngle: number;
  resolution: number;
  productMode: ProductMode;
  productLevel: ProductLevel;
  cropByAoi: boolean;
  projection: Projection;
  /** Deliver L1 data at the same time. */
  appendL1: boolean;
  contractNum: string;
}

/** §3, §9: the form as it opens. */
export function newTasking(start: TaskingStart): TaskingDraft {
  const { sourceCode, windowStart, windowEnd, productMode, satellite } = start;
  return {
    orderName: '',
    sourceCode,
    windowStart,
    windowEnd,
    maxCloudCover: CLOUD.taskingDefault,
    maxOffNadirAngle: OFF_NADIR.taskingDefault,
    resolution: satellite.gsd,
    productMode,
    productLevel: 'L1',
    cropByAoi: true,
    projection: 'LAT_LON',
    appendL1: false,
    contractNum: '',
  };
}

/** Metres that a satellite's images can be asked for in: its own, and the coarser ones of §2's ticks. */
export function resolutionsOf(satellite: Pick<Satellite, 'gsd'>): number[] {
  return [satellite.gsd, ...GSD.ticks.filter((gsd) => gsd > satellite.gsd)];
}

/** Fields that say nothing of what is delivered; every other one may bear on the price of some back end. */
const UNPRICED_FIELDS: ReadonlySet<string> = new Set(['orderName', 'contractNum']);

export function bearsOnTaskingPrice(patch: Partial<TaskingDraft>): boolean {
  return Object.keys(patch).some((field) => !UNPRICED_FIELDS.has(field));
}

/** §2: source C offers a choice between OV-A (code CA) and OV-B (code C). */
export function hasSourceChoice(source: SourceCode): boolean {
  return source === 'C' || source === 'CA';
}

/** §2: the projection selector appears only when the level is not L1. */
export function canChooseTaskingProjection(draft: Pick<TaskingDraft, 'productLevel'>): boolean {
  return draft.productLevel !== 'L1';
}

/** §2: the append-L1 checkbox appears only when the source is C or CA and the level is not L1. */
export function canAppendTaskingL1(draft: Pick<TaskingDraft, 'productLevel' | 'sourceCode'>): boolean {
  return hasSourceChoice(draft.sourceCode) && draft.productLevel !== 'L1';
}

/** §4: choosing an L1 level forces projection LAT_LON; what is no longer offered is no longer chosen. */
export function changedTasking(draft: TaskingDraft, patch: Partial<TaskingDraft>): TaskingDraft {
  const next = { ...draft, ...patch };
  return {
    ...next,
    projection: canChooseTaskingProjection(next) ? next.projection : 'LAT_LON',
    appendL1: canAppendTaskingL1(next) && next.appendL1,
  };
}

/** Whether the form holds anything that closing it would lose. */
export function isTaskingChanged(draft: TaskingDraft, start: TaskingStart): boolean {
  return JSON.stringify(draft) !== JSON.stringify(newTasking(start));
}

/** Why the order can't be submitted yet: §5 orderName required; the terms agreed. */
export function taskingOrderRefusal(
  draft: TaskingDraft,
  agreed: boolean,
): 'errors.orderNameMissing' | 'errors.termsNotAgreed' | null {
  if (draft.orderName.trim() === '') return 'errors.orderNameMissing';
  if (!agreed) return 'errors.termsNotAgreed';
  return null;
}

export function taskingPriceRequestOf(draft: TaskingDraft, aoi: Aoi, utype: number): TaskingPriceRequest {
  const [orderName, contractNum] = [draft.orderName.trim(), draft.contractNum.trim()];
  return {
    ...(orderName === '' ? {} : { orderName }),
    aoiWkt: aoi.wkt,
    sourceCode: draft.sourceCode,
    taskingWindowStart: draft.windowStart,
    taskingWindowEnd: draft.windowEnd,
    maxCloudCover: draft.maxCloudCover,
    maxOffNadirAngle: draft.maxOffNadirAngle,
    resolution: draft.resolution,
    productMode: draft.productMode,
    productLevel: draft.productLevel,
    cropByAoi: draft.cropByAoi,
    projection: draft.projection,
    // §4: if isAppendL1 is checked, productLevelAppend is L1
    ...(draft.appendL1 ? { productLevelAppend: 'L1' as const } : {}),
    // §6: utype 6 sees the contract number
    ...(contractNum === '' || utype !== CONTRACT_UTYPE ? {} : { contractNum }),
  };
}

/** @param agreedCents the final price shown, integer cents */
export function taskingFormOf(
  draft: TaskingDraft,
  aoi: Aoi,
  utype: number,
  agreedCents: number,
): TaskingForm {
  return { ...taskingPriceRequestOf(draft, aoi, utype), orderName: draft.orderName.trim(), agreedCents };
}
