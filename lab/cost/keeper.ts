import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '../../contract/calls/endpoints.ts';
import type { Database } from '../../server/database/open.ts';
import { runClock } from '../../tests/server/support/clock.ts';
import { samples } from '../../tests/server/support/samples.ts';
import { Customer } from '../attack/customer.ts';
import { CustomerOrders } from '../attack/customerOrders.ts';
import { auditOrders, mailsIn } from '../attack/orderAudit.ts';
import { formsOf } from '../attack/orderForms.ts';
import { Caller } from '../bench/load/caller.ts';

const APART_MS = 2_000;
const TABLES = ['saved_aois', 'saved_searches'] as const;
type Table = (typeof TABLES)[number];

/** An account that orders and saves beside the attack, so that afterwards it can be asked for what was acknowledged. */
export class Keeper {
  readonly #customer: Customer;
  readonly #caller: Caller;
  readonly #orders: CustomerOrders;
  /** Names of what was sent, and whether it was acknowledged. */
  readonly #saved = { saved_aois: new Map<string, boolean>(), saved_searches: new Map<string, boolean>() };

  readonly #search: object;

  private constructor(customer: Customer, orders: CustomerOrders, search: object) {
    this.#customer = customer;
    this.#orders = orders;
    this.#search = search;
    this.#caller = new Caller(customer.url);
    this.#caller.token = customer.token;
  }

  /** @param search a search to save, but for its name */
  static async of(url: string, email: string, seed: string, search: object): Promise<Keeper> {
    const customer = new Customer(email);
    customer.url = url;
    await customer.logIn();
    const forms = formsOf(await customer.products(4), runClock.now(), 0.01, seed);
    return new Keeper(customer, await CustomerOrders.priced(customer, forms), search);
  }

  async #save(table: Table, row: { method: string; path: string }, body: object, name: string) {
    this.#saved[table].set(name, false);
    const text = await this.#caller.send(row, body).catch(() => '{}');
    this.#saved[table].set(name, (JSON.parse(text) as { result?: number }).result === 1);
  }

  async live(life: { ended: boolean }): Promise<void> {
    for (let n = 0; !life.ended; n++) {
      await this.#orders.one(life);
      // the same key again makes nothing
      const last = this.#orders.submits.at(-1)!;
      if (last.orderNum !== null) await this.#orders.retry(last, life);
      const name = `Kept ${n}`;
      await this.#save('saved_aois', endpoints.saveAoi, { ...samples.saveAoi.body, name }, name);
      await this.#save('saved_searches', endpoints.saveSearch, { ...this.#search, name }, name);
      await pause(APART_MS);
    }
  }

  /** What was acknowledged and isn't there once; submits that got no answer are sent again before. */
  async audit(db: Database, dataDir: string): Promise<{ figures: string; wrong: string[] }> {
    for (const submit of this.#orders.submits)
      if (submit.orderNum === null) await this.#orders.retry(submit, { ended: false });
    const server = { url: this.#customer.url, mails: () => mailsIn(dataDir) };
    const { orders, wrong } = await auditOrders(db, server, this.#orders.submits);
    let acknowledged = 0;
    for (const table of TABLES) {
      const { rows } = await db.pool.query<{ name: string; count: number }>(
        `select name, count(*)::int as count from ${table} where name like 'Kept %' group by name`,
      );
      const counts = new Map(rows.map(({ name, count }) => [name, count]));
      for (const [name, isAcknowledged] of this.#saved[table]) {
        const count = counts.get(name) ?? 0;
        acknowledged += Number(isAcknowledged);
        if (count > 1 || (isAcknowledged && count === 0)) wrong.push(`${table} ${name}: ${count} rows`);
      }
    }
    return { figures: `${orders} orders, ${acknowledged} saved items`, wrong };
  }
}
