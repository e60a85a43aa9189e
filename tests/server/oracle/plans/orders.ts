import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fromCallback, fromPromise, type AnyStateMachine } from 'xstate';
import { ORDER_STATUSES } from '../../../../contract/orders/orderStatus.ts';
import { DELIVERIES } from '../../../../server/orders/delivery.routes.ts';
import { NO_ADDRESS } from '../../../../src/machines/shared/address.ts';
import { wireOrders } from '../../../../src/wiring/orders.ts';
import { taskingInput } from '../../../model/orders/orderFormModels.ts';
import type { ModelEvent } from '../../../model/paths/explore.ts';
import * as sample from '../../../model/shared/samples.ts';
import { moveOrder, placeOrder, repeatOrder, times } from '../stock.ts';
import type { Changes, Opened, Plan, World } from '../world.ts';

/** Orders of a page and more. */
const MANY = 12;

/** Replaces what only a browser has. */
const inNode = (machine: unknown, parts: { actors?: object; actions?: object }): AnyStateMachine =>
  (machine as AnyStateMachine).provide(parts as never);

const copy = fromPromise(() => Promise.resolve());
const silent = fromCallback(() => {});
/** Node has no workers. */
const noWorker = fromPromise(() => Promise.reject(new Error('no worker here')));

/** Replaces the order numbers of the models. */
function numbered(numbers: Readonly<Record<string, string>>) {
  return (event: ModelEvent): ModelEvent => {
    const named = event['orderNum'];
    const own = typeof named === 'string' ? numbers[named] : undefined;
    return own === undefined ? event : { ...event, orderNum: own };
  };
}

function ways(world: World, orderNum: string): Changes {
  const { random, elsewhere } = world;
  return {
    'the supplier goes on': () => moveOrder(world, orderNum, ORDER_STATUSES[1 + Math.floor(random() * 4)]!),
    'the order is cancelled elsewhere': () => elsewhere('cancelArchiveOrder', { params: { orderNum } }),
    'the order fails': () => moveOrder(world, orderNum, 8),
  };
}

async function openList(world: World): Promise<Opened> {
  const isMany = world.random() < 0.7;
  if (isMany) await repeatOrder(world, await placeOrder(world), MANY - 4);
  const numbers = isMany ? await times(3, () => placeOrder(world)) : [];
  const [completed = 'GT-2', late = 'GT-7', early = 'GT-1'] = numbers;
  if (isMany) {
    await moveOrder(world, completed, 7);
    await moveOrder(world, late, 5);
  }
  return {
    machine: wireOrders(world.call).orders,
    input: { kind: 'archive' },
    variant: 'archive orders',
    bind: numbered({ 'GT-1': early, 'GT-2': completed, 'GT-7': late }),
    prefers: ['panel.opened', 'cancel.requested#1', 'cancel.confirmed'],
    changes: {
      ...(isMany ? ways(world, early) : {}),
      'an order is placed elsewhere': () => placeOrder(world),
    },
  };
}

async function openPage(world: World): Promise<Opened> {
  const orderNum = await placeOrder(world);
  const other = await placeOrder(world, 'tasking');
  const { app, random, now, elsewhere } = world;
  const address = (number: string) => ({ query: { order: number } });
  const item = async () =>
    (await elsewhere('archiveOrders', { query: { cpage: 1 } })).reply.data!.list.find(
      (one) => one.orderNum === orderNum,
    );
  const order = await item();
  const isLinked = random() < 0.5;
  return {
    machine: inNode(wireOrders(world.call).orderPage, {
      actors: { copyLink: copy, copyText: copy },
      actions: { saveText: () => {}, printPage: () => {} },
    }),
    input: {
      ...sample.orderPageInput,
      now,
      address: isLinked ? address(orderNum) : NO_ADDRESS,
    },
    variant: isLinked ? 'a link to one order' : 'an address without an order',
    bind: (event) => {
      if (event.type === 'order.requested') return { ...event, order };
      if (event.type === 'address.changed' && event['address'] !== NO_ADDRESS) {
        const { query } = event['address'] as { query: { order: string } };
        return { ...event, address: address(query.order === 'GT-1' ? orderNum : other) };
      }
      if (event.type === 'scene.shown' && event['id'] === 'a') return { ...event, id: 'A' };
      if (event['name'] === 'a.zip') return { ...event, name: 'A.zip' };
      return event;
    },
    changes: {
      'the supplier delivers': () => moveOrder(world, orderNum, 7),
      'the order is cancelled elsewhere': () => elsewhere('cancelArchiveOrder', { params: { orderNum } }),
      'the order is forgotten': () =>
        app.deps.db.pool.query("update orders set order_num = order_num || 'x' where order_num = any($1)", [
          [orderNum, other],
        ]),
      'the file is lost': () =>
        rm(path.join(app.deps.config.dataDir, DELIVERIES, orderNum), { recursive: true, force: true }),
    },
    prefers: ['order.requested', 'address.changed#2', 'address.changed#3'],
  };
}

const ORDER = {
  productIds: ['A'] as string[],
  aoiWkt: sample.smallAoi.wkt,
  productLevel: 'L1',
  cropByAoi: true,
} as const;

