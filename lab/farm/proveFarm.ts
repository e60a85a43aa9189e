/**
 * Proof on one machine that the portal runs on many, started by hand: `npx tsx lab/farm/proveFarm.ts [--minutes 10] [--buyers 300]`.
 * Starts a primary and its streaming replica, an object store, a mail server, three servers behind a balancer and two workers;
 * has buyers search, look at tiles, order and export, and kills each part once. Prints calls, errors and times, and checks
 * every order, payment, export and credit. Exits with 1 if one is lost or there twice.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { worldLayer } from '../bench/load/fairness.ts';
import { Caller } from '../bench/load/caller.ts';
import { freePort } from '../../server/database/cluster.ts';
import { openDatabase } from '../../server/database/open.ts';
import { startInbox } from '../../tests/server/mail/inbox.ts';
import { installedPostgis } from '../../tests/server/support/globalSetup.ts';
import { objectStore } from '../../tests/server/support/objectStore.ts';
import { startProcess, type ServerProcess } from '../../tests/server/process/serverProcess.ts';
import { Customer } from '../attack/customer.ts';
import { auditOrders, mailsByOrder } from '../attack/orderAudit.ts';
import { formsOf } from '../attack/orderForms.ts';
import { auditExports } from './audit.ts';
import { Balancer } from './balancer.ts';
import { Buyer, createBuyers, emailOf } from './buyers.ts';
import { Calls } from './calls.ts';
import { startDatabases } from './databases.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, buyers: { type: 'string', default: '300' } },
});
const MINUTES = Number(values.minutes);
const BUYERS = Number(values.buyers);
/** Until a supervisor starts again what ended. */
const AWAY_MS = 2_000;
const SERVERS = ['server 1', 'server 2', 'server 3'];
const WORKERS = ['worker 1', 'worker 2'];

const binDir = await installedPostgis();
if (binDir === null) throw new Error('PostgreSQL with PostGIS is not installed here');
const folder = await mkdtemp(path.join(tmpdir(), 'groundtrack-farm-'));
const { primary, replica } = await startDatabases(binDir, folder);
const store = await objectStore(
  ['', 'deliveries', 'exports', 'imagery', 'imagery-exports'].map((name) => `farm/${name}`),
);
const inbox = await startInbox();
const balancer = new Balancer();
await balancer.start();

const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
const settingsOf = (name: string) => ({
  DATA_DIR: path.join(folder, name),
  DATABASE_URL: primary.url,
  DATABASE_READ_URL: replica.url,
  FILES_URL: store.urlOf('farm'),
  AWS_ACCESS_KEY_ID,
  AWS_SECRET_ACCESS_KEY,
  SMTP_URL: inbox.url,
  PUBLIC_URL: balancer.url,
  TRUST_PROXY: 'on',
  SCENES: '20000',
  DELIVERY_MEGAPIXELS: '0.1',
  SUPPLIER_STEP_SECONDS: '3',
  DEMO_IMAGERY: name === SERVERS[0] ? 'on' : 'off',
  LOG_LEVEL: 'warn',
  WORK: 'none',
});
const running = new Map<string, ServerProcess>();
const ports = new Map<string, number>();
async function start(name: string): Promise<void> {
  if (WORKERS.includes(name)) {
    running.set(name, await startProcess(settingsOf(name), /The worker is running/, 'worker'));
    return;
  }
  const port = ports.get(name) ?? (await freePort());
  ports.set(name, port);
  running.set(name, await startProcess({ ...settingsOf(name), PORT: String(port) }, /is ready/));
  balancer.add(`http://127.0.0.1:${port}`);
}
async function killed(name: string, signal: NodeJS.Signals): Promise<void> {
  await running.get(name)?.end(signal);
  await pause(AWAY_MS);
  await start(name);
}

/** Each part ends once; what can also be frozen or asked to stop does that as well. */
const DISRUPTIONS: readonly (readonly [string, () => Promise<void>])[] = [
  ['server 1 killed', () => killed('server 1', 'SIGKILL')],
  ['worker 1 killed', () => killed('worker 1', 'SIGKILL')],
  ['replica killed', () => replica.crash(AWAY_MS)],
  [
    'object store away',
    async () => {
      await store.stop();
      await pause(AWAY_MS);
      await store.resume();
    },
  ],
  ['server 2 asked to stop', () => killed('server 2', 'SIGTERM')],
  ['primary killed', () => primary.crash(AWAY_MS)],
  ['worker 2 killed', () => killed('worker 2', 'SIGKILL')],
  ['replica frozen', () => replica.freeze(5 * AWAY_MS)],
  [
    'balancer away',
    async () => {
      balancer.stop();
      await pause(AWAY_MS);
      await balancer.start();
    },
  ],
  ['server 3 killed', () => killed('server 3', 'SIGKILL')],
];

let isRight = false;
try {
  // the first one prepares the tables and the archive
  for (const name of [...SERVERS, ...WORKERS]) await start(name);
  const db = await openDatabase({ databaseUrl: primary.url, databaseReadUrl: null, dataDir: folder });
  await createBuyers(db, BUYERS, new Date());
  while (!(await fetch(`${balancer.url}/ready`).catch(() => null))?.ok) await pause(250);
  const looker = new Caller(balancer.url);
  await looker.logIn(emailOf(0));
  const layer = await worldLayer(looker);
  const scout = new Customer(emailOf(0));
  scout.url = balancer.url;
  await scout.logIn();
  const forms = formsOf(await scout.products(16), new Date(), 0.01, 'farm');
  const calls = new Calls();
  const buyers = Array.from(
    { length: BUYERS },
    (_, number) => new Buyer(number, { url: balancer.url, calls, layer: () => layer }),
  );
  for (const [number, buyer] of buyers.entries()) await buyer.begin([forms[number % forms.length]!]);
  console.log(`${BUYERS} buyers for ${MINUTES} minutes; ${forms.length} forms`);

  const life = { ended: false };
  const living = Promise.all(buyers.map((buyer) => buyer.live(life)));
  const apartMs = (MINUTES * 60_000) / (DISRUPTIONS.length + 1);
  for (const [name, disrupt] of DISRUPTIONS) {
    await pause(apartMs);
    const began = performance.now();
    await disrupt();
    console.log(`${name}: there again after ${Math.round(performance.now() - began)} ms`);
  }
  await pause(apartMs);
  life.ended = true;
  await living;

  console.table(calls.figures());
  const mails = () => Promise.resolve(mailsByOrder(inbox.received.map(({ text }) => text)));
  const submits = buyers.flatMap((buyer) => buyer.submits);
  const orders = await auditOrders(db, { url: balancer.url, mails }, submits);
  console.log('orders', JSON.stringify(orders));
  const sent = buyers.flatMap((buyer) => buyer.exports);
  const exports = await auditExports(db, { url: balancer.url, sent });
  console.log('exports', JSON.stringify(exports));
  await db.close();
  const lost = Object.values(calls.figures()).reduce((sum, one) => sum + one.lost, 0);
  isRight = orders.wrong.length + exports.wrong.length + lost === 0;
} finally {
  await Promise.all([...running.values()].map((one) => one.end('SIGTERM')));
  balancer.stop();
  await replica.stop();
  await primary.stop();
  await inbox.end();
  await store.remove();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
process.exit(isRight ? 0 : 1);
