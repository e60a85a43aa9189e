import type { StatementFile } from '../../../contract/accounts.ts';
import { describe, expect, test } from 'vitest';
import {
  createActor,
  createMachine,
  fromPromise,
  SimulatedClock,
  type AnyActorRef,
  type EventObject,
} from 'xstate';
import { ORDERS_REFRESH_MS } from '../../../contract/limits.ts';
import type { OrderItem, OrderPage, PriceResult } from '../../../contract/orders/orders.ts';
import { ordersMachine } from '../../../src/machines/orders/orders.machine.ts';
import { canSaveOrders, movedOrdersOf, shownOrders } from '../../../src/machines/orders/orders.selectors.ts';
import { taskingMachine } from '../../../src/machines/orders/tasking.machine.ts';
import { isLoadingList } from '../../../src/machines/shared/pages.rules.ts';
import { passesMachine } from '../../../src/machines/orders/passes.machine.ts';
import * as sample from '../../model/shared/samples.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** An open list with a simulated clock; each load waits for the test's reply. */
async function openList(first: OrderItem[]) {
  const waiting: ((page: OrderPage) => void)[] = [];
  const failing: ((error: unknown) => void)[] = [];
  const heard: EventObject[] = [];
  const clock = new SimulatedClock();
  const machine = ordersMachine.provide({
    actors: {
      listOrders: fromPromise(
        () =>
          new Promise<OrderPage>((resolve, reject) => {
            waiting.push(resolve);
            failing.push(reject);
          }),
      ),
      cancelOrder: fromPromise(() => Promise.resolve()),
      fetchCsv: fromPromise(() => new Promise<StatementFile>((_, reject) => failing.push(reject))),
    },
  });
  const parent = createActor(
    createMachine({
      invoke: { id: 'orders', src: machine, input: { kind: 'archive' } },
      on: { '*': { actions: ({ event }) => heard.push(event) } },
    }),
    { clock },
  ).start();
  const orders: AnyActorRef | undefined = parent.getSnapshot().children['orders'];
  if (orders === undefined) throw new Error('no orders');
  const seen = () => orders.getSnapshot() as Parameters<typeof shownOrders>[0];
  const answer = async (list: OrderItem[]) => {
    waiting.at(-1)?.({ list, total: list.length });
    await settled();
  };
  orders.send({ type: 'panel.opened' });
  await answer(first);
  return {
    orders,
    seen,
    answer,
    heard,
    clock,
    loads: () => waiting.length,
    fail: () => failing.at(-1)?.(new Error('gone')),
  };
}
const statuses = (list: readonly OrderItem[]) => list.map(({ orderNum, status }) => `${orderNum} ${status}`);

describe('§2 Order panel: the list', () => {
  test('is refreshed while open without flicker: the old rows stay until the new ones arrive', async () => {
    const { seen, answer, clock, loads } = await openList([sample.order('GT-1', 3)]);
    clock.increment(ORDERS_REFRESH_MS);
    expect(loads()).toBe(2);
    expect(isLoadingList(seen())).toBe(false);
    expect(statuses(shownOrders(seen()))).toEqual(['GT-1 3']);
    await answer([sample.order('GT-1', 4)]);
    expect(statuses(shownOrders(seen()))).toEqual(['GT-1 4']);
    expect(movedOrdersOf(seen()).map(({ orderNum }) => orderNum)).toEqual(['GT-1']);
  });

  test('a failed refresh changes nothing, and the next refresh tries again', async () => {
    const { seen, clock, loads, fail } = await openList([sample.order('GT-1', 3)]);
    clock.increment(ORDERS_REFRESH_MS);
    fail();
    await settled();
    expect(statuses(shownOrders(seen()))).toEqual(['GT-1 3']);
    clock.increment(ORDERS_REFRESH_MS);
    expect(loads()).toBe(3);
  });

  test('is reloaded at once after an order, and keeps its rows meanwhile', async () => {
    const { orders, seen, answer, loads } = await openList([sample.order('GT-1', 3)]);
    orders.send({ type: 'list.outdated' });
    expect(loads()).toBe(2);
    expect(statuses(shownOrders(seen()))).toEqual(['GT-1 3']);
    await answer([sample.order('GT-2', 1), sample.order('GT-1', 3)]);
    expect(statuses(shownOrders(seen()))).toEqual(['GT-2 1', 'GT-1 3']);
  });

  test('the file of all orders is made once at a time, and a failure is told', async () => {
    const { orders, seen, heard, fail } = await openList([sample.order('GT-1', 3)]);
    orders.send({ type: 'csv.requested' });
    expect(canSaveOrders(seen())).toBe(false);
    orders.send({ type: 'panel.closed' });
    fail();
    await settled();
    expect(heard.at(-1)).toMatchObject({
      tone: 'error',
      message: { key: 'errors.statementNotMade' },
    });
    expect(canSaveOrders(seen())).toBe(true);
  });

  test('§4: cancel success reloads the list', async () => {
    const { orders, heard, loads } = await openList([sample.order('GT-1', 3)]);
    orders.send({ type: 'cancel.requested', orderNum: 'GT-1' });
    orders.send({ type: 'cancel.confirmed' });
    await settled();
    expect(heard).toEqual([
      { type: 'notice.outdated', topic: 'order GT-1' },
      {
        type: 'notice.raised',
        topic: 'order GT-1',
        tone: 'success',
        message: { key: 'notice.operationSuccess' },
      },
    ]);
    expect(loads()).toBe(2);
  });
});

