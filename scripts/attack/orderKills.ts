import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import JSZip from 'jszip';
import type { Database } from '../../server/db/connection/open.ts';
import { randomOf, type Random } from '../../server/catalogue/simulated/random.ts';
import { deliveryPath } from '../../server/routes/orders/delivery.ts';
import type { ServerProcess } from '../../tests/server/process/serverProcess.ts';
import type { Customer } from './customer.ts';
import type { AttackTarget } from './targets.ts';
import type { Form } from './orderForms.ts';

export interface KillFigures {
  kills: number;
  /** Kills that included PostgreSQL. */
  databaseKills: number;
  /** Confirmed forms, and those whose submit had no reply when the server was killed. */
  confirmed: number;
  unanswered: number;
  orders: number;
  completed: number;
  /** Tasking orders whose window had no clear pass. */
  failed: number;
  payments: number;
  mails: number;
  /** Orders with more than one mail: a kill between sending and recording sends again. */
  repeatedMails: number;
  /** Every violation found. */
  wrong: string[];
}

/** A confirmed form and its last known order number. */
interface Submit {
  name: string;
  key: string;
  form: Form;
  body: unknown;
  cents: number;
  orderNum: string | null;
}

/** Seconds between two steps of an order, short enough for several steps between two kills. */
const STEP = '0.3';
/** Time from a start to the kill, ms. */
const LIFE_MS = { least: 150, most: 1_600 };

/** Submits orders until the server is killed, first those without a reply, under their old keys. */
async function orderOn(
  customer: Customer,
  forms: readonly { form: Form; cents: number }[],
  submits: Submit[],
  life: { ended: boolean; most: number; pauseMs: () => number },
): Promise<void> {
  const open = submits.filter((submit) => submit.orderNum === null);
  for (let made = 0; made < life.most && !life.ended;) {
    let submit = open.pop();
    if (submit === undefined) {
      const number = submits.length;
      const chosen = forms[number % forms.length];
      if (chosen === undefined) throw new Error('no forms');
      const name = `Kill ${number}`;
      const body = { ...chosen.form.body, orderName: name, agreedCents: chosen.cents };
      submit = { name, key: `kill-${number}-${Date.now()}`, ...chosen, body, orderNum: null };
      submits.push(submit);
      made += 1;
    }
    const answer = await customer.submit(submit.form.kind, submit.body, submit.key);
    if (answer.result !== 1) throw new Error(`${submit.name} was refused: ${answer.message ?? ''}`);
    submit.orderNum = answer.data?.orderNum ?? null;
    await pause(life.pauseMs());
  }
}

/** Starts the server, submits orders, and kills it at a random time. */
async function runAndKill(
  target: AttackTarget,
  customer: Customer,
  forms: readonly { form: Form; cents: number }[],
  submits: Submit[],
  random: Random,
  withDatabase: boolean,
): Promise<void> {
  const server = await target.start({ SUPPLIER_STEP_SECONDS: STEP });
  customer.url = server.url;
  const life = { ended: false, most: 4, pauseMs: () => random() * 400 };
  const ordering = orderOn(customer, forms, submits, life).then(
    () => null,
    (error: unknown) => error,
  );
  await pause(LIFE_MS.least + random() * (LIFE_MS.most - LIFE_MS.least));
  life.ended = true;
  // some kills coincide with a pending submit
  const last =
    random() < 0.6 ? orderOn(customer, forms, submits, { ended: false, most: 1, pauseMs: () => 0 }) : null;
  const onTheWay = last?.then(
    () => null,
    (error: unknown) => error,
  );
  if (last !== null) await pause(random() * 20);
  await server.end('SIGKILL');
  const failure = (await ordering) ?? (await onTheWay) ?? null;
  // fetch fails with a TypeError when the connection breaks
  if (failure !== null && !(failure instanceof TypeError) && !(failure instanceof SyntaxError)) throw failure;
  if (withDatabase) await target.killDatabase();
}

/** Waits until no order has a pending step. */
async function waitUntilIdle(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query<{ open: number }>(
      'select count(*)::int as open from orders where next_step_at is not null',
    );
    if (rows[0]?.open === 0) return;
    await pause(300);
  }
}

interface StoredOrder {
  name: string;
  num: string;
  kind: string;
  status: number;
  cents: number;
  secret: string;
  steps: number[];
  paid: number[];
  files: string[];
}

async function stored(db: Database): Promise<StoredOrder[]> {
  const { rows } = await db.pool.query<StoredOrder>(
    `select o.order_name as name, o.order_num as num, o.kind, o.status, o.final_price_cents as cents, o.secret,
       array(select h.status::int from order_history h where h.order_id = o.id order by h.id) as steps,
       array(select p.cost_cents::int from payment_records p where p.order_id = o.id) as paid,
       array(select f.file_name from order_files f where f.order_id = o.id) as files
     from orders o where o.order_name like 'Kill %'`,
  );
  return rows;
}

