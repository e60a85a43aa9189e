import { describe, expect, it } from 'vitest';
import { CANCEL_BELOW_STATUS } from '../../../contract/limits.ts';
import {
  isCancellable,
  isOrderStatus,
  ORDER_STATUS,
  ORDER_STATUSES,
  type OrderStatus,
} from '../../../contract/orders/orderStatus.ts';
import { canMove, isFinal, nextStatus } from '../../../server/orders/lifecycle.rules.ts';

const ALL = ORDER_STATUSES;

describe('order status (§4)', () => {
  it('the supplier moves an order through 1, 3, 4, 5, 6, 7', () => {
    const walk: OrderStatus[] = [];
    for (let status: OrderStatus | null = 1; status !== null; status = nextStatus(status)) walk.push(status);
    expect(walk).toEqual([1, 3, 4, 5, 6, 7]);
  });

  it.each(ALL)('status %i can be cancelled only below 5', (status) => {
    expect(isCancellable(status)).toBe(status < CANCEL_BELOW_STATUS);
    expect(canMove(status, ORDER_STATUS.cancelled)).toBe(isCancellable(status));
  });

  it('completed, failed and cancelled are final, and every other status can fail', () => {
    expect(ALL.filter(isFinal)).toEqual([7, 8, 9]);
    for (const status of ALL) expect(canMove(status, ORDER_STATUS.failed)).toBe(!isFinal(status));
  });

  it('an order never moves back, and skips nothing up to 7', () => {
    for (const from of ALL)
      for (const to of ALL.filter((status) => status <= 7))
        expect(canMove(from, to)).toBe(nextStatus(from) === to);
  });

  it('2 is not a status', () => {
    expect([0, 1, 2, 3, 7, 9, 10].filter(isOrderStatus)).toEqual([1, 3, 7, 9]);
  });
});
