import { ORDER_NUM_MAX } from '../../../../contract/limits.ts';
import type { Address } from '../../shared/address.ts';

/** The order number in an address (decision 104); it may not exist. */
export function orderIn({ query }: Address): string | null {
  return query['order']?.trim().slice(0, ORDER_NUM_MAX) || null;
}
