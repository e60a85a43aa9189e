/**
 * Stress test of orders, run by hand: `npx tsx scripts/attackOrders.ts [--submits 10000] [--kills 50] [--seed 1] [--only embedded|postgis]`.
 * Runs a separate server on the embedded database and then on this machine's PostgreSQL with PostGIS, with production
 * durability. Prints expected and actual figures; exits with 1 if any differ.
 */
import { parseArgs } from 'node:util';
import { Customer } from './attack/customer.ts';
import { embeddedTarget, postgisTarget, type AttackTarget } from './attack/targets.ts';
import { orderKills } from './attack/orderKills.ts';
import { formsOf } from './attack/orderForms.ts';
import { orderStorm } from './attack/orderStorm.ts';

const { values } = parseArgs({
  options: {
    submits: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '50' },
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
  const forms = formsOf(products.slice(0, 8), now, 0.01, `${values.seed} kills`);
  const beforeKills = Date.now();
  const kills = await orderKills(target, customer, {
    forms,
    kills: Number(values.kills),
    seed: values.seed,
    onKill: (done) => {
      if (done % 10 === 0) console.log(target.name, `${done} kills`);
    },
  });
  console.log(
    target.name,
    'kills',
    JSON.stringify(kills),
    `${Math.round((Date.now() - beforeKills) / 1000)} s`,
  );
  return storm.wrong.length + kills.wrong.length === 0;
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
