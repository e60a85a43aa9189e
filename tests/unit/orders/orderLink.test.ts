import { describe, expect, test } from 'vitest';
import { createActor, createMachine, fromPromise, type EventObject } from 'xstate';
import { CallError } from '../../../contract/callError.ts';
import type { OrderItem } from '../../../contract/orders.ts';
import { orderLinkMachine } from '../../../src/machines/orders/list/orderLink.machine.ts';
import { ordersMachine } from '../../../src/machines/orders/list/orders.machine.ts';
import { isOrderOpened, isOrderSought } from '../../../src/machines/orders/list/orders.selectors.ts';
import { order } from '../../model/shared/samples.ts';
import { orderIn } from '../../../src/machines/orders/list/orderLink.rules.ts';

const addressOf = (search: string) => ({
  query: Object.fromEntries(new URLSearchParams(search)),
  storedArea: null,
});
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Follows a link, with the given server reply. */
async function followed(search: string, find: () => Promise<{ kind: 'archive' | 'tasking'; page: number }>) {
  const heard: EventObject[] = [];
  let dropped = 0;
  const asked: string[] = [];
  const machine = orderLinkMachine.provide({
    actors: {
      findOrder: fromPromise(({ input }) => {
        asked.push(input.orderNum);
        return find();
      }),
    },
    actions: { dropOrder: () => (dropped += 1) },
  });
  const parent = createActor(
    createMachine({
      invoke: { src: machine, input: { address: addressOf(search) } },
      on: { '*': { actions: ({ event }) => heard.push(event) } },
    }),
  ).start();
  await settled();
  parent.stop();
  return { heard, dropped, asked };
}

/** A new try withdraws the notice of the last one. */
const OUTDATED = { type: 'notice.outdated', topic: 'order link' };
const refused = (message: object) => ({
  type: 'notice.raised',
  topic: 'order link',
  tone: 'error',
  message,
});

describe('A link to one order', () => {
  test('the order in the address is found with its list and page, and reported', async () => {
    const place = { kind: 'tasking', page: 3 } as const;
    const { heard, asked, dropped } = await followed('?panel=order&order=GT-7', () => Promise.resolve(place));
    expect(asked).toEqual(['GT-7']);
    expect(heard).toEqual([OUTDATED, { type: 'order.linked', orderNum: 'GT-7', ...place }]);
    expect(dropped).toBe(0);
  });

  test('an unknown or foreign order is reported in the server’s words and removed from the address', async () => {
    const unknown = { result: 0, message: 'There is no such order.' };
    const { heard, dropped } = await followed('?order=GT-9', () =>
      Promise.reject(new CallError('refused', unknown.message, unknown)),
    );
    expect(heard).toEqual([OUTDATED, refused({ text: unknown.message })]);
    expect(dropped).toBe(1);
  });

  test('without an answer the failure is reported, and the address keeps the order', async () => {
    const { heard, dropped } = await followed('?order=GT-9', () => Promise.reject(new CallError('offline')));
    expect(heard).toEqual([OUTDATED, refused({ key: 'errors.orderNotOpened' })]);
    expect(dropped).toBe(0);
  });

  test.each(['', '?panel=order', '?order=', '?order=%20'])('the address %j names none', async (search) => {
    const { asked, heard } = await followed(search, () => Promise.reject(new Error('not asked')));
    expect(asked).toEqual([]);
    expect(heard).toEqual([]);
  });

  test('a number is taken as written, cut at the longest possible length', () => {
    expect(orderIn(addressOf('?order=GT-20261122-0001'))).toBe('GT-20261122-0001');
    expect(orderIn(addressOf(`?order=${'9'.repeat(500)}`))).toHaveLength(64);
  });
});

describe('The list that a link leads to', () => {
  function opened() {
    const asked: number[] = [];
    const written: (string | null)[] = [];
    const list: OrderItem[] = [order('GT-8', 3), order('GT-7', 7)];
    const actor = createActor(
      ordersMachine.provide({
        actors: {
          listOrders: fromPromise(({ input }) => {
            asked.push(input.page);
            return Promise.resolve({ list, total: 35 });
          }),
        },
        actions: { notifyOrder: ({ context }) => void written.push(context.opened.at(-1) ?? null) },
      }),
      { input: { kind: 'archive' } },
    ).start();
    return { actor, asked, written };
  }

  test('opens on the page of the order, with that order unfolded and focused', async () => {
    const { actor, asked } = opened();
    actor.send({ type: 'order.sought', orderNum: 'GT-7', page: 3 });
    actor.send({ type: 'panel.opened' });
    await settled();
    expect(asked).toEqual([3]);
    expect(isOrderOpened('GT-7')(actor.getSnapshot())).toBe(true);
    expect(isOrderSought('GT-7')(actor.getSnapshot())).toBe(true);
    expect(isOrderOpened('GT-8')(actor.getSnapshot())).toBe(false);
  });

  test('jumps there also while it is open', async () => {
    const { actor, asked, written } = opened();
    actor.send({ type: 'panel.opened' });
    await settled();
    actor.send({ type: 'order.sought', orderNum: 'GT-7', page: 2 });
    await settled();
    expect(asked).toEqual([1, 2]);
    expect(written).toEqual(['GT-7']);
  });

  test('the address names the order unfolded last, until it is folded or the page is turned', async () => {
    const { actor, written } = opened();
    actor.send({ type: 'panel.opened' });
    await settled();
    actor.send({ type: 'order.toggled', orderNum: 'GT-7' });
    actor.send({ type: 'order.toggled', orderNum: 'GT-8' });
    actor.send({ type: 'order.toggled', orderNum: 'GT-8' });
    actor.send({ type: 'page.chosen', page: 2 });
    actor.send({ type: 'panel.closed' });
    expect(written).toEqual(['GT-7', 'GT-8', 'GT-7', null, null]);
    expect(isOrderOpened('GT-7')(actor.getSnapshot())).toBe(false);
  });
});
