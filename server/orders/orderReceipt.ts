import type { Pool } from 'pg';
import { dollarsOf, taxCents } from '../../contract/orders/money.ts';
import { levelFactor, type PartPrice } from '../../contract/orders/price.ts';
import { LANGUAGE_CODES } from '../../contract/languages.ts';
import type { Clock } from '../base/clock.ts';
import type { FileStore } from '../base/files/fileStore.ts';
import type { Config } from '../base/settings/config.ts';
import type { Database } from '../database/open.ts';
import { secretOf } from '../database/secrets.ts';
import { DELIVERIES } from './delivery.routes.ts';
import { orderOf, orderScenesOf, type AgreedOrder } from './orderContents.queries.ts';
import { madeFiles, type DeliveredFile } from './orderFiles.queries.ts';
import { nextDocumentNum, type Order } from './orders.queries.ts';
import type { WritePaper } from './papers/papers.ts';
import {
  fingerprintOf,
  receiptKey,
  writeReceipt,
  type BillContent,
  type DeliveredContent,
} from './receipt.ts';

export interface ReceiptDeps {
  db: Database;
  clock: Clock;
  files: FileStore;
  writePaper: WritePaper;
  /** What receipts say of the seller, and the tax. */
  billing: Pick<Config, 'seller' | 'taxPercent'>;
}

/** The number, time and tax of an order's receipt: fixed with its first try. */
async function issuedReceipt(
  order: Order,
  { db, clock, billing }: ReceiptDeps,
): Promise<{ number: string; issuedAt: Date; taxPercent: number; taxCents: number }> {
  return db.transaction(async (client) => {
    const known = await client.query<{
      number: string;
      issuedAt: Date;
      taxPercent: number;
      taxCents: number;
    }>(
      `select number, issued_at as "issuedAt", tax_percent as "taxPercent", tax_cents as "taxCents"
       from receipts where order_id = $1`,
      [order.id],
    );
    if (known.rows[0]) return known.rows[0];
    const issuedAt = clock.now();
    const { taxPercent } = billing;
    const number = await nextDocumentNum(client, 'R', issuedAt);
    const tax = taxCents(order.finalPriceCents, taxPercent);
    await client.query(
      `insert into receipts (order_id, number, issued_at, tax_percent, tax_cents) values ($1, $2, $3, $4, $5)`,
      [order.id, number, issuedAt, taxPercent, tax],
    );
    return { number, issuedAt, taxPercent, taxCents: tax };
  });
}

async function buyerOf(pool: Pool, accountId: number): Promise<BillContent['buyer']> {
  const { rows } = await pool.query<BillContent['buyer']>(
    `select trim(first_name || ' ' || last_name) as name, company, email from accounts where id = $1`,
    [accountId],
  );
  const [buyer] = rows;
  if (!buyer) throw new Error('the order has no account');
  return buyer;
}

type AgreedLine = Omit<PartPrice, 'productId'> & { productId?: string };

/** The lines of the agreed price; one for the whole of an order that has none. */
async function linesOf(pool: Pool, order: AgreedOrder): Promise<BillContent['lines']> {
  const { price, form, finalPriceCents } = order;
  const scenes = new Map((await orderScenesOf(pool, order.id)).map(({ facts }) => [facts.productId, facts]));
  const whole: AgreedLine = {
    unitPrice: price.unitPrice ?? 0,
    valuationArea: price.valuationArea ?? 0,
    finalPrice: finalPriceCents,
  };
  const lines: readonly AgreedLine[] = price.lines ?? [whole];
  return lines.map(({ productId, ...line }) => {
    const scene = scenes.get(productId ?? '');
    return {
      ...(productId !== undefined && { productId }),
      ...(scene?.satellite && { satellite: scene.satellite }),
      ...(scene && { acquired: scene.acquisitionDate }),
      ...(scene?.gsd && { gsd: scene.gsd }),
      unitPrice: line.unitPrice,
      levelFactor: levelFactor(form.productLevel),
      valuationArea: line.valuationArea,
      discount: price.discount ?? 1,
      price: dollarsOf(line.finalPrice),
    };
  });
}

