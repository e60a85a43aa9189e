import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createActor, SimulatedClock, type Actor } from 'xstate';
import type { Scene } from '../../../contract/search.ts';
import { grantCredits } from '../../../server/accounts/accounts.queries.ts';
import { insertLayer } from '../../../server/imagery/imagery.queries.ts';
import { unbalancedAccounts } from '../../../server/exports/imageryExports.queries.ts';
import { createApp } from '../../../server/http/app.ts';
import type { sceneOrderMachine } from '../../../src/machines/orders/sceneOrder.machine.ts';
import type { PricedFormInput } from '../../../src/machines/orders/pricedForm.rules.ts';
import { makeCall, type Call } from '../../../src/services/call/call.ts';
import { submitMemory } from '../../../src/services/browser/submitMemory.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { wireImagery } from '../../../src/wiring/imagery.ts';
import { wireOrders } from '../../../src/wiring/orders.ts';
import { LAYER } from '../imagery/pictures.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import * as sample from '../../model/shared/samples.ts';
import { databaseServers, serverFor, type TestServer } from '../support/harness.ts';
import { runClock } from '../support/clock.ts';
import { isLong } from '../../suite.ts';

const AOI = aoiOf(square(103.8, 1.2, 103.9, 1.3));
const ALPHA: Scene = { ...sample.scene('ALPHA', 'one'), geometry: square(103.7, 1.1, 104, 1.4) };
/** Hundreds of its exports fit on any disk. */
const SMALL_AOI = aoiOf(square(103.8, 1.2, 103.802, 1.202));
const SERVER = 'http://portal.test';
/** Submits within which each of the faulty forms at the end buys twice. */
const FAULT_SUBMITS = 60;
/** Buyers of each form at the same time, and how many submits each sends at least. A long run has eight times as many. */
const [BUYERS, SUBMITS] = isLong ? [4, 240] : [2, FAULT_SUBMITS];

/** A priced form as its buyer uses it: the three differ in their drafts alone, which the buyer knows by the name. */
type OrderForm = Actor<typeof sceneOrderMachine>;
type Clocked = { clock: SimulatedClock };
interface FormKind {
  name: string;
  open: (call: Call, common: PricedFormInput, options: Clocked, layer: number) => OrderForm;
  patch: (name: string) => object;
  /** What identifies the things made in the order of their making; $1 is the account. */
  made: string;
}
const ordered = (kind: string) =>
  `select order_num as made from orders where account_id = $1 and kind = '${kind}' order by id`;
const FORMS: FormKind[] = [
  {
    name: 'scene orders',
    open: (call, common, options) =>
      createActor(wireOrders(call).sceneOrder, {
        ...options,
        input: { ...common, scenes: [ALPHA], aoi: AOI, utype: 1, termsUrl: '' },
      }),
    patch: (orderName) => ({ orderName }),
    made: ordered('archive'),
  },
  {
    name: 'tasking orders',
    open: (call, common, options) =>
      createActor(wireOrders(call).tasking, {
        ...options,
        input: {
          ...common,
          start: {
            satellite: { name: 'SuperView-1', code: 'S1', gsd: 0.5, sensorType: 'OPTICAL' },
            sourceCode: 'S',
            windowStart: '2099-01-01',
            windowEnd: '2099-02-01',
            productMode: 'MONO',
          },
          aoi: AOI,
          utype: 1,
          termsUrl: '',
          now: runClock.now,
        },
      }) as unknown as OrderForm,
    patch: (orderName) => ({ orderName }),
    made: ordered('tasking'),
  },
  {
    name: 'imagery exports',
    open: (call, common, options, id) =>
      createActor(wireImagery(call).imageryExport, {
        ...options,
        input: { ...common, layer: { id, name: 'Harbour' }, aoi: SMALL_AOI },
      }) as unknown as OrderForm,
    patch: (taskName) => ({ taskName }),
    // a receipt names no task
    made: "select form->>'taskName' as made from imagery_exports where account_id = $1 order by id",
  },
];

/** What happens to a submit in transit. */
const FATES = ['answered', 'replyLost', 'requestLost', 'late', 'doubled', 'gateway', 'silent'] as const;
type Fate = (typeof FATES)[number];

/** Numbers from 0 to 1, the same for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const oneOf = <One>(next: () => number, all: readonly One[]): One => all[Math.floor(next() * all.length)]!;

/** A buyer's browser on a line that loses, delays and doubles requests and replies. */
class Buyer {
  readonly clock = new SimulatedClock();
  readonly next: () => number;
  /** Requests that arrive later, or once more. */
  private readonly underWay: (() => Promise<unknown>)[] = [];
  private readonly pending = new Set<Promise<unknown>>();
  /** The numbers of the orders, and the names of the exports, that the form showed as made. */
  readonly confirmed: string[] = [];
  readonly fates = new Set<Fate>();
  submits = 0;
  reloads = 0;
  private keys = 0;
  /** The request that is being sent gets no reply. */
  private isSilent = false;

