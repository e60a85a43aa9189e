import type { Invariants } from './invariant.ts';
import { mapInvariants } from './map.ts';
import { orderInvariants } from './orders.ts';
import { savedInvariants } from './saved.ts';
import { sessionInvariants } from './session.ts';

/** The machines' own invariants by machine; those of every machine are `COMMON`. */
export const INVARIANTS: Readonly<Record<string, Invariants>> = {
  ...sessionInvariants,
  ...mapInvariants,
  ...savedInvariants,
  ...orderInvariants,
};
