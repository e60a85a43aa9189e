import type { Pool, PoolClient } from 'pg';
import { CANCEL_BELOW_STATUS, PAGE_SIZE } from '../../contract/limits.ts';
import { ORDER_STATUS, type OrderStatus } from '../../contract/orders/orderStatus.ts';
import type { PriceResult, SceneOrderRequest, TaskingForm } from '../../contract/orders/orders.ts';
import type { OrderCause } from '../../contract/orders/orderDetails.ts';
import { newLinkKey } from '../accounts/tokens.rules.ts';
import { announceOrder } from '../watches/orderNews.ts';
import type { Terms } from './terms.ts';

export type OrderKind = 'archive' | 'tasking';

/** A form as it is stored: the agreed price is stored beside it. */
export type SceneForm = Omit<SceneOrderRequest, 'agreedPrice'>;

/** An order for the supplier and the operator. */
export interface Order {
  id: number;
  orderNum: string;
  accountId: number;
  kind: OrderKind;
  orderName: string;
  status: OrderStatus;
  supplier: string;
  simulated: boolean;
  /** Made by a sandbox key: never billed, and apart from all others (decision 225). */
  sandbox: boolean;
  /** For a tasking order: the acquired products, empty until then. */
  productIds: string[];
  aoiWkt: string;
  /** The agreed form of its kind. */
  form: SceneForm | TaskingForm;
  price: PriceResult;
  finalPriceCents: number;
  /** Number of the quote that it names. */
  quoteNum: string | null;
  /** Of its images, all together; null if they are not known yet. */
  pixels: number | null;
  /** 128-bit random, part of the URLs of its files. */
  secret: string;
  createdAt: Date;
  nextStepAt: Date | null;
}

/** An order in its user's list. */
export interface ListedOrder {
  id: number;
  orderNum: string;
  orderName: string;
  status: number;
  simulated: boolean;
  sandbox: boolean;
  productIds: string[];
  finalPriceCents: number;
  secret: string;
  createdAt: Date;
  history: { status: number; at: string }[];
  fileNames: string[];
  valuationArea: number;
  tasking: { windowStart: string; windowEnd: string } | null;
}

export type NewOrder = Omit<
  Order,
  'id' | 'orderNum' | 'secret' | 'status' | 'sandbox' | 'quoteNum' | 'pixels'
> & {
  /** Number of the quote that it names. */
  quoteNum?: string | null;
  /** Of its images, all together; null if they are not known yet. */
  pixels?: number | null;
  /** The API key that made it. */
  key?: { id: number; sandbox: boolean } | null;
  /** The terms agreed to. */
  terms: Terms;
};

export const COLUMNS = `id, order_num as "orderNum", account_id as "accountId", kind, order_name as "orderName", status,
  supplier, simulated, sandbox, product_ids as "productIds", aoi_wkt as "aoiWkt", form, price,
  final_price_cents as "finalPriceCents", quote_num as "quoteNum", pixels::float8 as pixels, secret, created_at as "createdAt", next_step_at as "nextStepAt"`;

/**
 * The day's next number, e.g. GT-20261120-0141. The day's row is locked until the transaction ends, so that
 * numbers are unique.
 */
async function nextOrderNum(client: PoolClient, now: Date): Promise<string> {
  const day = now.toISOString().slice(0, 10);
  const { rows } = await client.query<{ last: number }>(
    `insert into order_counters (day, last) values ($1, 1)
     on conflict (day) do update set last = order_counters.last + 1 returning last`,
    [day],
  );
  return `GT-${day.replaceAll('-', '')}-${String(rows[0]?.last ?? 0).padStart(4, '0')}`;
}

/** The year's next number of a kind of document, e.g. R-2026-000118; the year's row stays locked until the transaction ends. */
export async function nextDocumentNum(client: PoolClient, letter: 'R' | 'Q', now: Date): Promise<string> {
  const year = now.getUTCFullYear();
  const { rows } = await client.query<{ last: number }>(
    `insert into document_counters (letter, year, last) values ($1, $2, 1)
     on conflict (letter, year) do update set last = document_counters.last + 1 returning last`,
    [letter, year],
  );
  return `${letter}-${year}-${String(rows[0]?.last ?? 0).padStart(6, '0')}`;
}

