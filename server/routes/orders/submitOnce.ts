import { createHash } from 'node:crypto';
import { SUCCESS } from '../../../contract/calls/envelope.ts';
import { submitKey } from '../../../contract/orders/orders.ts';
import { insertKey, isKeyClosed, lockKey, usedKey } from '../../db/orders/idempotency.ts';
import type { UsedKey } from '../../db/orders/idempotency.ts';
import { insertOrderScenes } from '../../db/orders/orderContents.ts';
import { tooManyInProcess } from '../../exports/room.ts';
import { lockOpenOrders } from '../../db/orders/openOrders.ts';
import { insertOrder } from '../../db/orders/orders.ts';
import type { NewOrder } from '../../db/orders/orders.ts';
import type { KeptScene } from '../../db/search/scenes.saved.ts';
import { signedIn } from '../../http/handler.ts';
import type { CallContext, Deps } from '../../http/handler.ts';
import { Refusal } from '../../http/refusal.ts';

/** A checked and priced order, with its scenes as they are now. */
export type PricedOrder = Pick<NewOrder, 'orderName' | 'supplier' | 'aoiWkt' | 'form' | 'price'> & {
  scenes: readonly KeptScene[];
};

/** @throws Refusal 400 if the header is missing or malformed (decision 7) */
export function idempotencyKey(context: CallContext): string {
  const key = submitKey.safeParse(context.idempotencyKey);
  if (!key.success) throw new Refusal('keyMissing', {}, { status: 400 });
  return key.data;
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
  deps: Deps,
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
  const { scenes, ...order } = await makeOrder();
  return deps.db.transaction(async (client) => {
    await lockKey(client, account.id, key);
    const quicker = await usedKey(client, account.id, key);
    if (quicker) return sameOrder(quicker, bodyHash);
    if (await isKeyClosed(client, account.id, key)) throw new Refusal('keyClosed');
    const most = deps.config.accountOrders;
    if ((await lockOpenOrders(client, account.id)) >= most)
      throw tooManyInProcess('tooManyOrdersInProcess', most);
    const now = deps.clock.now();
    const { id, orderNum } = await insertOrder(client, {
      ...order,
      productIds: scenes.map((scene) => scene.facts.productId),
      terms: deps.terms,
      accountId: account.id,
      kind: submit.kind,
      simulated: deps.supplier.simulated,
      finalPriceCents: order.price.finalPrice,
      createdAt: now,
      nextStepAt: deps.supplier.firstStepAt(now),
    });
    await insertOrderScenes(client, id, scenes);
    await insertKey(client, { accountId: account.id, key, bodyHash, orderId: id, now });
    return { result: SUCCESS, data: { orderNum } };
  });
}
