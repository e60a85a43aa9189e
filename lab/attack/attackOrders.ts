/**
 * Stress test of orders, run by hand: `npx tsx lab/attack/attackOrders.ts [--submits 10000] [--scale 1] [--seed 1] [--only embedded|postgis]`.
 * Runs a separate server on the embedded database and then on this machine's PostgreSQL with PostGIS, with production
 * durability: first submits alone, then 300 orders between kills, stops and full disks, with a backup in the middle that is
 * restored. `--scale` multiplies the second part. Prints expected and actual figures; exits with 1 if any differ.
 */
import { parseArgs } from 'node:util';
import { Customer } from './customer.ts';
import { embeddedTarget, postgisTarget, type AttackTarget } from './targets.ts';
import { BackupAttack } from './backups.ts';
import { disrupt } from './disruptions.ts';
import { formsOf } from './orderForms.ts';
import { orderStorm } from './orderStorm.ts';

const { values } = parseArgs({
  options: {
    submits: { type: 'string', default: '10000' },
    scale: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});

async function settingsOf(target: AttackTarget): Promise<Record<string, string>> {
  const db = await target.open();
  const { rows } = await db.pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes',
       'wal_sync_method', 'server_version') order by name`,
  );
  await db.close();
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}

async function attack(target: AttackTarget): Promise<boolean> {
  const customer = new Customer();
  const started = Date.now();
  // no delivery starts while the submits are counted
  const server = await target.start({ SUPPLIER_STEP_SECONDS: '86400' });
  customer.url = server.url;
  await customer.logIn();
  const products = await customer.products(16);
  console.log(target.name, JSON.stringify(await settingsOf(target)), `${products.length} products`);
  const now = new Date();
  const db = await target.open();
  const storm = await orderStorm(customer, db.pool, {
    forms: formsOf(products, now, 0.02, values.seed),
    submits: Number(values.submits),
    lanes: 8,
    prefix: 'Storm',
    seed: values.seed,
  });
  // the second part delivers only its own orders
  await db.pool.query('update orders set next_step_at = null');
  console.log(
    target.name,
    'submits',
    JSON.stringify(storm),
    `${Math.round((Date.now() - started) / 1000)} s`,
  );
  await db.close();
  await server.end('SIGTERM');
  const forms = formsOf(products.slice(0, 8), now, 0.01, `${values.seed} disruptions`);
  const beforeDisruptions = Date.now();
  const backups = new BackupAttack();
  const scaled = (count: number) => Math.ceil(count * Number(values.scale));
  const disrupted = await disrupt(target, customer, {
    forms,
    orders: scaled(300),
    times: {
      serverKill: scaled(50),
      databaseKill: scaled(20),
      stop: scaled(20),
      fullDisk: target.disk === null ? 0 : scaled(5),
    },
    seed: values.seed,
    onDone: (done, of) => {
      if (done % 10 === 0) console.log(target.name, `${done} of ${of} disruptions`);
    },
    meanwhile: (acknowledged) => backups.make(target.environment(), acknowledged),
  });
  const { submits, ...disruptions } = disrupted;
  const seconds = Math.round((Date.now() - beforeDisruptions) / 1000);
  console.log(target.name, 'disruptions', JSON.stringify(disruptions), `${seconds} s`);
  const backup = await backups.check(submits);
  console.log(target.name, 'backup', JSON.stringify(backup));
  return storm.wrong.length + disruptions.wrong.length + backup.wrong.length === 0;
}

let isRight = true;
for (const open of [embeddedTarget, postgisTarget]) {
  if (values.only === (open === embeddedTarget ? 'postgis' : 'embedded')) continue;
  const target = await open();
  if (target === null) {
    console.log('PostgreSQL with PostGIS is not installed: skipped');
    continue;
  }
  try {
    isRight = (await attack(target)) && isRight;
  } finally {
    await target.remove();
  }
}
process.exit(isRight ? 0 : 1);
