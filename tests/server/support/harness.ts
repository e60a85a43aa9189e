import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { hash } from '@node-rs/argon2';
import { Client } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import type * as z from 'zod/mini';
import { endpoints, type EndpointName, type Endpoints } from '../../../contract/calls/endpoints.ts';
import { plainReply } from '../../../contract/calls/envelope.ts';
import type { CallInput, ReplyOf, Row } from '../../../contract/calls/row.ts';
import { asItIs, toWire } from '../../../contract/calls/wire.ts';
import type { SceneOrderRequest } from '../../../contract/orders/orders.ts';
import { DELIVERY_STEPS } from '../../../contract/orders/product.ts';
import { createApp } from '../../../server/http/app.ts';
import { readConfig, type Config } from '../../../server/base/settings/config.ts';
import { readTerms } from '../../../server/orders/terms.ts';
import { insertAccount, type NewAccount } from '../../../server/accounts/accounts.queries.ts';
import { openDatabase, type Database } from '../../../server/database/open.ts';
import { secretOf } from '../../../server/database/secrets.ts';
import { openFiles } from '../../../server/base/files/openFiles.ts';
import type { FileStore } from '../../../server/base/files/fileStore.ts';
import { mailWriters } from '../../../server/loops.ts';
import type { OrderDeps } from '../../../server/orders/supplier.ts';
import { createLog } from '../../../server/base/log.ts';
import { workOffMail } from '../../../server/mail/mailLoop.ts';
import type { OutgoingMail, Mail } from '../../../server/base/mailTransport.ts';
import { TILE_THREADS } from '../../../server/imagery/tiles/tiles.ts';
import { openAllTurns } from '../../../server/base/work.ts';
import { DELIVERIES } from '../../../server/orders/delivery.routes.ts';
import type { WritePaper } from '../../../server/orders/papers/papers.ts';
import {
  simulatedSupplier,
  type SimulatedSupplierDeps,
} from '../../../server/simulator/supplier/simulatedSupplier.ts';
import type { DeliverScene } from '../../../server/simulator/supplier/deliverySteps.ts';
import { testClock, type TestClock } from './clock.ts';
import { databaseUrl, type TestDatabaseServer } from './globalSetup.ts';
import { checkRefusal } from './refusal.ts';
import { constellation } from '../../../server/simulator/archive/constellation.ts';
import { simulatedPixels } from '../../../server/simulator/pictures/scenePixels.ts';

/** The database servers of this run: `describe.each(databaseServers)('… ($name)', (server) => …)`. */
export const databaseServers: readonly TestDatabaseServer[] = inject('databaseServers');

/** Mail in memory. */
interface TestMail extends Mail {
  readonly sent: OutgoingMail[];
}

function testMail(): TestMail {
  const sent: OutgoingMail[] = [];
  return {
    sent,
    send: async (mail) => {
      sent.push(mail);
    },
  };
}

/** A configuration without a port, tile servers or a simulated archive. */
export function testConfig(dataDir: string, settings: Readonly<Record<string, string>> = {}): Config {
  return readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    SCENES: '0',
    LOG_LEVEL: 'error',
    OSM_TILES: '',
    ...settings,
  });
}

/** A fresh, migrated, empty database. */
export interface FreshDatabase {
  url: string;
  db: Database;
  /** Closes and drops it. */
  drop(): Promise<void>;
}

async function administer(server: TestDatabaseServer, sql: string): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Creates a database without opening it: migrated and empty, or a copy of another template. */
export async function createDatabase(
  server: TestDatabaseServer,
  template: string = server.template,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // copying the files takes a third of the time of logging each of their pages
  await administer(server, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: databaseUrl(server.url, name),
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  };
}

/** Opens a new database. */
export async function freshDatabase(server: TestDatabaseServer): Promise<FreshDatabase> {
  const { url, drop } = await createDatabase(server);
  const db = await openDatabase(
    { databaseUrl: url, databaseReadUrl: null, dataDir: os.tmpdir() },
    { connections: 20 },
  );
  return {
    url,
    db,
    drop: async () => {
      await db.close();
      await drop();
    },
  };
}

/** A separate data folder, inside a folder that only its owner may enter. */
export interface TestFolder {
  dataDir: string;
  files: FileStore;
  remove(): Promise<void>;
}

