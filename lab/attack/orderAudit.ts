import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../server/database/open.ts';
import { deliveryPath } from '../../server/orders/delivery.routes.ts';
import type { Form } from './orderForms.ts';
import { untilNone } from './untilNone.ts';

export interface AuditFigures {
  /** Confirmed forms. */
  confirmed: number;
  orders: number;
  completed: number;
  /** Tasking orders whose window had no clear pass. */
  failed: number;
  payments: number;
  mails: number;
  /** Orders with more than one mail of their receipt, or of their end: a kill between sending and recording sends again. */
  repeatedMails: number;
  /** Orders with exactly one item of the bell. */
  inBell: number;
  /** Every violation found. */
  wrong: string[];
}

/** A confirmed form and its last known order number. */
export interface Submit {
  name: string;
  key: string;
  form: Form;
  body: unknown;
  cents: number;
  orderNum: string | null;
}

/** Longer than the slowest delivery of all. */
const IDLE_MS = 30 * 60_000;

/** Orders with a pending step, and mails that are due. */
const OPEN = `select (select count(*) from orders where next_step_at is not null)::int
  + (select count(*) from mail_jobs)::int as open`;

interface StoredOrder {
  name: string;
  num: string;
  kind: string;
  status: number;
  cents: number;
  secret: string;
  steps: number[];
  paid: number[];
  files: { name: string; sha256: string }[];
  /** Items of the bell. */
  items: number;
}

async function stored(db: Database): Promise<StoredOrder[]> {
  const { rows } = await db.pool.query<StoredOrder>(
    `select o.order_name as name, o.order_num as num, o.kind, o.status, o.final_price_cents as cents, o.secret,
       array(select h.status::int from order_history h where h.order_id = o.id order by h.id) as steps,
       array(select p.cost_cents::int from payment_records p where p.order_id = o.id) as paid,
       (select coalesce(json_agg(json_build_object('name', f.file_name, 'sha256', f.sha256)), '[]')
        from order_files f where f.order_id = o.id) as files,
       (select count(*)::int from news n where n.order_id = o.id) as items
     from orders o where o.order_name like 'Attack %'`,
  );
  return rows;
}

/** The violations of an order that must have been delivered exactly once. */
async function faultsOf(order: StoredOrder, url: string): Promise<string[]> {
  const { name, status, steps, paid, files, num, secret } = order;
  const walked = steps.join(' ');
  if (status === 8 && order.kind === 'tasking')
    return walked === '1 3 4 5 6 8' && paid.length === 0 ? [] : [`${name}: failed by ${walked}`];
  const faults: string[] = [];
  if (status !== 7 || walked !== '1 3 4 5 6 7') faults.push(`${name}: status ${status} by ${walked}`);
  if (paid.length !== 1 || paid[0] !== order.cents) faults.push(`${name}: paid ${paid.join(' ')}`);
  if (!files.some((file) => file.name.endsWith('.tif'))) faults.push(`${name}: no image`);
  for (const file of files) {
    const answer = await fetch(url + deliveryPath(num, secret, file.name));
    const sha256 = createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex');
    if (sha256 !== file.sha256) faults.push(`${name}: ${file.name} is not what was delivered`);
  }
  return faults;
}

/** How many mails told of an order's receipt, and of its end. */
interface OrderMails {
  received: number;
  ended: number;
}

/** The mails about each order in the outbox of a data folder. */
export async function mailsIn(dataDir: string): Promise<Map<string, OrderMails>> {
  const outbox = path.join(dataDir, 'files', 'outbox');
  const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.txt'));
  return mailsByOrder(await Promise.all(files.map((file) => readFile(path.join(outbox, file), 'utf8'))));
}

/** The mails about each order, of the texts of all. */
export function mailsByOrder(mails: readonly string[]): Map<string, OrderMails> {
  const counts = new Map<string, OrderMails>();
  for (const mail of mails) {
    const num = /GT-\d{8}-\d+/.exec(mail)?.[0];
    if (num === undefined) continue;
    const count = counts.get(num) ?? { received: 0, ended: 0 };
    count[mail.includes('We received your order') ? 'received' : 'ended']++;
    counts.set(num, count);
  }
  return counts;
}

function compare(submits: readonly Submit[], orders: readonly StoredOrder[]): string[] {
  const byName = new Map<string, StoredOrder[]>();
  for (const order of orders) byName.set(order.name, [...(byName.get(order.name) ?? []), order]);
  const wrong = submits.flatMap(({ name, orderNum, cents }) => {
    const made = byName.get(name) ?? [];
    if (made.length !== 1) return [`${name}: acknowledged as ${orderNum ?? 'none'}, ${made.length} orders`];
    return made[0]?.num === orderNum && made[0]?.cents === cents
      ? []
      : [`${name}: differs from the acknowledged order`];
  });
  if (orders.length !== submits.length) wrong.push(`${orders.length} orders of ${submits.length} forms`);
  return wrong;
}

/**
 * Waits until everything is delivered and told, then checks every order.
 * @param server runs on this database; `mails` are those about each order number
 */
export async function auditOrders(
  db: Database,
  server: { url: string; mails(): Promise<Map<string, OrderMails>> },
  submits: readonly Submit[],
): Promise<AuditFigures> {
  await untilNone(db, OPEN, { mostMs: IDLE_MS, what: 'orders or mails' });
  const orders = await stored(db);
  const wrong = compare(submits, orders);
  for (const order of orders) wrong.push(...(await faultsOf(order, server.url)));
  const mails = await server.mails();
  for (const { num, name, items } of orders) {
    const { received = 0, ended = 0 } = mails.get(num) ?? {};
    if (received === 0 || ended === 0) wrong.push(`${name}: ${received} and ${ended} mails`);
    if (items !== 1) wrong.push(`${name}: ${items} times in the bell`);
  }
  return {
    confirmed: submits.length,
    orders: orders.length,
    completed: orders.filter((order) => order.status === 7).length,
    failed: orders.filter((order) => order.status === 8).length,
    payments: orders.reduce((sum, order) => sum + order.paid.length, 0),
    mails: [...mails.values()].reduce((sum, { received, ended }) => sum + received + ended, 0),
    repeatedMails: [...mails.values()].filter(({ received, ended }) => received > 1 || ended > 1).length,
    inBell: orders.filter(({ items }) => items === 1).length,
    wrong,
  };
}