/** The violations of an order that must have been delivered exactly once. */
async function faultsOf(order: StoredOrder, server: ServerProcess): Promise<string[]> {
  const { name, status, steps, paid, files, num, secret } = order;
  const walked = steps.join(' ');
  if (status === 8 && order.kind === 'tasking')
    return walked === '1 3 4 5 6 8' && paid.length === 0 ? [] : [`${name}: failed by ${walked}`];
  const faults: string[] = [];
  if (status !== 7 || walked !== '1 3 4 5 6 7') faults.push(`${name}: status ${status} by ${walked}`);
  if (paid.length !== 1 || paid[0] !== order.cents) faults.push(`${name}: paid ${paid.join(' ')}`);
  if (files.length === 0) faults.push(`${name}: no files`);
  for (const file of files) {
    const answer = await fetch(server.url + deliveryPath(num, secret, file));
    const zip = await JSZip.loadAsync(await answer.arrayBuffer(), { checkCRC32: true }).catch(() => null);
    const names = Object.keys(zip?.files ?? {});
    if (!names.some((one) => one.endsWith('.tif'))) faults.push(`${name}: ${file} can't be opened`);
  }
  return faults;
}

/** The number of mails in the outbox for each order number. */
async function mailsIn(target: AttackTarget): Promise<Map<string, number>> {
  const outbox = path.join(target.dataDir, 'files', 'outbox');
  const counts = new Map<string, number>();
  for (const file of await readdir(outbox).catch(() => [])) {
    if (!file.endsWith('.txt')) continue;
    const num = /GT-\d{8}-\d+/.exec(await readFile(path.join(outbox, file), 'utf8'))?.[0];
    if (num !== undefined) counts.set(num, (counts.get(num) ?? 0) + 1);
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

async function pricedOn(target: AttackTarget, customer: Customer, forms: readonly Form[]) {
  const server = await target.start({ SUPPLIER_STEP_SECONDS: STEP });
  customer.url = server.url;
  const priced: { form: Form; cents: number }[] = [];
  for (const form of forms) priced.push({ form, cents: (await customer.price(form)).finalPrice });
  await server.end('SIGTERM');
  return priced;
}

/** Kills a server at random times while it accepts and delivers orders, then checks every order. */
export async function orderKills(
  target: AttackTarget,
  customer: Customer,
  plan: { forms: readonly Form[]; kills: number; seed: string; onKill?: (done: number) => void },
): Promise<KillFigures> {
  const random = randomOf(plan.seed);
  const forms = await pricedOn(target, customer, plan.forms);
  const submits: Submit[] = [];
  let [databaseKills, unanswered] = [0, 0];
  for (let kill = 0; kill < plan.kills; kill++) {
    const withDatabase = random() < 0.5;
    await runAndKill(target, customer, forms, submits, random, withDatabase);
    if (withDatabase) databaseKills += 1;
    unanswered += submits.filter((submit) => submit.orderNum === null).length;
    plan.onKill?.(kill + 1);
  }
  const server = await target.start({ SUPPLIER_STEP_SECONDS: STEP });
  customer.url = server.url;
  for (const submit of submits.filter((one) => one.orderNum === null)) {
    const answer = await customer.submit(submit.form.kind, submit.body, submit.key);
    submit.orderNum = answer.data?.orderNum ?? null;
  }
  const db = await target.open();
  await waitUntilIdle(db);
  const orders = await stored(db);
  const wrong = compare(submits, orders);
  for (const order of orders) wrong.push(...(await faultsOf(order, server)));
  const jobs = async () =>
    (await db.pool.query<{ open: number }>('select count(*)::int as open from mail_jobs')).rows[0]?.open ?? 0;
  while ((await jobs()) > 0) await pause(200);
  const mails = await mailsIn(target);
  for (const { num, name } of orders) if (!mails.has(num)) wrong.push(`${name}: no mail`);
  await db.close();
  await server.end('SIGTERM');
  return {
    kills: plan.kills,
    databaseKills,
    confirmed: submits.length,
    unanswered,
    orders: orders.length,
    completed: orders.filter((order) => order.status === 7).length,
    failed: orders.filter((order) => order.status === 8).length,
    payments: orders.reduce((sum, order) => sum + order.paid.length, 0),
    mails: [...mails.values()].reduce((sum, count) => sum + count, 0),
    repeatedMails: [...mails.values()].filter((count) => count > 1).length,
    wrong,
  };
}
