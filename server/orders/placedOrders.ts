import type { Pool } from 'pg';
import { csvOf, type CsvColumn, utcCell } from '../../contract/csv.ts';
import type { ProductLevel } from '../../contract/limits.ts';
import { dollarsOf } from '../../contract/orders/money.ts';
import { orderStatusRow } from '../../contract/orders/orderStatus.ts';
import { IN_MONTH, type OwnRows } from '../accounts/credits.queries.ts';
import type { OrderKind } from './orders.queries.ts';

/** An order for the file of all orders; price in integer cents, billed area in km², window in UTC days. */
interface PlacedOrder {
  orderNum: string;
  orderName: string;
  at: Date;
  kind: OrderKind;
  status: number;
  level: ProductLevel;
  /** Product ids, of a tasking order once they are acquired. */
  products: string[];
  windowStart: string | null;
  windowEnd: string | null;
  billedKm2: number | null;
  cents: number;
  quote: string | null;
  receipt: string | null;
}

/** An account's orders of both kinds without those of its sandbox, newest first. */
export async function placedOrders(
  pool: Pool,
  { accountId, month, limit, offset }: OwnRows,
): Promise<PlacedOrder[]> {
  const { rows } = await pool.query<PlacedOrder>(
    `select o.order_num as "orderNum", o.order_name as "orderName", o.at, o.kind, o.status, o.form->>'productLevel' as level,
       o.product_ids as products, o.form->>'taskingWindowStart' as "windowStart", o.form->>'taskingWindowEnd' as "windowEnd",
       (o.price->>'valuationArea')::float8 as "billedKm2", o.final_price_cents as cents, o.quote_num as quote, r.number as receipt
     from (select *, created_at as at from orders) o left join receipts r on r.order_id = o.id
     where o.account_id = $1 and ${IN_MONTH} and not o.sandbox order by o.id desc limit $3 offset $4`,
    [accountId, month, limit, offset],
  );
  return rows;
}

/** The columns, with their units. */
const COLUMNS: readonly CsvColumn<PlacedOrder>[] = [
  ['Order', ({ orderNum }) => orderNum],
  ['Name', ({ orderName }) => orderName],
  ['Ordered (UTC)', ({ at }) => utcCell(at)],
  ['Kind', ({ kind }) => kind],
  ['Status', ({ status }) => orderStatusRow(status).label],
  ['Product level', ({ level }) => level],
  ['Products', ({ products }) => products.join(' ')],
  ['Window from (UTC)', ({ windowStart }) => windowStart],
  ['Window to (UTC)', ({ windowEnd }) => windowEnd],
  ['Billed area (km²)', ({ billedKm2 }) => billedKm2],
  ['Price (USD)', ({ cents }) => dollarsOf(cents)],
  ['Quote', ({ quote }) => quote],
  ['Receipt', ({ receipt }) => receipt],
];

/** Orders as CSV (RFC 4180). */
export const csvOfOrders = (orders: readonly PlacedOrder[]): string => csvOf(COLUMNS, orders);
