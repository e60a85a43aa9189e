import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { taxCents } from '../../../contract/orders/money.ts';
import type { SceneOrderRequest } from '../../../contract/orders/orders.ts';
import { openPapers, type PaperTask } from '../../../server/orders/papers/papers.ts';
import { readReceipt, receiptKey, verifyReceipt, writeReceipt } from '../../../server/orders/receipt.ts';
import { secretOf } from '../../../server/database/secrets.ts';
import { writeWkt } from '../../../src/geo/wkt/wkt.ts';
import { databaseServers, serverFor, startServer } from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';

const PDFTOTEXT = '/usr/bin/pdftotext';
const REQUEST: Omit<SceneOrderRequest, 'agreedPrice'> = {
  productIds: ['BETA', 'ALPHA'],
  aoiWkt: writeWkt(square(103.8, 1.2, 103.9, 1.3)),
  orderName: '港口 harbour',
  productLevel: 'L3A',
  projection: 'UTM',
  cropByAoi: true,
};
const SETTINGS = {
  SELLER_NAME: 'Groundtrack Imagery Ltd',
  SELLER_ADDRESS: '1 Harbour Walk | Singapore 099253',
  SELLER_REGISTRATION: 'UEN 202600001A',
  TAX_PERCENT: '9.25',
};

