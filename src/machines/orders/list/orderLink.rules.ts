import { ORDER_NUM_MAX } from '../../../../contract/limits.ts';
import type { Address } from '../../shared/address.ts';

/** The order that an address names (decision 104), whether or not there is one; null for none. */
export function orderIn({ query }: Address): string | null {
  return query['order']?.trim().slice(0, ORDER_NUM_MAX) || null;
}
