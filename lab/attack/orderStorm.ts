import type { PriceResult } from '../../contract/orders/orders.ts';
import type { Pool } from 'pg';
import { randomOf } from '../../server/simulator/archive/random.ts';
import { exactCents } from './exactPrice.ts';
import type { Form, OrderKind, SubmitReply } from './orderForms.ts';

/** The calls of a server that a customer uses. */
export interface StormTarget {
  price(form: Form): Promise<PriceResult>;
  submit(kind: OrderKind, body: unknown, key: string): Promise<SubmitReply>;
  /** Sends a submit and closes the connection without reading the reply. */
  submitAndDrop(kind: OrderKind, body: unknown, key: string): Promise<void>;
}

export interface StormFigures {
  submits: number;
  /** Confirmed forms; as many orders must exist. */
  confirmed: number;
  orders: number;
  /** Cents of all orders in the database, and of all confirmed forms by exact fractions. */
  cents: string;
  expectedCents: string;
  /** Submits of a different body under a used key, all refused. */
  refused: number;
  dropped: number;
  /** Every violation found. */
  wrong: string[];
}

interface Confirmed {
  name: string;
  key: string;
  form: Form;
  cents: number;
  /** The order numbers in the replies; there must be one. */
  numbers: Set<string>;
}

type Scenario = (one: Confirmed, storm: Storm) => Promise<void>;

/** One storm over one account. */
class Storm {
  submits = 0;
  refused = 0;
  dropped = 0;
  readonly wrong: string[] = [];
  private readonly target: StormTarget;

  constructor(target: StormTarget) {
    this.target = target;
  }

  private bodyOf({ form, name, cents }: Confirmed, orderName = name) {
    return { ...form.body, orderName, agreedPrice: cents };
  }

  async send(one: Confirmed): Promise<void> {
    this.submits += 1;
    const answer = await this.target.submit(one.form.kind, this.bodyOf(one), one.key);
    if (answer.result === 1 && answer.data?.orderNum) one.numbers.add(answer.data.orderNum);
    else this.wrong.push(`${one.name}: refused (${answer.message ?? 'no reason'})`);
  }

  async drop(one: Confirmed): Promise<void> {
    this.submits += 1;
    this.dropped += 1;
    await this.target.submitAndDrop(one.form.kind, this.bodyOf(one), one.key);
  }

  /** Sends a different body under the same key, which must be refused once the key is used. */
  async sendOther(one: Confirmed): Promise<void> {
    this.submits += 1;
    const answer = await this.target.submit(one.form.kind, this.bodyOf(one, `${one.name} other`), one.key);
    if (answer.result === 1) this.wrong.push(`${one.name}: a different body was accepted under its key`);
    else this.refused += 1;
  }
}

const times = (count: number, work: () => Promise<void>) => Promise.all(Array.from({ length: count }, work));

/** What users, networks and attackers do with one confirmed form. */
const SCENARIOS: readonly { share: number; play: Scenario }[] = [
  { share: 0.45, play: (one, storm) => storm.send(one) },
  // a double click
  { share: 0.25, play: async (one, storm) => void (await times(2, () => storm.send(one))) },
  // the reply is lost, and the form is sent again until a reply arrives
  {
    share: 0.15,
    play: async (one, storm) => {
      await storm.drop(one);
      await storm.drop(one);
      await storm.send(one);
    },
  },
  // the same key with a different body, afterwards and at the same time
  {
    share: 0.12,
    play: async (one, storm) => {
      await storm.send(one);
      await Promise.all([storm.sendOther(one), storm.send(one)]);
    },
  },
  // fifty at once
  { share: 0.03, play: async (one, storm) => void (await times(50, () => storm.send(one))) },
];

function scenarioAt(chance: number): Scenario {
  let left = chance;
  for (const { share, play } of SCENARIOS) {
    if (left < share) return play;
    left -= share;
  }
  return SCENARIOS[0]?.play ?? ((one, storm) => storm.send(one));
}

