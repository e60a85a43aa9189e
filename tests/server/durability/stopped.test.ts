import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Customer } from '../../../lab/attack/customer.ts';
import { formsOf } from '../../../lab/attack/orderForms.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAt } from '../search/storedScenes.ts';
import { startProcess } from '../process/serverProcess.ts';
import { testFolder, type TestFolder } from '../support/harness.ts';
import { runClock } from '../support/clock.ts';

const ORDERS = 60;

describe('a server that is stopped in the middle of 60 deliveries', () => {
  let folder: TestFolder;
  beforeEach(async () => {
    folder = await testFolder();
  });
  afterEach(() => folder.remove());

  it('ends after the scene that is being made, and the next start goes on with the others', async () => {
    const settings = { DATA_DIR: folder.dataDir, DELIVERY_MEGAPIXELS: '0.1' };
    const customer = new Customer();
    const first = await startProcess({ ...settings, SUPPLIER_STEP_SECONDS: '3600' });
    customer.url = first.url;
    await storeAt(folder, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    await customer.logIn();
    const [form] = formsOf(await customer.products(1), runClock.now(), 0.02, 'stop');
    if (form === undefined) throw new Error('no product');
    const agreedPrice = (await customer.price(form)).finalPrice;
    for (let n = 0; n < ORDERS; n++) {
      const body = { ...form.body, orderName: `${n}`, agreedPrice };
      expect((await customer.submit(form.kind, body, randomUUID())).result).toBe(1);
    }
    const db = await openDatabase({ databaseUrl: null, databaseReadUrl: null, dataDir: folder.dataDir });
    const made = async () =>
      (
        await db.pool.query<{ name: string; sha: string }>(
          // the image of each scene
          "select order_id || file_name as name, sha256 as sha from order_files where file_name like '%.tif' order by 1",
        )
      ).rows;
    await db.pool.query('update orders set status = 6, next_step_at = $1', [runClock.now()]);
    await expect.poll(async () => (await made()).length, { timeout: 50_000 }).toBeGreaterThan(1);
    expect(await first.end('SIGTERM')).toBe(0);
    const before = await made();
    expect(before.length).toBeLessThan(ORDERS);
    // nothing of it is left open
    const open = await db.pool.query(
      "select from pg_stat_activity where application_name = 'groundtrack' and pid <> pg_backend_pid()",
    );
    expect(open.rowCount).toBe(0);
    const second = await startProcess({ ...settings, SUPPLIER_STEP_SECONDS: '1' });
    const enough = before.length + 3;
    await expect.poll(async () => (await made()).length, { timeout: 50_000 }).toBeGreaterThan(enough);
    expect(await made()).toEqual(expect.arrayContaining(before));
    const { rows } = await db.pool.query(
      `select distinct status, (select count(*) from payment_records p where p.order_id = o.id) as paid,
         (select count(*) from order_files f where f.order_id = o.id and file_name like '%.tif') as files from orders o order by status`,
    );
    expect(rows).toEqual([
      { status: 6, paid: 0, files: 0 },
      { status: 7, paid: 1, files: 1 },
    ]);
    expect(await second.end('SIGTERM')).toBe(0);
    await db.close();
  }, 200_000);
});
