import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { PRODUCT_LEVELS } from '../../../contract/limits.ts';
import { writeWkt } from '../../../src/geo/wkt/wkt.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';

const ORDERS = 200;
const ROUND = 50;
const SOURCES = ['S', 'C', 'CA', 'A'] as const;

/** Numbers from 0 to 1, the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe.each(databaseServers.slice(0, 1))('an accountant ($name)', (server) => {
  const app = serverFor(server, { TAX_PERCENT: '8.25', ACCOUNT_ORDERS: '500' });
  let token: string;
  let folder: string;
  const next = random(49);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)]!;
  /** Scenes of all sources and resolutions; stored again they have other prices. */
  const storeScenes = () =>
    storeAll(
      app.deps.db,
      SOURCES.flatMap((sourceCode, at) =>
        [0, 1, 2].map((n) =>
          sceneOf(`${sourceCode}-${n}`, square(103.7 + n / 20, 1.1, 104 + n / 20, 1.4), {
            sourceCode,
            gsd: pick([0.3, 0.5, 0.75, 1, 2]),
            sensorType: at === 3 && n === 2 ? 'SAR' : 'OPTICAL',
          }),
        ),
      ),
    );
  beforeAll(async () => {
    ({ token } = await app.signIn({ puc: true, utype: 6 }));
    folder = app.deps.files.pathOf('accountant');
    await mkdir(path.join(folder, 'receipts'), { recursive: true });
  });

  const archiveOrder = async (n: number) => {
    const source = pick(SOURCES);
    const side = 0.01 + next() * 0.14;
    const order = {
      productIds: ['0', '1', '2'].slice(0, 1 + Math.floor(next() * 3)).map((one) => `${source}-${one}`),
      aoiWkt: writeWkt(square(103.83, 1.2, 103.83 + side, 1.2 + side)),
      productLevel: pick(PRODUCT_LEVELS),
      cropByAoi: next() < 0.8,
      orderName: `Order ${n}, "${pick(['港口', 'harbour', '=1+1'])}"`,
      projection: 'LAT_LON' as const,
    };
    return app.order(order, token);
  };
  const taskingOrder = async (n: number) => {
    const body = {
      orderName: `New ${n}`,
      aoiWkt: writeWkt(square(103.83, 1.2, 103.9, 1.2 + next() / 10 + 0.02)),
      sourceCode: pick(['S', 'A'] as const),
      taskingWindowStart: '2026-11-22',
      taskingWindowEnd: '2026-12-20',
      maxCloudCover: 90,
      maxOffNadirAngle: 45,
      resolution: 1,
      productMode: 'MONO' as const,
      productLevel: pick(PRODUCT_LEVELS),
      cropByAoi: true,
      projection: 'LAT_LON' as const,
    };
    const { reply } = await app.call('taskingSubmit', { body }, { token, key: randomUUID() });
    return reply.data?.orderNum ?? '';
  };

  it('recomputes every cent of 200 orders from the statement and the receipts alone', async () => {
    const made: string[] = [];
    const cancelled: string[] = [];
    for (let round = 0; round < ORDERS / ROUND; round++) {
      // other resolutions, and so other prices
      await storeScenes();
      for (let n = 0; n < ROUND; n++) {
        const orderNum = await (n % 10 === 9 ? taskingOrder(n) : archiveOrder(round * ROUND + n));
        made.push(orderNum);
        if (n % 10 !== 9 && next() < 0.1) {
          await app.call('cancelArchiveOrder', { params: { orderNum } }, { token });
          cancelled.push(orderNum);
        }
      }
      for (let step = 0; step < 5; step++) {
        app.clock.advance(10_000);
        await app.takeSteps();
      }
    }
    // the sum of the orders themselves, as their list has it
    let paid = 0;
    let completed = 0;
    for (const name of ['archiveOrders', 'taskingOrders'] as const)
      for (let cpage = 1; ; cpage++) {
        const list = (await app.call(name, { query: { cpage } }, { token })).reply.data?.list ?? [];
        if (list.length === 0) break;
        for (const { status, finalPrice, orderNum } of list) {
          if (status !== 7) continue;
          completed++;
          paid += (finalPrice ?? 0) + Math.round(((finalPrice ?? 0) * 825) / 10_000);
          const name = `${orderNum}_receipt.json`;
          await copyFile(
            app.deps.files.pathOf('deliveries', orderNum, name),
            path.join(folder, 'receipts', name),
          );
        }
      }
    expect(new Set(made).size).toBe(ORDERS);
    expect(cancelled.length).toBeGreaterThan(5);
    expect(completed).toBeGreaterThan(150);
    const { reply } = await app.call('statement', { query: { book: 'orders', format: 'csv' } }, { token });
    const csv = Buffer.from(reply.data!.content, 'base64');
    const [, program] = /```js\n([^]*?)```/.exec(await readFile('docs/papers.md', 'utf8')) ?? [];
    expect(program!.trim().split('\n')).toHaveLength(10);
    const [script, table] = [path.join(folder, 'accountant.mjs'), path.join(folder, 'payments.csv')];
    await writeFile(script, program!);
    await writeFile(table, csv);
    const run = () =>
      execFileSync(process.execPath, [script, table, path.join(folder, 'receipts')]).toString();
    expect(run()).toBe(`${completed} payments, ${paid} cents\n`);

    // one cent more in one row is found
    const [, cost] = /,(\d+\.\d\d),[\d.]+,R-2026-\d+\r\n/.exec(csv.toString()) ?? [];
    await writeFile(table, csv.toString().replace(cost!, (Number(cost) + 0.01).toFixed(2)));
    const wrong = spawnSync(process.execPath, [script, table, path.join(folder, 'receipts')]);
    expect(wrong.status).toBe(1);
    expect(wrong.stderr.toString()).toMatch(/GT-\d+-\d+: \d+ and \d+ cents/);
  });
});
