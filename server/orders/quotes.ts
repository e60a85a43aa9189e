import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import { lastValidDay, type NumberedQuote, type QuoteRequest } from '../../contract/orders/quote.ts';
import {
  scenePriceRequest,
  taskingPriceRequest,
  type AgreedQuote,
  type OfferedPrice,
  type PriceResult,
  type TaskingForm,
} from '../../contract/orders/orders.ts';
import { isSandbox, signedIn, type CallContext } from '../accounts/handler.ts';
import type { Database } from '../database/open.ts';
import { nextDocumentNum, type OrderKind, type SceneForm } from './orders.queries.ts';
import { canonical } from './receipt.ts';
import type { OrderDeps } from './supplier.ts';

/** Hash of the kind and of the fields that bear on the price: a form and its quote have the same. */
export function contentOf(kind: OrderKind, form: SceneForm | TaskingForm | QuoteRequest['form']): Buffer {
  // the schemas drop all other fields
  const priced: Record<string, unknown> =
    kind === 'archive' ? scenePriceRequest.parse(form) : taskingPriceRequest.parse(form);
  for (const name of ['orderName', 'contractNum', 'projection', 'productLevelAppend', 'filled'])
    delete priced[name];
  return createHash('sha256')
    .update(`${kind}:${canonical(priced)}`)
    .digest();
}

const COLUMNS = `number, price_cents as "finalPrice", to_char(valid_until, 'YYYY-MM-DD') as "validUntil"`;

/** The newest quote of this content that is valid on the day. */
export async function validQuote(
  db: Pool | PoolClient,
  accountId: number,
  content: Buffer,
  now: Date,
): Promise<AgreedQuote | null> {
  const { rows } = await db.query<AgreedQuote>(
    `select ${COLUMNS} from quotes where account_id = $1 and content = $2 and valid_until >= $3::date
     order by id desc limit 1`,
    [accountId, content, now.toISOString().slice(0, 10)],
  );
  return rows[0] ?? null;
}

/** A price with the quote that the account has for this content; a sandbox has none. */
export async function offered(
  { db, clock }: Pick<OrderDeps, 'db' | 'clock'>,
  context: CallContext,
  { kind, form }: QuoteRequest,
  price: PriceResult,
): Promise<{ result: number; data: OfferedPrice }> {
  const quote = isSandbox(context)
    ? null
    : await validQuote(db.pool, signedIn(context).id, contentOf(kind, form), clock.now());
  return { result: SUCCESS, data: quote === null ? price : { ...price, quote } };
}

/** A quote of the account by its number. */
export async function quoteByNum(pool: Pool, accountId: number, number: string): Promise<AgreedQuote | null> {
  const { rows } = await pool.query<AgreedQuote>(
    `select ${COLUMNS} from quotes where account_id = $1 and number = $2`,
    [accountId, number],
  );
  return rows[0] ?? null;
}

/** Numbers a quote and keeps it; one that still holds at this price keeps its number. */
export async function keepQuote(
  db: Database,
  context: CallContext,
  { kind, form }: QuoteRequest,
  price: PriceResult,
  now: Date,
): Promise<{ result: number; data: NumberedQuote }> {
  const accountId = signedIn(context).id;
  const content = contentOf(kind, form);
  const window = kind === 'tasking' ? form.taskingWindowStart : undefined;
  const validUntil = lastValidDay(now, window);
  const data = await db.transaction(async (client) => {
    // of two at the same time the second one finds the first
    await client.query('select from accounts where id = $1 for no key update', [accountId]);
    const known = await validQuote(client, accountId, content, now);
    if (known?.finalPrice === price.finalPrice) return { ...known, price };
    const number = await nextDocumentNum(client, 'Q', now);
    await client.query(
      `insert into quotes (account_id, number, content, price, price_cents, issued_at, valid_until)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [accountId, number, content, JSON.stringify(price), price.finalPrice, now, validUntil],
    );
    return { number, finalPrice: price.finalPrice, validUntil, price };
  });
  return { result: SUCCESS, data };
}
