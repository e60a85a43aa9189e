import type { Pool, PoolClient } from 'pg';
import { ORDER_STATUS } from '../../contract/orders/orderStatus.ts';
import { onSession } from '../database/session.ts';
import { COLUMNS, type Order } from './orders.queries.ts';

/** Due deliveries of one account, and of all, that a process looks through for one that no other process makes. */
const CANDIDATES = { each: 10, all: 1_000 };

/** Deliveries that a process makes at a time. */
export const DELIVERY_LANES = 4;
/** Orders of more pixels leave one lane to the smaller ones. */
const LARGE_PIXELS = 4_000_000;

/** What a process delivers. */
interface Lanes {
  /** The accounts that it has delivered for, the one that was served last is the last. */
  served: Set<number>;
  /** What it delivers now. */
  busy: Set<DueDelivery>;
}
const lanesOf = new WeakMap<Pool, Lanes>();

interface DueDelivery {
  id: number;
  account: number;
  isLarge: boolean;
}

/** An order whose files are being made. */
export interface OrderToDeliver extends Order {
  /** Tries in a row that a full disk ended. */
  roomTries: number;
}

const DUE_STEP = `next_step_at <= $1 and status <> ${ORDER_STATUS.inDelivery}`;
const DUE_DELIVERY = `next_step_at <= $1 and status = ${ORDER_STATUS.inDelivery}`;

/** The orders whose step is due at $1, deliveries aside, and those that are due to be delivered. */
export const DUE_ORDERS = {
  steps: `select from orders where ${DUE_STEP}`,
  deliveries: `select from orders where ${DUE_DELIVERY}`,
} as const;

/**
 * Claims the order whose step is due longest, deliveries aside; skips orders locked by other processes. The transaction
 * keeps it locked.
 */
export async function takeDueOrder(client: PoolClient, now: Date): Promise<Order | null> {
  const { rows } = await client.query<Order>(
    `select ${COLUMNS} from orders where ${DUE_STEP}
     order by next_step_at, id limit 1 for update skip locked`,
    [now],
  );
  return rows[0] ?? null;
}

/** The session's lock on an order's delivery: PostgreSQL releases it when the process dies. */
const LOCK = `hashtextextended('delivery', $1)`;

/** An order in delivery that is due by an instant, or at any time; not locked. */
async function inDelivery(
  client: PoolClient,
  id: number,
  dueBy: Date | null,
): Promise<OrderToDeliver | null> {
  const { rows } = await client.query<OrderToDeliver>(
    `select ${COLUMNS}, room_tries as "roomTries" from orders
     where id = $1 and status = ${ORDER_STATUS.inDelivery} and ($2::timestamptz is null or next_step_at <= $2)`,
    [id, dueBy],
  );
  return rows[0] ?? null;
}

/**
 * Runs `work` on a due delivery that no process makes yet. Accounts with the fewest deliveries in progress come first, then
 * those that have waited longest for their turn; of an account, the delivery that has been due longest. Large deliveries never
 * take the last lane. No transaction is open while `work` runs.
 * @returns false if there is none
 */
export async function withDueDelivery(
  pool: Pool,
  now: Date,
  work: (order: OrderToDeliver) => Promise<void>,
): Promise<boolean> {
  return onSession(pool, async (client) => {
    const { rows } = await client.query<DueDelivery>(
      `select id, account, "isLarge" from (
         select id, account_id as account, next_step_at, coalesce(pixels, 0) > ${LARGE_PIXELS} as "isLarge",
           row_number() over (partition by account_id order by next_step_at, id) as place
         from orders where ${DUE_DELIVERY}) as due
       where place <= ${CANDIDATES.each} order by next_step_at, id limit ${CANDIDATES.all}`,
      [now],
    );
    const lanes = lanesOf.get(pool) ?? { served: new Set(), busy: new Set() };
    lanesOf.set(pool, lanes);
    const { served, busy } = lanes;
    const since = new Map([...served].map((account, place) => [account, place]));
    const inProgress = (account: number): number =>
      [...busy].filter((other) => other.account === account).length;
    const hasLane = ({ isLarge }: DueDelivery): boolean =>
      !isLarge || [...busy].filter((other) => other.isLarge).length < DELIVERY_LANES - 1;
    rows.sort(
      (a, b) =>
        inProgress(a.account) - inProgress(b.account) ||
        (since.get(a.account) ?? -1) - (since.get(b.account) ?? -1),
    );
    const tryOne = async ({ id, account }: DueDelivery): Promise<boolean> => {
      const { rows: locks } = await client.query<{ got: boolean }>(
        `select pg_try_advisory_lock(${LOCK}) as got`,
        [id],
      );
      if (locks[0]?.got !== true) return false;
      // another process may have delivered it since the list was read
      const order = await inDelivery(client, id, now);
      if (order) {
        served.delete(account);
        served.add(account);
        await work(order);
      }
      await client.query(`select pg_advisory_unlock(${LOCK})`, [id]);
      return order !== null;
    };
    for (const due of rows) {
      if (!hasLane(due) || [...busy].some(({ id }) => id === due.id)) continue;
      busy.add(due);
      if (await tryOne(due).finally(() => busy.delete(due))) return true;
    }
    return false;
  });
}

/** Runs `work` on one order in delivery once no other process makes it, whenever it is due; repeats it while it returns true. */
export async function withDelivery(
  pool: Pool,
  id: number,
  work: (order: OrderToDeliver) => Promise<boolean>,
): Promise<void> {
  await onSession(pool, async (client) => {
    await client.query(`select pg_advisory_lock(${LOCK})`, [id]);
    for (;;) {
      const order = await inDelivery(client, id, null);
      if (!order || !(await work(order))) break;
    }
    await client.query(`select pg_advisory_unlock(${LOCK})`, [id]);
  });
}

/** Locks an order that is still in delivery. @returns false if the operator has ended it */
export async function lockDelivery(client: PoolClient, id: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from orders where id = $1 and status = ${ORDER_STATUS.inDelivery} for update`,
    [id],
  );
  return rowCount === 1;
}

/** The next scene of a delivery is due. */
export async function continueDelivery(client: PoolClient, id: number, dueAt: Date): Promise<void> {
  await client.query('update orders set next_step_at = $2, room_tries = 0 where id = $1', [id, dueAt]);
}

/** A full disk has ended a try. */
export async function postponeDelivery(pool: Pool, id: number, dueAt: Date): Promise<void> {
  await pool.query(
    `update orders set next_step_at = $2, room_tries = room_tries + 1
     where id = $1 and status = ${ORDER_STATUS.inDelivery}`,
    [id, dueAt],
  );
}

/** Forgets the files of a delivery that failed. */
export async function forgetFiles(client: PoolClient, id: number): Promise<void> {
  await client.query('delete from order_files where order_id = $1', [id]);
}