/** Inserts a new order, to be processed (1), with the first row of its history. Call it in a transaction. */
export async function insertOrder(
  client: PoolClient,
  order: NewOrder,
): Promise<{ id: number; orderNum: string }> {
  const orderNum = await nextOrderNum(client, order.createdAt);
  const { rows } = await client.query<{ id: number }>(
    `insert into orders (order_num, account_id, kind, order_name, status, supplier, simulated, product_ids, aoi_wkt, form,
       price, final_price_cents, secret, created_at, next_step_at, terms_url, terms_sha256, sandbox, api_key_id,
       quote_num, pixels)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21) returning id`,
    [
      orderNum,
      order.accountId,
      order.kind,
      order.orderName,
      ORDER_STATUS.toBeProcessed,
      order.supplier,
      order.simulated,
      order.productIds,
      order.aoiWkt,
      JSON.stringify(order.form),
      JSON.stringify(order.price),
      order.finalPriceCents,
      newLinkKey(),
      order.createdAt,
      order.nextStepAt,
      order.terms.url,
      order.terms.sha256,
      order.key?.sandbox ?? false,
      order.key?.id ?? null,
      order.quoteNum ?? null,
      order.pixels ?? null,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the database returned no order id');
  await addHistory(client, id, { status: ORDER_STATUS.toBeProcessed, at: order.createdAt });
  return { id, orderNum };
}

/** Adds a step to the history, with the cause of a failure or a cancellation. */
interface Step {
  status: OrderStatus;
  at: Date;
  cause?: OrderCause | null;
}

async function addHistory(client: PoolClient, orderId: number, { status, at, cause }: Step): Promise<void> {
  await client.query('insert into order_history (order_id, status, at, cause) values ($1, $2, $3, $4)', [
    orderId,
    status,
    at,
    cause ?? null,
  ]);
}

/** Records the acquired products of a tasking order, whose row the transaction has locked. */
export async function writeProducts(
  client: PoolClient,
  orderId: number,
  productIds: readonly string[],
): Promise<void> {
  await client.query('update orders set product_ids = $2 where id = $1', [orderId, productIds]);
}

/** Changes the status of an order, whose row the transaction has locked, and adds a history row. */
export async function writeStatus(
  client: PoolClient,
  orderId: number,
  step: Step & { nextStepAt: Date | null },
): Promise<void> {
  await client.query('update orders set status = $2, next_step_at = $3 where id = $1', [
    orderId,
    step.status,
    step.nextStepAt,
  ]);
  await addHistory(client, orderId, step);
  await announceOrder(client, orderId, step.status, step.at);
}

/**
 * Cancels an order of an account while its status is below 5 (§4). A single statement decides: of a cancel
 * and a concurrent supplier step exactly one happens. Call it in a transaction.
 * @returns the status of an order that can't be cancelled
 */
export async function cancelOrder(
  client: PoolClient,
  wanted: { accountId: number; kind: OrderKind; orderNum: string; sandbox?: boolean; at: Date },
): Promise<'cancelled' | 'unknown' | OrderStatus> {
  const key = [wanted.accountId, wanted.kind, wanted.orderNum, wanted.sandbox ?? false];
  const { rows } = await client.query<{ id: number }>(
    `update orders set status = $5, next_step_at = null
     where account_id = $1 and kind = $2 and order_num = $3 and sandbox = $4 and status < $6 returning id`,
    [...key, ORDER_STATUS.cancelled, CANCEL_BELOW_STATUS],
  );
  const id = rows[0]?.id;
  if (id !== undefined) {
    await addHistory(client, id, { status: ORDER_STATUS.cancelled, at: wanted.at, cause: 'byCustomer' });
    await announceOrder(client, id, ORDER_STATUS.cancelled, wanted.at);
    return 'cancelled';
  }
  const { rows: known } = await client.query<{ status: OrderStatus }>(
    'select status from orders where account_id = $1 and kind = $2 and order_num = $3 and sandbox = $4',
    key,
  );
  return known[0]?.status ?? 'unknown';
}

/** Locks an order by its number, of any account. */
export async function lockOrder(client: PoolClient, orderNum: string): Promise<Order | null> {
  const { rows } = await client.query<Order>(
    `select ${COLUMNS} from orders where order_num = $1 for update`,
    [orderNum],
  );
  return rows[0] ?? null;
}

/** A page of a user's orders, newest first (§9: 10 a page). */
export async function listOrders(
  pool: Pool,
  wanted: { accountId: number; kind: OrderKind; page: number; sandbox?: boolean },
): Promise<{ list: ListedOrder[]; total: number }> {
  const owned = [wanted.accountId, wanted.kind, wanted.sandbox ?? false];
  const { rows } = await pool.query<ListedOrder>(
    `select o.id, o.order_num as "orderNum", o.order_name as "orderName", o.status, o.simulated, o.sandbox,
       o.product_ids as "productIds", o.final_price_cents as "finalPriceCents", o.secret, o.created_at as "createdAt",
       (select coalesce(json_agg(json_build_object('status', h.status, 'at', h.at) order by h.id), '[]')
        from order_history h where h.order_id = o.id) as history,
       array(select f.file_name from order_files f where f.order_id = o.id and o.status = ${ORDER_STATUS.completed}
             order by array_position(o.product_ids, f.product_id), f.file_name) as "fileNames",
       (o.price->>'valuationArea')::float8 as "valuationArea",
       case when o.kind = 'tasking' then json_build_object('windowStart', o.form->>'taskingWindowStart',
         'windowEnd', o.form->>'taskingWindowEnd') end as tasking
     from orders o where account_id = $1 and kind = $2 and sandbox = $3 order by id desc limit $4 offset $5`,
    [...owned, PAGE_SIZE, (wanted.page - 1) * PAGE_SIZE],
  );
  const count = await pool.query<{ total: number }>(
    'select count(*) as total from orders where account_id = $1 and kind = $2 and sandbox = $3',
    owned,
  );
  return { list: rows, total: count.rows[0]?.total ?? 0 };
}

/** The list and page on which a user's order is; null if it is not theirs. */
export async function placeOfOrder(
  pool: Pool,
  accountId: number,
  orderNum: string,
): Promise<{ kind: OrderKind; page: number } | null> {
  const { rows } = await pool.query<{ kind: OrderKind; before: number }>(
    `select o.kind, (select count(*) from orders n
       where n.account_id = o.account_id and n.kind = o.kind and n.sandbox = o.sandbox and n.id > o.id) as before
     from orders o where o.account_id = $1 and o.order_num = $2`,
    [accountId, orderNum],
  );
  const [found] = rows;
  return found ? { kind: found.kind, page: Math.floor(found.before / PAGE_SIZE) + 1 } : null;
}

/** Orders of all accounts for the operator, newest first. */
export async function listAllOrders(
  pool: Pool,
  wanted: { status: number | null; limit: number },
): Promise<(Order & { email: string })[]> {
  const { rows } = await pool.query<Order & { email: string }>(
    `select o.*, a.email from (select ${COLUMNS} from orders where $1::int is null or status = $1
       order by id desc limit $2) o join accounts a on a.id = o."accountId" order by o.id desc`,
    [wanted.status, wanted.limit],
  );
  return rows;
}

/** Counts an account's orders in process, or those of its sandbox. Until the transaction ends, others who count them wait. */
export async function lockOpenOrders(
  client: PoolClient,
  accountId: number,
  sandbox: boolean,
): Promise<number> {
  await client.query('select from accounts where id = $1 for no key update', [accountId]);
  const { rows } = await client.query<{ count: number }>(
    'select count(*) from orders where account_id = $1 and status < $2 and sandbox = $3',
    [accountId, ORDER_STATUS.completed, sandbox],
  );
  return rows[0]?.count ?? 0;
}
