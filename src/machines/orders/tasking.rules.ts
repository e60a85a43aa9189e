import { CLOUD, GSD, OFF_NADIR, type ProductMode, type SourceCode } from '../../../contract/limits.ts';
import type { TaskingForm, TaskingPriceRequest } from '../../../contract/orders/orders.ts';
import type { Satellite } from '../../../contract/settings.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { hasContractNum, NEW_PRODUCT, type ProductDraft, productRequestOf } from './product.rules.ts';
import type { TaskingStart } from '../search/taskingStart.rules.ts';

/** The tasking order form (§3). Days are UTC days, '' when cleared; resolution in metres, angles in degrees. */
export interface TaskingDraft extends ProductDraft {
  sourceCode: SourceCode;
  windowStart: string;
  windowEnd: string;
  maxCloudCover: number;
  maxOffNadirAngle: number;
  resolution: number;
  productMode: ProductMode;
}

/** §3, §9: the form as it opens. */
export function newTasking(start: TaskingStart): TaskingDraft {
  const { sourceCode, windowStart, windowEnd, productMode, satellite } = start;
  return {
    ...NEW_PRODUCT,
    sourceCode,
    windowStart,
    windowEnd,
    maxCloudCover: start.maxCloudCover ?? CLOUD.taskingDefault,
    maxOffNadirAngle: start.maxOffNadirAngle ?? OFF_NADIR.taskingDefault,
    resolution: satellite.gsd,
    productMode,
  };
}

/** The resolutions in which a satellite's images can be ordered, metres: its own, and §2's coarser ticks. */
export function resolutionsOf(satellite: Pick<Satellite, 'gsd'>): number[] {
  return [satellite.gsd, ...GSD.ticks.filter((gsd) => gsd > satellite.gsd)];
}

/** Fields that don't affect what is delivered. Any other field may bear on the price of some back end. */
const UNPRICED_FIELDS: ReadonlySet<string> = new Set(['orderName', 'contractNum']);

export function bearsOnTaskingPrice(patch: Partial<TaskingDraft>): boolean {
  return Object.keys(patch).some((field) => !UNPRICED_FIELDS.has(field));
}

interface Tasked {
  aoi: Aoi;
  utype: number;
}

export function taskingPriceRequestOf(draft: TaskingDraft, { aoi, utype }: Tasked): TaskingPriceRequest {
  const [orderName, contractNum] = [draft.orderName.trim(), draft.contractNum.trim()];
  return {
    ...(orderName !== '' && { orderName }),
    aoiWkt: aoi.wkt,
    sourceCode: draft.sourceCode,
    taskingWindowStart: draft.windowStart,
    taskingWindowEnd: draft.windowEnd,
    maxCloudCover: draft.maxCloudCover,
    maxOffNadirAngle: draft.maxOffNadirAngle,
    resolution: draft.resolution,
    productMode: draft.productMode,
    ...productRequestOf(draft),
    projection: draft.projection,
    // §6: utype 6 sees the contract number
    ...(contractNum !== '' && hasContractNum(utype) && { contractNum }),
  };
}

/** @param agreedCents the final price shown, integer cents */
export function taskingFormOf(draft: TaskingDraft, tasked: Tasked, agreedCents: number): TaskingForm {
  const orderName = draft.orderName.trim();
  return { ...taskingPriceRequestOf(draft, tasked), orderName, agreedPrice: agreedCents };
}
