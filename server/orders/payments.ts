import type { Pool, PoolClient } from 'pg';
import type { CreditMovement, PayRecord } from '../../contract/accounts.ts';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import { csvOf, type CsvColumn, utcCell } from '../../contract/csv.ts';
import { PAGE_SIZE } from '../../contract/limits.ts';
import { dollarsOf } from '../../contract/orders/money.ts';
import type { Account } from '../accounts/accounts.queries.ts';
import { movementsOf, totalsOf, IN_MONTH, type OwnRows } from '../accounts/credits.queries.ts';
import { signedIn, type CallContext, type Handlers } from '../accounts/handler.ts';
import { STATEMENT_MAX } from '../base/limits.ts';
import { Refusal } from '../base/refusal.ts';
import { deliveryPath } from './delivery.routes.ts';
import { receiptName } from './orderReceipt.ts';
import { csvOfOrders, placedOrders } from './placedOrders.ts';
import type { Payment, StatementTask } from './papers/papers.ts';
import type { OrderDeps } from './supplier.ts';

/** Decision 26: adds the payment record of a completed order, once. */
export async function insertPayment(
  client: PoolClient,
  payment: { orderId: number; accountId: number; costCents: number; at: Date },
): Promise<void> {
  await client.query(
    `insert into payment_records (order_id, account_id, cost_cents, at) values ($1, $2, $3, $4)
     on conflict (order_id) do nothing`,
    [payment.orderId, payment.accountId, payment.costCents, payment.at],
  );
}

/** Payment records, newest first. */
async function paymentsOf(pool: Pool, { accountId, month, limit, offset }: OwnRows): Promise<Payment[]> {
  const { rows } = await pool.query<Payment>(
    `select p.id, o.order_num as "orderNum", p.cost_cents as cost, p.at, o.order_name as "orderName", o.kind, o.secret,
       case when o.kind = 'archive' then cardinality(o.product_ids) else 1 end as lines,
       r.number as receipt, coalesce(r.tax_cents, 0) as tax
     from (select * from payment_records where account_id = $1 and ${IN_MONTH} order by id desc limit $3 offset $4) p
     join orders o on o.id = p.order_id left join receipts r on r.order_id = o.id order by p.id desc`,
    [accountId, month, limit, offset],
  );
  return rows;
}

function recordOf(payment: Payment, { origin, language }: CallContext): PayRecord {
  const { secret, receipt, tax: _, at, orderNum, ...row } = payment;
  const file = receiptName(orderNum, language);
  return {
    ...row,
    orderNum,
    at: at.toISOString(),
    ...(receipt !== null && { receipt: origin + deliveryPath(orderNum, secret, file) }),
  };
}

const PAYMENT_COLUMNS: readonly CsvColumn<Payment>[] = [
  ['ID', ({ id }) => id],
  ['Date (UTC)', ({ at }) => utcCell(at)],
  ['Order', ({ orderNum }) => orderNum],
  ['Name', ({ orderName }) => orderName],
  ['Kind', ({ kind }) => kind],
  ['Lines', ({ lines }) => lines],
  ['Cost (USD)', ({ cost }) => dollarsOf(cost)],
  ['Tax (USD)', ({ tax }) => dollarsOf(tax)],
  ['Receipt', ({ receipt }) => receipt],
];

const MOVEMENT_COLUMNS: readonly CsvColumn<CreditMovement>[] = [
  ['ID', ({ id }) => id],
  ['Date (UTC)', ({ at }) => utcCell(at)],
  ['Reason', ({ reason }) => reason],
  ['Name', ({ subject }) => subject],
  ['Change (credits)', ({ amount }) => amount],
  ['Balance (credits)', ({ balance }) => balance],
];

/** @throws Refusal statementTooLong */
function short<Row>(rows: readonly Row[]): readonly Row[] {
  if (rows.length > STATEMENT_MAX) throw new Refusal('statementTooLong', { most: STATEMENT_MAX });
  return rows;
}

const FILE_NAMES = { orders: 'payments', credits: 'credits', placed: 'orders' } as const;

/** Spreadsheets take a file for UTF-8 by this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

const OWN = (account: Account, month: string | undefined) => ({
  accountId: account.id,
  month: month ?? null,
});

/** §6: the puc flag allows viewing order payment records. */
function mayView(account: Account): void {
  if (!account.puc) throw new Refusal('notAllowed');
}

/** §7 Accounts: the payments of completed orders, the changes of credits, and both as files. */
export function paymentHandlers({
  db,
  config,
  clock,
  writePaper,
}: OrderDeps): Pick<Handlers, 'payRecords' | 'creditMovements' | 'statement'> {
  const { pool } = db;
  const pageOf = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
  return {
    async payRecords({ query: { month, cpage } }, context) {
      const account = signedIn(context);
      mayView(account);
      const own = OWN(account, month);
      const list = await paymentsOf(pool, { ...own, ...pageOf(cpage) });
      const totals = await totalsOf(pool, 'payment_records', own);
      return {
        result: SUCCESS,
        data: { list: list.map((payment) => recordOf(payment, context)), ...totals },
      };
    },
    async creditMovements({ query: { month, cpage } }, context) {
      const own = OWN(signedIn(context), month);
      const list = await movementsOf(pool, { ...own, ...pageOf(cpage) });
      return { result: SUCCESS, data: { list, ...(await totalsOf(pool, 'credit_entries', own)) } };
    },
    async statement({ query: { book, month, format } }, context) {
      const account = signedIn(context);
      if (book === 'orders') mayView(account);
      const name = [FILE_NAMES[book], month ?? 'all'].join('_') + `.${format}`;
      const csv = (text: string) => {
        const content = Buffer.from(BYTE_ORDER_MARK + text).toString('base64');
        return { result: SUCCESS, data: { name, content } };
      };
      const wanted = { ...OWN(account, month), limit: STATEMENT_MAX + 1, offset: 0 };
      if (book === 'placed') return csv(csvOfOrders(short(await placedOrders(pool, wanted))));
      const rows =
        book === 'orders'
          ? ({ book, rows: await paymentsOf(pool, wanted) } as const)
          : ({ book, rows: await movementsOf(pool, wanted) } as const);
      short<unknown>(rows.rows);
      if (format === 'csv')
        return csv(
          rows.book === 'orders' ? csvOf(PAYMENT_COLUMNS, rows.rows) : csvOf(MOVEMENT_COLUMNS, rows.rows),
        );
      const { firstName, lastName, company, email } = account;
      const task: StatementTask = {
        kind: 'statement',
        language: context.language,
        at: clock.now().toISOString(),
        month: month ?? null,
        seller: { ...config.seller, address: [...config.seller.address] },
        buyer: { name: `${firstName} ${lastName}`.trim(), company, email },
        ...rows,
      };
      const pdf = await writePaper(task);
      return { result: SUCCESS, data: { name, content: Buffer.from(pdf).toString('base64') } };
    },
  };
}