describe('§4 Tasking form', () => {
  /** The open form; price requests wait for the test's replies, in order. */
  function openForm() {
    const waiting: ((price: PriceResult) => void)[] = [];
    const clock = new SimulatedClock();
    const actor = createActor(
      taskingMachine.provide({
        actors: {
          passes: passesMachine.provide({ actors: { findPasses: fromPromise(() => new Promise(() => {})) } }),
          fetchPrice: fromPromise(() => new Promise<PriceResult>((resolve) => waiting.push(resolve))),
        },
      }),
      {
        clock,
        input: {
          start: {
            satellite: { name: 'OB-3', code: 'OB-3', gsd: 0.9, sensorType: 'OPTICAL' },
            sourceCode: 'C',
            windowStart: '2026-11-25',
            windowEnd: '2026-12-25',
            productMode: 'MONO',
          },
          aoi: sample.smallAoi,
          utype: 1,
          termsUrl: './docs/terms_order.pdf',
          makeKey: () => 'k'.repeat(32),
          submits: sample.noSubmits,
          now: () => new Date('2026-11-21T08:00:00Z'),
        },
      },
    ).start();
    clock.increment(300);
    return { actor, waiting, clock };
  }

  test('a late price reply for an old form is never shown', async () => {
    const { actor, waiting, clock } = openForm();
    actor.send({ type: 'draft.changed', patch: { productLevel: 'L3A' } });
    waiting[0]?.({ ...sample.price, finalPrice: 1 });
    await settled();
    expect(actor.getSnapshot().context.price).toBeNull();
    clock.increment(300);
    waiting[1]?.({ ...sample.price, finalPrice: 2 });
    await settled();
    expect(actor.getSnapshot().context.price?.finalPrice).toBe(2);
  });

  test('a change that bears on the price drops the price', async () => {
    const { actor, waiting } = openForm();
    waiting[0]?.(sample.price);
    await settled();
    actor.send({ type: 'draft.changed', patch: { orderName: 'Harbour' } });
    expect(actor.getSnapshot().context.price).toEqual(sample.price);
    expect(actor.getSnapshot().can({ type: 'quote.requested' })).toBe(true);
    actor.send({ type: 'draft.changed', patch: { maxCloudCover: 10 } });
    expect(actor.getSnapshot().context.price).toBeNull();
    expect(actor.getSnapshot().can({ type: 'quote.requested' })).toBe(false);
  });

  test('closing with changes asks first', async () => {
    const { actor, waiting } = openForm();
    waiting[0]?.(sample.price);
    await settled();
    actor.send({ type: 'draft.changed', patch: { orderName: 'Harbour' } });
    actor.send({ type: 'form.closed' });
    expect(actor.getSnapshot().matches('leaving')).toBe(true);
    actor.send({ type: 'leaving.declined' });
    expect(actor.getSnapshot().matches({ editing: 'priced' })).toBe(true);
    actor.send({ type: 'form.closed' });
    actor.send({ type: 'leaving.confirmed' });
    expect(actor.getSnapshot().output).toMatchObject({ receipt: null });
  });
});
