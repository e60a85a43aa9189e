import type { SnapshotFrom } from 'xstate';
import type { OrderItem } from '../../../contract/orders/orders.ts';
import type { Satellite } from '../../../contract/settings.ts';
import { utcDayOf } from '../shared/days.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { ordersMachine } from './orders.machine.ts';
import type { taskingMachine } from './tasking.machine.ts';

type Orders = SnapshotFrom<typeof ordersMachine>;

export const shownOrders = (orders: Orders): OrderItem[] => orders.context.list;
/** The orders whose status changed with the last load. */
export const movedOrdersOf = (orders: Orders): OrderItem[] => orders.context.moved;

/** Whether this order's page was open. */
export const isOrderSought =
  (orderNum: string) =>
  (orders: Orders): boolean =>
    orders.context.sought === orderNum;

/** Whether the file of all orders can be asked for: none is being made. */
export const canSaveOrders = (orders: Orders): boolean => orders.can({ type: 'csv.requested' });

/** The order of the open cancel question. */
export function orderToCancel(orders: Orders): OrderItem | null {
  if (!orders.matches({ cancel: 'confirming' })) return null;
  return orders.context.list.find((order) => order.orderNum === orders.context.cancelling) ?? null;
}

/** The number of the order being cancelled. */
export function cancellingOrderNum(orders: Orders): string | null {
  return orders.hasTag('cancelling') ? orders.context.cancelling : null;
}

/** Whether this order can be cancelled now: §4 status below 5, and no other cancel is in progress. */
export const canCancelOrder =
  (orderNum: string) =>
  (orders: Orders): boolean =>
    orders.can({ type: 'cancel.requested', orderNum });

type Form = SnapshotFrom<typeof taskingMachine>;

export const taskedSatellite = (form: Form): Satellite => form.context.input.start.satellite;
/** Today in UTC. */
export const taskingToday = (form: Form): string => utcDayOf(form.context.input.now());
/** Why the window can't be ordered; shown at its dates. */
export const taskingWindowRefusal = (form: Form): NoticeText | null =>
  form.matches({ editing: 'refused' }) ? form.context.priceRefusal : null;
