import { dueIn } from '../base/due.ts';
import { startLoop, type Loop } from '../base/loop.ts';
import type { Config } from '../base/settings/config.ts';
import { DUE_ORDERS } from './orderSteps.queries.ts';
import type { OrderDeps, Supplier } from './supplier.ts';

/** How often due steps are polled: fast enough for the configured pace, at most four times a second. */
function supplierPauseMs(config: Pick<Config, 'supplierStepSeconds'>): number {
  return Math.min(Math.max((config.supplierStepSeconds * 1000) / 5, 250), 2_000);
}

/** Runs the due work of one of the supplier's lanes. */
export function startSupplierLoop(deps: OrderDeps, lane: keyof Supplier['lanes']): Loop {
  const run = deps.supplier.lanes[lane];
  const everyMs = supplierPauseMs(deps.config);
  const isDue = dueIn(deps, DUE_ORDERS[lane]);
  return startLoop({ failure: 'the supplier could not take its steps', everyMs, isDue, run }, deps.log);
}
