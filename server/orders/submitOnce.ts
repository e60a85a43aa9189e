import { createHash, randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import { dollarsText } from '../../contract/orders/money.ts';
import { ORDER_STATUS } from '../../contract/orders/orderStatus.ts';
import { submitKey } from '../../contract/orders/orders.ts';
import { orderedByKey, type UsedApiKey } from '../accounts/apiKeys.queries.ts';
import { insertKey, isKeyClosed, lockKey, usedKey, type UsedKey } from './idempotency.queries.ts';
import { insertOrderScenes } from './orderContents.queries.ts';
import { tooManyInProcess } from '../base/room.ts';
import { lockOpenOrders, insertOrder, type NewOrder } from './orders.queries.ts';
import { insertOrderMail } from './orders.mails.ts';
import { noteOrder } from '../watches/orderNews.ts';
import type { KeptScene } from '../search/scenes.ts';
import { isSandbox, signedIn, type CallContext } from '../accounts/handler.ts';
import type { OrderDeps } from './supplier.ts';
import { contentOf, validQuote } from './quotes.ts';
import { Refusal } from '../base/refusal.ts';

/** A checked and priced order, with its scenes as they are now. */
export type PricedOrder = Pick<
  NewOrder,
  'orderName' | 'supplier' | 'aoiWkt' | 'form' | 'price' | 'pixels'
> & {
  scenes: readonly KeptScene[];
};

/**
 * The key of a submit (decision 7). A submit without the header is taken as section 7 has it: under a key of its own.
 * @throws Refusal 400 if the header is malformed
 */
export function idempotencyKey(context: CallContext): string {
  if (context.idempotencyKey === null) return `none ${randomUUID()}`;
  const key = submitKey.safeParse(context.idempotencyKey);
  if (!key.success) throw new Refusal('keyMissing', {}, { status: 400 });
  return ownKey(key.data, context);
}

/** The stored form of an Idempotency-Key: those of the sandbox are apart. A space is in no key of a header. */
export function ownKey(key: string, context: CallContext): string {
  return isSandbox(context) ? `sandbox ${key}` : key;
}

/** @throws Refusal if the order would cost more than the API key may still spend this UTC month */
async function checkMonth(client: PoolClient, key: UsedApiKey, cents: number, now: Date): Promise<void> {
  if (key.monthlyCents === null) return;
  const spent = await orderedByKey(
    client,
    key.id,
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())),
  );
  if (spent + cents <= key.monthlyCents) return;
  throw new Refusal('apiKeyMonth', { most: dollarsText(key.monthlyCents), used: dollarsText(spent) });
}

/** The order made with this key. @throws Refusal if the body was different */
function sameOrder(used: UsedKey, bodyHash: Buffer): { result: number; data: { orderNum: string } } {
  if (!used.bodyHash.equals(bodyHash)) throw new Refusal('keyReused');
  return { result: SUCCESS, data: { orderNum: used.orderNum } };
}

/**
 * Decision 7: submits an order idempotently: one order per key and account, even for fifty concurrent
 * requests. A retry gets the same order even if the price has changed. A closed key is refused (decision 140).
 * @param submit the kind and the body as received: the same key with another body is refused
 * @param makeOrder checks and prices; it may refuse
 * @throws Refusal
 */
export async function submitOnce(
  deps: OrderDeps,
  context: CallContext,
  submit: { kind: NewOrder['kind']; body: unknown },
  makeOrder: () => Promise<PricedOrder>,
) {
  const account = signedIn(context);
  const key = idempotencyKey(context);
  const bodyHash = createHash('sha256')
    .update(`${submit.kind}:${JSON.stringify(submit.body)}`)
    .digest();
  const known = await usedKey(deps.db.pool, account.id, key);
  if (known) return sameOrder(known, bodyHash);
  // another supplier would have to be paid
  if (isSandbox(context) && !deps.supplier.simulated) throw new Refusal('apiKeySandbox', {}, { status: 403 });
  const { scenes, ...order } = await makeOrder();
  return deps.db.transaction(async (client) => {
    await lockKey(client, account.id, key);
    const quicker = await usedKey(client, account.id, key);
    if (quicker) return sameOrder(quicker, bodyHash);
    if (await isKeyClosed(client, account.id, key)) throw new Refusal('keyClosed');
    const most = deps.config.accountOrders;
    if ((await lockOpenOrders(client, account.id, isSandbox(context))) >= most)
      throw tooManyInProcess('tooManyOrdersInProcess', most);
    const now = deps.clock.now();
    const finalPriceCents = isSandbox(context) ? 0 : order.price.finalPrice;
    if (context.key) await checkMonth(client, context.key, finalPriceCents, now);
    const quote = await validQuote(client, account.id, contentOf(submit.kind, order.form), now);
    const { id, orderNum } = await insertOrder(client, {
      ...order,
      quoteNum: quote?.number ?? null,
      productIds: scenes.map((scene) => scene.facts.productId),
      terms: deps.terms,
      accountId: account.id,
      kind: submit.kind,
      simulated: deps.supplier.simulated,
      finalPriceCents,
      key: context.key,
      createdAt: now,
      nextStepAt: deps.supplier.firstStepAt(now),
    });
    await insertOrderScenes(client, id, scenes);
    if (!isSandbox(context)) {
      await noteOrder(client, { orderId: id, accountId: account.id, at: now });
      await insertOrderMail(client, { accountId: account.id, orderNum }, ORDER_STATUS.toBeProcessed, now);
    }
    await insertKey(client, { accountId: account.id, key, bodyHash, orderId: id, now });
    return { result: SUCCESS, data: { orderNum } };
  });
}