export async function testFolder(): Promise<TestFolder> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'groundtrack-test-'));
  const dataDir = path.join(folder, 'data');
  return {
    dataDir,
    files: openFiles(dataDir),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** A server without a port, on a separate database. */
export interface TestServer {
  deps: OrderDeps;
  /** For programs that use its database, too. */
  databaseUrl: string;
  clock: TestClock;
  mail: TestMail;
  /** Its log lines. */
  logged: string[];
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Makes a call and checks the reply against the contract. */
  call<K extends EndpointName>(
    name: K,
    input: CallInput<Endpoints[K]> & Parts,
    options?: CallOptions,
  ): Promise<{ status: number; reply: ReplyOf<Endpoints[K]> }>;
  /** Orders scenes at their price. @returns the number. @throws Error with the refusal's message */
  order(form: Omit<SceneOrderRequest, 'agreedPrice'>, token: string): Promise<string>;
  /** Sends every mail that is due now, as the mail loop does. @returns the mails sent */
  deliverMail(): Promise<OutgoingMail[]>;
  /** Takes every due step of orders and makes every due delivery, as the supplier's loops do. */
  takeSteps(): Promise<void>;
  /** Takes every order to its end. */
  finishOrders(): Promise<void>;
  /** Adds an approved account and logs it in. */
  signIn(account?: Partial<NewAccount>): Promise<{ token: string; email: string; id: number }>;
  close(): Promise<void>;
}

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

interface CallOptions {
  token?: string | undefined;
  key?: string;
  language?: string;
  /** The caller's network address; needs TRUST_PROXY=on. */
  client?: string;
  /** The caller's browser: sends its cookie and keeps the one it gets. */
  browser?: TestBrowser;
}

/** A browser's cookie; `{}` is a new browser. */
export interface TestBrowser {
  cookie?: string;
}

/** An immediate delivery without images, for tests of other things. */
const plainDelivery: DeliverScene = async ({ scene, order, files }) => {
  const fileName = `${scene.facts.productId}.zip`;
  await files.write([DELIVERIES, order.orderNum, fileName], `delivery of ${scene.facts.productId}`);
  return [{ fileName, pixelMetres: null }];
};

/** An immediate paper, for tests of other things. */
const plainPaper: WritePaper = async ({ kind, language }) => Buffer.from(`%PDF ${kind} ${language}`);

/** Password of the accounts that signIn adds. */
export const PASSWORD = 'correct horse battery';
// argon2 is slow by design; these are its minimum parameters
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });

function addressOf(row: Row, parts: Parts): string {
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parts.params?.[name])),
  );
  const query = Object.entries(parts.query ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return query.length > 0 ? `${path}?${new URLSearchParams(query).toString()}` : path;
}

/** A body as the portal sends it, its money in dollars; one that no portal would send as it is. */
function bodyOf(schema: z.ZodMiniType, body: unknown): unknown {
  try {
    return toWire(schema)(body);
  } catch {
    return body;
  }
}

/** What the tests of a block use together, a plain object: made before the first of them, ended after the last. */
export function heldFor<T extends object>(make: () => Promise<T>, end: (held: T) => Promise<void>): T {
  const held = {} as T;
  beforeAll(async () => {
    Object.assign(held, await make());
  });
  afterAll(() => end(held));
  return held;
}

/** A server for the tests of a block. */
export const serverFor = (...given: Parameters<typeof startServer>): TestServer =>
  heldFor(
    () => startServer(...given),
    (app) => app.close(),
  );

/** A database for the tests of a block. */
export const databaseFor = (server: TestDatabaseServer): FreshDatabase =>
  heldFor(
    () => freshDatabase(server),
    (fresh) => fresh.drop(),
  );

