import { CallError } from '../../../../contract/calls/callError.ts';
import { submitReply, type PriceResult } from '../../../../contract/orders/orders.ts';

/** The new price in a refused submit ("price changed", decision 6); null if it has none. */
export function newPriceIn(error: unknown): PriceResult | null {
  const reply = submitReply.safeParse(error instanceof CallError ? error.reply : undefined);
  return reply.success ? (reply.data.data?.price ?? null) : null;
}