  private readonly kind: FormKind;
  private readonly layer: number;
  private readonly seed: number;
  private readonly email: string;
  private readonly serve: (request: Request) => Promise<Response>;
  private readonly how: { asks: boolean; remembers: boolean };
  private readonly call: Call;

  constructor(
    bought: { kind: FormKind; layer: number },
    seed: number,
    user: { email: string; token: string },
    serve: Buyer['serve'],
    how: Buyer['how'],
  ) {
    this.kind = bought.kind;
    this.layer = bought.layer;
    this.seed = seed;
    this.next = random(seed);
    this.email = user.email;
    this.serve = serve;
    this.how = how;
    this.call = makeCall({
      serviceBase: `${SERVER}/${seed}`,
      token: () => user.token,
      language: () => 'en',
      onUnauthorized: () => {},
      onOffline: () => {},
      onAnswered: () => {},
    });
  }

  /** The line. An aborted request may still have arrived. */
  fetch(request: Request): Promise<Response> {
    const sent = this.send(request);
    if (!this.isSilent) this.start(sent.catch(() => {}));
    this.isSilent = false;
    return sent;
  }

  private async send(request: Request): Promise<Response> {
    const copy = () => this.serve(request.clone());
    const path = new URL(request.url).pathname;
    if (path.endsWith('/outcome') && this.how.asks && this.next() < 0.3) {
      if (this.next() < 0.5) await copy();
      throw new TypeError('no line');
    }
    if (path.endsWith('/outcome') && !this.how.asks)
      return Response.json({ result: 1, message: '', data: { made: null } });
    if (!path.endsWith('/submit')) return copy();
    const fate = oneOf(this.next, FATES);
    this.submits += 1;
    this.fates.add(fate);
    const deliver = request.clone();
    const again = () => this.serve(deliver.clone());
    if (fate === 'doubled') this.underWay.push(again);
    if (fate === 'late') this.underWay.push(again);
    if (fate === 'requestLost' || fate === 'late') throw new TypeError('no line');
    if (fate === 'silent') {
      this.isSilent = true;
      if (this.next() < 0.5) this.start(again());
      else this.underWay.push(again);
      return new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      });
    }
    const reply = await copy();
    if (fate === 'replyLost') throw new TypeError('no line');
    if (fate === 'gateway')
      return new Response('<h1>Bad gateway</h1>', { status: oneOf(this.next, [500, 502, 504]) });
    return reply;
  }

  private start(work: Promise<unknown>): void {
    this.pending.add(work);
    void work.finally(() => this.pending.delete(work));
  }

  /** Delivers the pending requests in any order. */
  async deliver(share: number): Promise<void> {
    for (const one of this.underWay.splice(0))
      if (this.next() < share) this.start(one());
      else this.underWay.push(one);
    if (share === 1) await Promise.all(this.pending);
  }

  /** Opens the form, as after a reload: with nothing but what the browser has stored. */
  private open(): OrderForm {
    const memory = submitMemory(this.email, () => this.clock.now());
    const common: PricedFormInput = {
      makeKey: () => `${this.seed}-key-${++this.keys}`.padEnd(8, 'k'),
      submits: this.how.remembers ? memory : { ...memory, find: () => null },
    };
    return this.kind.open(this.call, common, { clock: this.clock }, this.layer).start();
  }

  /** Lets the machine and the server run until the reply, or for a shorter time. */
  private async pause(): Promise<void> {
    if (this.next() < 0.8) await Promise.all(this.pending);
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    if (this.next() < 0.1) await this.deliver(0.3);
  }

  /**
   * Confirms an order of this name until the form reports it as made, or the buyer gives up after "No order was
   * made".
   */
  async order(name: string): Promise<void> {
    let form = this.open();
    let typed = name;
    for (;;) {
      await this.pause();
      const snapshot = form.getSnapshot();
      if (snapshot.status === 'error') throw snapshot.error;
      if (snapshot.status === 'done') {
        if (snapshot.output.receipt === null) {
          form = this.open();
          continue;
        }
        this.confirmed.push(snapshot.output.receipt.orderNum ?? typed);
        return;
      }
      if (snapshot.matches('found')) form.send({ type: this.next() < 0.5 ? 'order.shown' : 'form.closed' });
      else if (snapshot.matches('asking')) {
        form.send({ type: 'look.requested' });
        form = this.disturbed(form, 0.1);
        this.clock.increment(oneOf(this.next, [500, 1000, 5000, 20_000]));
      } else if (snapshot.matches('submitting')) {
        form = this.disturbed(form, 0.1);
        if (this.next() < 0.5) this.clock.increment(oneOf(this.next, [5000, 20_000]));
      } else if (snapshot.matches({ editing: 'priced' })) {
        if (snapshot.context.madeNothing) {
          if (this.next() < 0.1) {
            form.stop();
            return;
          }
          if (this.next() < 0.5) typed = `${name}, edited`;
        }
        form.send({ type: 'draft.changed', patch: this.kind.patch(typed) });
        if (!snapshot.context.agreed) form.send({ type: 'terms.toggled' });
        form.send({ type: 'submit.requested' });
        form.send({ type: 'order.confirmed' });
      } else this.clock.increment(300);
    }
  }

  /** The page is reloaded, or the form closed and opened again, or a second tab goes on. */
  private disturbed(form: OrderForm, share: number): OrderForm {
    if (this.next() >= share) return form;
    this.reloads += 1;
    if (form.getSnapshot().matches('asking') && this.next() < 0.5) form.send({ type: 'form.closed' });
    else form.stop();
    return this.open();
  }
}

