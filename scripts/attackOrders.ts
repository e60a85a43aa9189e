/**
 * Attacks orders by hand: `npx tsx scripts/attackOrders.ts [--submits 10000] [--kills 50] [--seed 1] [--only embedded|postgis]`.
 * A server of its own, on the embedded database and on this machine's PostgreSQL with PostGIS, one after the other, both as
 * durable as in life. Prints what must hold and what did; ends with 1 when anything is wrong.
 */
import { parseArgs } from 'node:util';
import { Customer } from './attack/customer.ts';
import { embeddedGrounds, postgisGrounds, type Grounds } from './attack/grounds.ts';
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

async function settingsOf(grounds: Grounds): Promise<Record<string, string>> {
  const db = await grounds.open();
  const { rows } = await db.pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes',
       'wal_sync_method', 'server_version') order by name`,
  );
  await db.close();
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}

async function attack(grounds: Grounds): Promise<boolean> {
  const customer = new Customer();
  const started = Date.now();
  // nothing is delivered while the submits are counted
  const server = await grounds.start({ SUPPLIER_STEP_SECONDS: '86400' });
  customer.url = server.url;
  await customer.logIn();
  const products = await customer.products(16);
  console.log(grounds.name, JSON.stringify(await settingsOf(grounds)), `${products.length} products`);
  const now = new Date();
  const db = await grounds.open();
  const storm = await orderStorm(customer, db.pool, {
    forms: formsOf(products, now, 0.02, values.seed),
    submits: Number(values.submits),
    lanes: 8,
    prefix: 'Storm',
    seed: values.seed,
  });
  // the orders of the storm are not what the kills are to deliver
  await db.pool.query('update orders set next_step_at = null');
  console.log(
    grounds.name,
    'submits',
    JSON.stringify(storm),
    `${Math.round((Date.now() - started) / 1000)} s`,
  );
  await db.close();
  await server.end('SIGTERM');
  const forms = formsOf(products.slice(0, 8), now, 0.01, `${values.seed} kills`);
  const beforeKills = Date.now();
  const kills = await orderKills(grounds, customer, {
    forms,
    kills: Number(values.kills),
    seed: values.seed,
    onKill: (done) => {
      if (done % 10 === 0) console.log(grounds.name, `${done} kills`);
    },
  });
  console.log(
    grounds.name,
    'kills',
    JSON.stringify(kills),
    `${Math.round((Date.now() - beforeKills) / 1000)} s`,
  );
  return storm.wrong.length + kills.wrong.length === 0;
}

let isRight = true;
for (const open of [embeddedGrounds, postgisGrounds]) {
  if (values.only === (open === embeddedGrounds ? 'postgis' : 'embedded')) continue;
  const grounds = await open();
  if (grounds === null) {
    console.log('PostgreSQL with PostGIS is not installed: left out');
    continue;
  }
  try {
    isRight = (await attack(grounds)) && isRight;
  } finally {
    await grounds.remove();
  }
}
process.exit(isRight ? 0 : 1);