async function inDatabase(pool: Pool, prefix: string) {
  const { rows } = await pool.query<{
    name: string;
    num: string;
    cents: number;
    status: number;
    steps: number;
  }>(
    `select o.order_name as name, o.order_num as num, o.final_price_cents as cents, o.status,
       (select count(*)::int from order_history h where h.order_id = o.id) as steps
     from orders o where o.order_name like $1`,
    [`${prefix}%`],
  );
  return rows;
}

/** Compares the database with the confirmed forms. */
function compare(confirmed: readonly Confirmed[], rows: Awaited<ReturnType<typeof inDatabase>>): string[] {
  const wrong: string[] = [];
  const byName = new Map<string, typeof rows>();
  for (const row of rows) byName.set(row.name, [...(byName.get(row.name) ?? []), row]);
  for (const { name, numbers, cents } of confirmed) {
    const made = byName.get(name) ?? [];
    if (made.length !== 1) wrong.push(`${name}: ${made.length} orders`);
    if (numbers.size !== 1 || made[0]?.num !== [...numbers][0])
      wrong.push(
        `${name}: replied ${[...numbers].join(' ')}, stored ${made.map((row) => row.num).join(' ')}`,
      );
    if (made[0]?.cents !== cents) wrong.push(`${name}: ${made[0]?.cents} cents, not ${cents}`);
  }
  if (new Set(rows.map((row) => row.num)).size !== rows.length) wrong.push('an order number was used twice');
  if (rows.length !== confirmed.length) wrong.push(`${rows.length} orders of ${confirmed.length} forms`);
  return wrong;
}

/**
 * Submits confirmed forms of both kinds in every hostile way until the planned number of submits was sent, then compares
 * the database.
 * @param plan `prefix` starts the names of its orders and of no others; `lanes` run at the same time
 */
export async function orderStorm(
  target: StormTarget,
  pool: Pool,
  plan: { forms: readonly Form[]; submits: number; lanes: number; prefix: string; seed: string },
): Promise<StormFigures> {
  const random = randomOf(plan.seed);
  const storm = new Storm(target);
  const priced = await Promise.all(
    plan.forms.map(async (form) => {
      const price = await target.price(form);
      const figures = [price.unitPrice, price.valuationArea, price.discount].map(String);
      const [unitPrice = '', area = '', discount = ''] = figures;
      const exact = exactCents(unitPrice, area, discount, form.body.productLevel);
      if (BigInt(price.finalPrice) !== exact)
        storm.wrong.push(`${form.body.aoiWkt}: ${price.finalPrice} cents, exactly ${exact}`);
      return { form, cents: price.finalPrice, exact };
    }),
  );
  const confirmed: Confirmed[] = [];
  let expectedCents = 0n;
  const lane = async (): Promise<void> => {
    while (storm.submits < plan.submits) {
      const number = confirmed.length;
      const chosen = priced[number % priced.length];
      if (chosen === undefined) throw new Error('no forms');
      const key = `${plan.prefix}-${number}-${Math.floor(random() * 1e9)}`.replaceAll(' ', '-');
      const one = { name: `${plan.prefix} ${number}`, key, ...chosen, numbers: new Set<string>() };
      confirmed.push(one);
      expectedCents += chosen.exact;
      await scenarioAt(random())(one, storm);
    }
  };
  await Promise.all(Array.from({ length: plan.lanes }, lane));
  const rows = await inDatabase(pool, plan.prefix);
  return {
    submits: storm.submits,
    confirmed: confirmed.length,
    orders: rows.length,
    cents: rows.reduce((sum, row) => sum + BigInt(row.cents), 0n).toString(),
    expectedCents: expectedCents.toString(),
    refused: storm.refused,
    dropped: storm.dropped,
    wrong: [...storm.wrong, ...compare(confirmed, rows)],
  };
}