/** Starts a server on a fresh database; settings are environment variables. */
export async function startServer(
  server: TestDatabaseServer,
  settings: Readonly<Record<string, string>> = {},
  parts: Partial<Pick<SimulatedSupplierDeps, 'deliverScene' | 'writePaper'>> = {},
): Promise<TestServer> {
  const fresh = await freshDatabase(server);
  const folder = await testFolder();
  const config = testConfig(folder.dataDir, settings);
  const { db } = fresh;
  const files = openFiles(folder.dataDir, config.filesUrl);
  const clock = testClock();
  const mail = testMail();
  const logged: string[] = [];
  const log = createLog('debug', (line) => logged.push(line));
  const stepSeconds = config.supplierStepSeconds;
  const writePaper = parts.writePaper ?? plainPaper;
  const supplier = simulatedSupplier({
    db,
    clock,
    files,
    log,
    stepSeconds,
    deliverScene: plainDelivery,
    pixelsMax: config.deliveryPixels,
    writePaper,
    billing: config,
    ...parts,
  });
  const quicklookSecret = await secretOf(db, 'quicklook');
  const codeSecret = await secretOf(db, 'codes');
  const terms = await readTerms(config.termsUrl, path.resolve('public'));
  // the same places of busy kinds on every machine
  const turns = openAllTurns(config, TILE_THREADS, 16);
  const secrets = { quicklookSecret, codeSecret };
  const fillArchive = async () => {};
  const world = {
    supplier,
    writePaper,
    scenePixels: simulatedPixels(),
    satellites: constellation,
    fillArchive,
  };
  const deps: OrderDeps = { db, clock, mail, config, files, log, ...secrets, terms, turns, ...world };
  const app = createApp(deps);
  const request = async (path: string, init: RequestInit = {}) => {
    const answer = await app.request(path, init, {});
    const { headers } = answer;
    if (headers.get('content-type')?.startsWith('application/json') && !headers.has('content-encoding'))
      checkRefusal(await answer.clone().json());
    return answer;
  };
  const call: TestServer['call'] = async (name, input, options = {}) => {
    const row: Row = endpoints[name];
    const answer = await request(addressOf(row, input), {
      method: row.method,
      headers: {
        'content-type': 'application/json',
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
        ...(options.language === undefined ? {} : { 'accept-language': options.language }),
        ...(options.client === undefined ? {} : { 'x-forwarded-for': options.client }),
        ...(options.browser?.cookie === undefined ? {} : { cookie: options.browser.cookie }),
      },
      ...(row.body === undefined ? {} : { body: JSON.stringify(bodyOf(row.body, input.body)) }),
    });
    const given = answer.headers.get('set-cookie')?.split(';')[0];
    if (options.browser && given !== undefined) options.browser.cookie = given;
    const schema: z.ZodMiniType = endpoints[name].reply;
    const json: unknown = await answer.json();
    // a refusal may have only the envelope, for every call
    const envelope = plainReply.safeParse(json);
    const isRefusal = envelope.success && envelope.data.result !== 1;
    const read = isRefusal ? schema.safeParse(json).data : schema.parse(json);
    // as it was sent, so that nothing more is sent unseen; money as both programs hold it
    const reply = toWire(schema) === asItIs ? json : (read ?? json);
    return { status: answer.status, reply: reply as ReplyOf<Endpoints[typeof name]> };
  };
  const takeSteps = async () => {
    await supplier.lanes.steps();
    await supplier.lanes.deliveries();
  };
  let made = 0;
  return {
    deps,
    databaseUrl: fresh.url,
    clock,
    mail,
    logged,
    request,
    call,
    async deliverMail() {
      const before = mail.sent.length;
      await workOffMail({ ...deps, writers: mailWriters(deps) });
      return mail.sent.slice(before);
    },
    async order(form, token) {
      const { reply: price } = await call('archivePrice', { body: form }, { token });
      const body = { ...form, agreedPrice: price.data?.finalPrice ?? 0 };
      const { reply } = await call('archiveSubmit', { body }, { token, key: randomUUID() });
      if (reply.data?.orderNum === undefined) throw new Error(price.message ?? reply.message);
      return reply.data.orderNum;
    },
    takeSteps,
    async finishOrders() {
      for (let step = 0; step < DELIVERY_STEPS; step++) {
        clock.advance(stepSeconds * 1000);
        await takeSteps();
      }
    },
    async signIn(account = {}) {
      const email = account.email ?? `user${++made}@example.com`;
      const names = { firstName: 'Ada', lastName: 'Lim', company: 'Coast Survey' };
      const inserted = await insertAccount(
        db.pool,
        {
          ...names,
          passwordHash: await passwordHash,
          utype: 6,
          puc: true,
          status: 'approved',
          credits: 0,
          ...account,
          email,
        },
        clock.now(),
      );
      const { reply } = await call('login', { body: { uname: email, upass: PASSWORD } });
      const token = reply.data?.token;
      if (!inserted || !token) throw new Error(`could not sign in: ${reply.message ?? 'no token'}`);
      return { token, email, id: inserted.id };
    },
    async close() {
      await fresh.drop();
      await folder.remove();
    },
  };
}
