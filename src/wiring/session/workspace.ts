import type { ActorMachines } from '../../machines/session/actors.ts';
import type { FormMachines } from '../../machines/session/forms.ts';
import type { Call } from '../../services/call/call.ts';
import { wireAccount } from '../account.ts';
import { wireAoi } from '../aoi.ts';
import { wireExports } from '../exports.ts';
import { wireImagery } from '../imagery.ts';
import { wireMap } from '../map.ts';
import { wireOrders } from '../orders.ts';
import { wireSaved } from '../saved.ts';
import { wireSearch } from '../search.ts';
import { wireShell } from './shell.ts';

/** A signed-in user's machines with their real services; in a chunk that the log-in page does not load. */
export function wireWorkspace(call: Call): ActorMachines & FormMachines {
  return {
    ...wireShell(),
    ...wireAoi(call),
    ...wireMap(call),
    ...wireSearch(call),
    ...wireOrders(call),
    ...wireImagery(call),
    ...wireExports(call),
    ...wireSaved(call),
    ...wireAccount(call),
  };
}
