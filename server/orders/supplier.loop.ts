import { startLoop, type Loop } from '../base/loop.ts';
import type { Config } from '../base/settings/config.ts';
import type { OrderDeps, Supplier } from './supplier.ts';

/** How often due steps are polled: fast enough for the configured pace, at most four times a second. */
function supplierPauseMs(config: Pick<Config, 'supplierStepSeconds'>): number {
  return Math.min(Math.max((config.supplierStepSeconds * 1000) / 5, 250), 2_000);
}

/** Runs the due work of one of the supplier's lanes. */
export function startSupplierLoop({ config, log }: OrderDeps, run: Supplier['lanes']['steps']): Loop {
  const everyMs = supplierPauseMs(config);
  return startLoop({ failure: 'the supplier could not take its steps', everyMs, run }, log);
}