describe.each(databaseServers)(
  'a receipt says what was bought, from whom and for how much ($name)',
  (server) => {
    let token: string;
    let fails = false;
    const writePaper = openPapers();
    const app = serverFor(server, SETTINGS, {
      writePaper: (task: PaperTask) => (fails ? Promise.reject(new Error('no room')) : writePaper(task)),
    });
    beforeAll(async () => {
      await storeAll(app.deps.db, [
        sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4)),
        sceneOf('BETA', square(103.85, 1.1, 104.1, 1.4)),
      ]);
      ({ token } = await app.signIn({
        firstName: 'Li',
        lastName: '明',
        company: 'Straits Survey',
        email: 'li@example.com',
      }));
    });

    const completed = async (more: Partial<SceneOrderRequest> = {}) => {
      const orderNum = await app.order({ ...REQUEST, ...more }, token);
      await app.finishOrders();
      return orderNum;
    };
    const fileOf = (orderNum: string, end: string) =>
      app.deps.files.pathOf('deliveries', orderNum, `${orderNum}_receipt${end}`);
    const receiptOf = async (orderNum: string) => {
      const receipt = readReceipt(await readFile(fileOf(orderNum, '.json'), 'utf8'));
      if (receipt?.version !== 2) throw new Error('no receipt of version 2');
      return receipt;
    };
    const verified = async (orderNum: string) =>
      verifyReceipt(fileOf(orderNum, '.json'), receiptKey(await secretOf(app.deps.db, 'receipts')));

    it('has its number, seller, buyer, terms, lines with their factors, tax, total and files', async () => {
      const orderNum = await completed();
      const { reply } = await app.call('orderDetails', { params: { orderNum } }, { token });
      const details = reply.data!;
      const cents = details.price.finalPrice;
      const tax = Math.round((cents * 925) / 10_000);
      expect(await receiptOf(orderNum)).toMatchObject({
        number: 'R-2026-000001',
        kind: 'archive',
        orderNum,
        seller: {
          name: 'Groundtrack Imagery Ltd',
          address: ['1 Harbour Walk', 'Singapore 099253'],
          registration: 'UEN 202600001A',
        },
        buyer: { name: 'Li 明', company: 'Straits Survey', email: 'li@example.com' },
        terms: { url: details.terms?.url, sha256: details.terms?.sha256 },
        aoiArea: details.price.aoiArea,
        lines: details.price.lines?.map((line) => ({
          productId: line.productId,
          unitPrice: line.unitPrice,
          levelFactor: 1.1,
          valuationArea: line.valuationArea,
          discount: details.price.discount,
          price: line.finalPrice / 100,
        })),
        sum: cents / 100,
        tax: { percent: 9.25, amount: tax / 100 },
        total: (cents + tax) / 100,
        currency: 'USD',
      });
      const receipt = await receiptOf(orderNum);
      expect(receipt).not.toHaveProperty('contractNum');
      expect(receipt.lines.map((line) => line.acquired)).toEqual(
        details.scenes.map(({ scene }) => scene.properties.acquisitionDate),
      );
      expect(receipt.files.map(({ name }) => name)).toEqual([
        'BETA.zip',
        'ALPHA.zip',
        `${orderNum}_receipt_en.pdf`,
        `${orderNum}_receipt_zh.pdf`,
      ]);
      expect(await verified(orderNum)).toMatchObject({ faults: [], others: [] });
    });

    it('the tax is said before buying: the settings have it, and none where there is none', async () => {
      expect((await app.call('settings', {})).reply.data?.taxPercent).toBe(9.25);
      const untaxed = await startServer(server);
      expect((await untaxed.call('settings', {})).reply.data).not.toHaveProperty('taxPercent');
      await untaxed.close();
      // 9.25 % of $100.20 are $9.2685
      expect([taxCents(10_020, 9.25), taxCents(0, 9.25), taxCents(10, 5)]).toEqual([927, 0, 1]);
    });

    it('numbers follow each other, and a delivery that failed keeps its own', async () => {
      const before = Number((await receiptOf(await completed())).number.slice(-6));
      fails = true;
      const failed = await completed();
      fails = false;
      const { rows } = await app.deps.db.pool.query<{ number: string }>(
        'select number from receipts r join orders o on o.id = r.order_id where order_num = $1',
        [failed],
      );
      expect(rows).toEqual([{ number: `R-2026-${String(before + 1).padStart(6, '0')}` }]);
      expect(Number((await receiptOf(await completed())).number.slice(-6))).toBe(before + 2);
    });

    it('a signed receipt whose sums do not add up is found out', async () => {
      const orderNum = await completed();
      const { key: _, signature: __, type: ___, version: ____, ...content } = await receiptOf(orderNum);
      const key = receiptKey(await secretOf(app.deps.db, 'receipts'));
      const faultsOf = async (change: Partial<typeof content>) => {
        await writeFile(fileOf(orderNum, '.json'), writeReceipt({ ...content, ...change }, key));
        return (await verified(orderNum)).faults;
      };
      expect(await faultsOf({})).toEqual([]);
      const [first, ...others] = content.lines;
      const cheaper = { ...first!, price: first!.price - 1 };
      expect(await faultsOf({ lines: [cheaper, ...others] })).toEqual([
        `the price of line 1 is ${first!.price}, the receipt says ${cheaper.price}`,
        expect.stringMatching(/^the sum of the lines is /),
      ]);
      expect(await faultsOf({ total: content.sum })).toEqual([
        `the total is ${content.total}, the receipt says ${content.sum}`,
      ]);
      expect(await faultsOf({ tax: { percent: 0, amount: content.tax.amount } })).toEqual([
        `the tax is 0, the receipt says ${content.tax.amount}`,
      ]);
    });

    it.runIf(existsSync(PDFTOTEXT))(
      'its PDFs have embedded fonts and no figure that the JSON lacks (where pdftotext is installed)',
      async () => {
        const orderNum = await completed({ contractNum: 'C-7' });
        const { files, ...receipt } = await receiptOf(orderNum);
        const own = files.filter(({ name }) => !name.endsWith('.pdf'));
        const known = JSON.stringify({ ...receipt, files: own });
        for (const language of ['en', 'zh'] as const) {
          const pdf = await readFile(fileOf(orderNum, `_${language}.pdf`));
          expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
          const text = execFileSync(PDFTOTEXT, ['-layout', fileOf(orderNum, `_${language}.pdf`), '-'])
            .toString()
            .normalize('NFKC');
          for (const fact of [receipt.number, orderNum, 'C-7', 'Li 明', 'ALPHA', own[0]!.sha256])
            expect(text).toContain(fact);
          expect(text).toContain(language === 'en' ? 'Receipt' : '收据');
          expect(text).toContain(`$${receipt.total.toLocaleString('en-US', { minimumFractionDigits: 2 })}`);
          const money = [...text.matchAll(/\$([\d,]+\.\d+)/g)].map(([, figure]) =>
            figure!.replaceAll(',', ''),
          );
          expect(money.length).toBeGreaterThanOrEqual(3 + 2 * receipt.lines.length);
          for (const figure of money) expect(known).toContain(String(Number(figure)));
        }
      },
    );
  },
);