async function billOf(
  order: AgreedOrder,
  delivered: DeliveredContent,
  deps: ReceiptDeps,
): Promise<BillContent> {
  const issued = await issuedReceipt(order, deps);
  const { form, price, finalPriceCents, termsUrl, termsSha256 } = order;
  return {
    ...delivered,
    issued: issued.issuedAt.toISOString(),
    number: issued.number,
    kind: order.kind,
    seller: { ...deps.billing.seller, address: [...deps.billing.seller.address] },
    buyer: await buyerOf(deps.db.pool, order.accountId),
    ...(form.contractNum && { contractNum: form.contractNum }),
    ...(order.quoteNum !== null && { quote: order.quoteNum }),
    terms: { url: termsUrl ?? '', ...(termsSha256 !== null && { sha256: termsSha256 }) },
    ...(price.aoiArea !== null && { aoiArea: price.aoiArea }),
    lines: await linesOf(deps.db.pool, order),
    sum: dollarsOf(finalPriceCents),
    tax: { percent: issued.taxPercent, amount: dollarsOf(issued.taxCents) },
    total: dollarsOf(finalPriceCents + issued.taxCents),
    currency: 'USD',
  };
}

function deliveredOf(order: Order, files: readonly DeliveredFile[], issued: Date): DeliveredContent {
  const { orderNum, orderName, form, simulated } = order;
  return {
    orderNum,
    orderName,
    ordered: order.createdAt.toISOString(),
    issued: issued.toISOString(),
    productIds: [...new Set(files.map((file) => file.productId))],
    productLevel: form.productLevel,
    projection: form.projection,
    clippedToAoi: form.cropByAoi,
    simulated,
    files: files.map(asNamed),
  };
}

const asNamed = ({ fileName, bytes, sha256, pixelMetres }: DeliveredFile) => ({
  name: fileName,
  bytes: bytes ?? 0,
  sha256: sha256 ?? '',
  ...(pixelMetres !== null && { pixelMetres }),
});

/** Name of an order's receipt: JSON without a language, a PDF in one. */
export const receiptName = (orderNum: string, language?: string): string =>
  `${orderNum}_receipt${language === undefined ? '.json' : `_${language}.pdf`}`;

/**
 * Writes the order's receipt: a PDF in each language, and the signed JSON, which names all files and the PDFs. Idempotent until
 * the order is completed.
 * @param made the files of its last scene, which are not recorded yet
 */
export async function makeReceipt(
  order: Order,
  made: readonly DeliveredFile[],
  deps: ReceiptDeps,
): Promise<DeliveredFile[]> {
  const { db, clock, files } = deps;
  const { orderNum, accountId, sandbox } = order;
  const written: DeliveredFile[] = [];
  const write = async (fileName: string, content: Uint8Array | string) => {
    await files.write([DELIVERIES, orderNum, fileName], content);
    const checked = await files.checksumOf(DELIVERIES, orderNum, fileName);
    if (checked === null) throw new Error(`${fileName} was not written`);
    written.push({ productId: '', fileName, ...checked, pixelMetres: null });
  };
  const known = new Map((await madeFiles(db.pool, order.id)).map((file) => [file.fileName, file]));
  for (const file of made) known.set(file.fileName, file);
  const delivered = deliveredOf(order, [...known.values()], clock.now());
  const key = receiptKey(await secretOf(db, 'receipts'));
  const agreed = await orderOf(db.pool, accountId, orderNum, sandbox);
  if (agreed === null) throw new Error('the order is gone');
  const bill = sandbox ? null : await billOf(agreed, delivered, deps);
  for (const language of bill ? LANGUAGE_CODES : [])
    await write(
      receiptName(orderNum, language),
      await deps.writePaper({ kind: 'receipt', language, of: bill!, key: fingerprintOf(key) }),
    );
  const all = { ...(bill ?? delivered), files: [...delivered.files, ...written.map(asNamed)] };
  await write(receiptName(orderNum), writeReceipt(all, key));
  return written;
}