/** A browser that has lost the reply to a submit, which the server got or not, or one that has lost none. */
async function memoryOf({ random, elsewhere }: World, form: string) {
  const makeKey = () => Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  const isUnanswered = random() < 0.3;
  const key = makeKey();
  if (isUnanswered && random() < 0.5) {
    const { finalPrice = 0 } = (await elsewhere('archivePrice', { body: ORDER })).reply.data ?? {};
    const body = { ...ORDER, orderName: 'Harbour', projection: 'LAT_LON', agreedPrice: finalPrice } as const;
    await elsewhere('archiveSubmit', { body }, { key });
  }
  const submit = { form, key, wait: 1000 };
  // as in the models: other tabs go on losing replies
  const submits = isUnanswered
    ? { ...sample.noSubmits, find: () => submit, list: () => [submit] }
    : sample.noSubmits;
  return { isUnanswered, makeKey, submits };
}

/** What may change between a form and its submit. */
function formChanges({ app, account, random }: World, api: 'order_archive' | 'order_tasking'): Changes {
  const { config, db } = app.deps;
  return {
    'the operator gives another rank': () =>
      db.pool.query('update accounts set utype = $2 where id = $1', [account.id, random() < 0.5 ? 2 : 6]),
    'the operator switches orders off or on': () => {
      config.apis[api] = !config.apis[api];
    },
    'the limit of open orders is reached, or not any more': () => {
      config.accountOrders = config.accountOrders === 0 ? 50 : 0;
    },
  };
}

const restored =
  ({ app }: World) =>
  () => {
    const { config } = app.deps;
    Object.assign(config.apis, { order_archive: true, order_tasking: true });
    config.accountOrders = 50;
  };

const FORM = ['draft.changed#1', 'terms.toggled', 'submit.requested', 'order.confirmed'];

async function openSceneOrder(world: World): Promise<Opened> {
  const memory = await memoryOf(world, 'sceneOrder');
  const { db } = world.app.deps;
  const withdraw = (from: string, to: string) =>
    db.pool.query('update scenes set product_id = $2 where product_id = $1', [from, to]);
  const restore = restored(world);
  return {
    machine: wireOrders(world.call).sceneOrder,
    input: {
      scenes: sample.scenes.slice(0, 2),
      aoi: sample.smallAoi,
      utype: 6,
      termsUrl: sample.settings.termsUrl,
      makeKey: memory.makeKey,
      submits: memory.submits,
    },
    variant: memory.isUnanswered ? 'a submit without an answer' : 'two scenes of one supplier',
    changes: {
      ...formChanges(world, 'order_archive'),
      'a scene is withdrawn': () => withdraw('B', 'B withdrawn'),
      'a scene comes back': () => withdraw('B withdrawn', 'B'),
    },
    prefers: FORM,
    async close() {
      restore();
      await withdraw('B withdrawn', 'B');
    },
  };
}

async function openTasking(world: World): Promise<Opened> {
  const memory = await memoryOf(world, 'tasking');
  const tasking = wireOrders(world.call).tasking;
  const hasContract = world.random() < 0.4;
  return {
    machine: inNode(tasking, {
      actors: {
        passes: inNode(Reflect.get(tasking.implementations.actors, 'passes'), {
          actors: { findPasses: noWorker },
        }),
      },
    }),
    bind: (event) => {
      const { patch } = event as { patch?: { contractNum?: string } };
      return hasContract || patch?.contractNum === undefined
        ? event
        : { ...event, patch: { ...patch, contractNum: '' } };
    },
    input: { ...taskingInput, makeKey: memory.makeKey, submits: memory.submits },
    variant: memory.isUnanswered ? 'a submit without an answer' : 'a satellite of source C',
    changes: {
      ...formChanges(world, 'order_tasking'),
      'a week passes, and the session stays': async () => {
        world.app.clock.set('2026-11-28T08:00:00Z');
        await world.app.deps.db.pool.query('update sessions set last_used_at = $2 where account_id = $1', [
          world.account.id,
          world.now(),
        ]);
      },
    },
    prefers: FORM,
    close: restored(world),
  };
}

async function openSubmits(world: World): Promise<Opened> {
  const memory = await memoryOf(world, 'sceneOrder');
  return {
    machine: inNode(wireOrders(world.call).submits, { actors: { watchSubmits: silent } }),
    input: { submits: memory.submits },
    variant: memory.isUnanswered ? 'a submit without an answer' : 'none',
  };
}

export const orderPlans: readonly Plan[] = [
  {
    machine: 'orders',
    calls: ['listOrders', 'refreshOrders', 'cancelOrder'],
    paths: 40,
    moves: 20,
    open: openList,
  },
  { machine: 'orderPage', calls: ['loadOrder', 'refreshOrder'], paths: 40, moves: 16, open: openPage },
  {
    machine: 'sceneOrder',
    calls: ['fetchPrice', 'submit', 'settleSubmit'],
    paths: 80,
    moves: 30,
    open: openSceneOrder,
  },
  {
    machine: 'tasking',
    calls: ['fetchPrice', 'submit', 'settleSubmit'],
    paths: 130,
    moves: 30,
    open: openTasking,
  },
  { machine: 'submits', calls: ['settleSubmit'], paths: 40, moves: 12, open: openSubmits },
];
