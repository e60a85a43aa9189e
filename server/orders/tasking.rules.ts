import { CONTRACT_UTYPE } from '../../contract/limits.ts';
import { canAppend } from '../../contract/orders/product.ts';
import type { TaskingPriceRequest } from '../../contract/orders/orders.ts';
import { Refusal } from '../base/refusal.ts';
import type { Supplier } from './supplier.ts';

/**
 * §4, §5, §6: checks a tasking form, in the order in which the portal refuses.
 * @param now today is the UTC date (decision 30)
 * @throws Refusal with the catalogue's message
 */
export function checkTasking(
  form: TaskingPriceRequest,
  utype: number,
  now: Date,
  supplier: Pick<Supplier, 'canTask'>,
): void {
  const { productMode, productLevel, projection, sourceCode, resolution } = form;
  if (productMode === 'TRISTEREO') throw new Refusal('tristereo');
  if (form.taskingWindowStart <= now.toISOString().slice(0, 10)) throw new Refusal('startNotFuture');
  if (form.taskingWindowEnd < form.taskingWindowStart) throw new Refusal('windowReversed');
  if (!supplier.canTask(sourceCode, resolution)) throw new Refusal('resolutionFiner', { resolution });
  if (productLevel === 'L1' && projection !== 'LAT_LON') throw new Refusal('projectionFixed');
  if (form.productLevelAppend && (productLevel === 'L1' || !canAppend(sourceCode)))
    throw new Refusal('appendNotOffered');
  if (form.contractNum && utype !== CONTRACT_UTYPE) throw new Refusal('contractNumNotAllowed');
}
