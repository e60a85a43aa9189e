import { setTimeout as pause } from 'node:timers/promises';
import { everythingIn, tilePath } from '../bench/load/caller.ts';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { between, randomOf, type Random } from '../../server/simulator/archive/random.ts';
import { insertAccount, grantCredits } from '../../server/accounts/accounts.queries.ts';
import type { Database } from '../../server/database/open.ts';
import { hashPassword } from '../../server/accounts/passwords.rules.ts';
import { DEMO_PASSWORD } from '../../server/accounts/demoAccounts.ts';
import { Customer } from '../attack/customer.ts';
import { CustomerOrders } from '../attack/customerOrders.ts';
import type { Form } from '../attack/orderForms.ts';
import type { Calls } from './calls.ts';

/** Credits of each buyer at the start. */
export const CREDITS = 10_000;
/** What a buyer does after a while, with its share. */
const SHARES = [
  ['search', 0.6],
  ['tile', 0.36],
  ['order', 0.025],
  ['export', 0.015],
] as const;
/** Between two things that a buyer does, ms. */
const THINKING = [2_000, 8_000] as const;
const ZOOM = 7;

export const emailOf = (number: number): string => `buyer${number}@farm.example`;

/** Creates the accounts of the buyers. */
export async function createBuyers(db: Database, count: number, now: Date): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (let number = 0; number < count; number++)
    await db.transaction(async (client) => {
      const names = { firstName: 'Farm', lastName: `Buyer ${number}`, company: 'Farm' };
      const rights = { utype: 6, puc: true, status: 'approved', credits: 0 } as const;
      const made = await insertAccount(
        client,
        { email: emailOf(number), passwordHash, ...names, ...rights },
        now,
      );
      if (made) await grantCredits(client, made.id, CREDITS, now);
    });
}

/** A paid export that was sent. */
export interface SentExport {
  email: string;
  name: string;
  isAcknowledged: boolean;
}

/** A person at the portal, who thinks most of the time. */
export class Buyer {
  readonly email: string;
  readonly exports: SentExport[] = [];
  readonly #customer: Customer;
  readonly #random: Random;
  readonly #calls: Calls;
  readonly #number: number;
  readonly #layer: () => number;
  #orders: CustomerOrders | null = null;

  constructor(number: number, given: { url: string; calls: Calls; layer: () => number }) {
    this.#number = number;
    this.email = emailOf(number);
    this.#random = randomOf(`buyer ${number}`);
    this.#calls = given.calls;
    this.#layer = given.layer;
    this.#customer = new Customer(this.email, `10.0.${number >> 8}.${number & 255}`);
    this.#customer.url = given.url;
  }

  /** Logs in and asks for the prices of what it will order. */
  async begin(forms: readonly Form[]): Promise<void> {
    await this.#customer.logIn();
    this.#orders = await CustomerOrders.priced(this.#customer, forms, `Attack ${this.#number}`);
  }

  get submits() {
    return this.#orders?.submits ?? [];
  }

  /** Does one thing after the other until the life ends, and finishes the last one. */
  async live(life: { ended: boolean }): Promise<void> {
    while (!life.ended) {
      await pause(between(this.#random, ...THINKING));
      if (life.ended) return;
      let left = this.#random();
      const [kind] = SHARES.find(([, share]) => (left -= share) < 0) ?? SHARES[0];
      await this.#does[kind]();
    }
  }

  /** @returns null if the portal says to come again */
  async #ask(
    { method, path }: { method: string; path: string },
    body?: unknown,
    key?: string,
  ): Promise<Response | null> {
    const { url, token } = this.#customer;
    const answer = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status === 502) throw new TypeError('no server');
    if (answer.status === 503 || answer.status === 429) {
      await answer.arrayBuffer();
      return null;
    }
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return answer;
  }

  readonly #does: Readonly<Record<(typeof SHARES)[number][0], () => Promise<unknown>>> = {
    search: () => {
      const [west, south] = [between(this.#random, 103, 104.8), between(this.#random, 0.6, 2)];
      const [east, north] = [west + 0.2, south + 0.2];
      const aoiWkt = `POLYGON((${west} ${south}, ${east} ${south}, ${east} ${north}, ${west} ${north}, ${west} ${south}))`;
      return this.#calls.make('search', async () => {
        const answer = await this.#ask(endpoints.searchScenes, everythingIn(aoiWkt));
        return answer && endpoints.searchScenes.reply.parse(await answer.json());
      });
    },
    tile: () => {
      const place = {
        layer: this.#layer(),
        z: ZOOM,
        x: this.#random() * 2 ** ZOOM,
        y: this.#random() * 2 ** ZOOM,
      };
      const path = tilePath(this.#customer.token, place);
      return this.#calls.make('tile', async () => {
        const answer = await this.#ask({ method: 'GET', path });
        return answer && (await answer.arrayBuffer());
      });
    },
    order: () => this.#calls.make('order', () => this.#orders!.one({ ended: false }).then(() => true)),
    export: async () => {
      const name = `Export ${this.#number} ${this.exports.length}`;
      const sent: SentExport = { email: this.email, name, isAcknowledged: false };
      this.exports.push(sent);
      const aoi = 'POLYGON((103.8 1.3, 103.802 1.3, 103.802 1.302, 103.8 1.302, 103.8 1.3))';
      const form = {
        dsId: this.#layer(),
        aoi,
        outMode: 'bbox',
        outResolution: 2,
        outProj: 'EPSG:3857',
        taskName: name,
      };
      const done = await this.#calls.make('export', async () => {
        const answer = await this.#ask(
          endpoints.imageryExportSubmit,
          form,
          `export-${this.#number}-${this.exports.length}`,
        );
        const reply = answer && endpoints.imageryExportSubmit.reply.parse(await answer.json());
        if (reply !== null && reply.result !== 1) throw new Error(`${name}: ${reply.message}`);
        return reply;
      });
      sent.isAcknowledged = done !== null;
    },
  };
}
