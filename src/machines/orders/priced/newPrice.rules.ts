import { CallError } from '../../../../contract/callError.ts';
import { submitReply, type PriceResult } from '../../../../contract/orders.ts';

/** The new price that a refused submit brings ("price changed", decision 6); null where it brings none. */
export function newPriceIn(error: unknown): PriceResult | null {
  const reply = submitReply.safeParse(error instanceof CallError ? error.reply : undefined);
  return reply.success ? (reply.data.data?.price ?? null) : null;
}