describe.each(databaseServers.slice(0, 1))('lost, late and doubled replies ($name)', (server) => {
  // nothing works the orders and exports off
  const app = serverFor(server, { ACCOUNT_EXPORTS: '10000', ACCOUNT_ORDERS: '10000' });
  let deps: TestServer['deps'];
  let serveAt: ReturnType<typeof createApp>;
  let layer: number;
  const buyers = new Map<string, Buyer>();
  beforeAll(async () => {
    deps = {
      ...app.deps,
      // hundreds of open orders promise more than many a disk holds
      files: { ...app.deps.files, room: () => Promise.resolve(Number.MAX_SAFE_INTEGER) },
    };
    serveAt = createApp(deps);
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    layer = await insertLayer(app.deps.db.pool, { ...LAYER, openToAll: true }, app.clock.now());
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
    vi.stubGlobal('fetch', (request: Request) =>
      buyers.get(new URL(request.url).pathname.split('/')[1]!)!.fetch(request),
    );
  });
  afterAll(() => vi.unstubAllGlobals());

  /** The request without the buyer's number; the server is restarted now and then. */
  let served = 0;
  const serve = async (request: Request): Promise<Response> => {
    if (++served % 200 === 0) serveAt = createApp(deps);
    const url = new URL(request.url);
    const address = url.href.replace(/^(https?:\/\/[^/]+)\/\d+/, '$1');
    const { method, headers } = request;
    const body = method === 'GET' ? null : await request.text();
    return serveAt.request(address, { method, headers, body }, {});
  };

  const shop = async (
    kind: FormKind,
    seed: number,
    submits: number,
    how = { asks: true, remembers: true },
  ) => {
    const { email, token, id } = await app.signIn();
    await app.deps.db.transaction((client) => grantCredits(client, id, 1_000_000, app.clock.now()));
    const buyer = new Buyer({ kind, layer }, seed, { email, token }, serve, how);
    buyers.set(String(seed), buyer);
    for (let n = 1; buyer.submits < submits; n += 1) await buyer.order(`Order ${n}`);
    await buyer.deliver(1);
    const { rows } = await app.deps.db.pool.query<{ made: string }>(kind.made, [id]);
    return { buyer, made: rows.map(({ made }) => made) };
  };

  it('hundreds of submits with lost, late and doubled replies, reloads and edits end with exactly the confirmed orders', async () => {
    const shops = await Promise.all(
      FORMS.flatMap((kind, at) =>
        Array.from({ length: BUYERS }, (_, n) => shop(kind, 1000 + at * BUYERS + n, SUBMITS)),
      ),
    );
    for (const { buyer, made } of shops) expect(made.toSorted()).toEqual(buyer.confirmed.toSorted());
    const buyers = shops.map(({ buyer }) => buyer);
    expect(new Set(buyers.flatMap(({ fates }) => [...fates]))).toEqual(new Set(FATES));
    expect(buyers.reduce((sum, { reloads }) => sum + reloads, 0)).toBeGreaterThan(5 * FORMS.length);
    expect(buyers.reduce((sum, { submits }) => sum + submits, 0)).toBeGreaterThanOrEqual(
      FORMS.length * BUYERS * SUBMITS,
    );
    expect(await unbalancedAccounts(app.deps.db.pool)).toEqual([]);
  }, 180_000);

  it.each(
    FORMS.flatMap((kind) => [
      { kind, name: kind.name, what: 'takes a new key without asking', asks: false, remembers: true },
      { kind, name: kind.name, what: 'forgets the key with the page', asks: true, remembers: false },
    ]),
  )('a form of $name that $what buys twice', async ({ kind, ...how }) => {
    const { buyer, made } = await shop(
      kind,
      (how.asks ? 1 : 2) + 10 * FORMS.indexOf(kind),
      FAULT_SUBMITS,
      how,
    );
    expect(made.length).toBeGreaterThan(buyer.confirmed.length);
  });
});
