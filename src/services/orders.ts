import { CallError } from '../../contract/calls/callError.ts';
import { endpoints } from '../../contract/calls/endpoints.ts';
import type {
  OrderPage,
  PriceResult,
  SceneOrderRequest,
  ScenePriceRequest,
  SubmitOutcome,
  SubmitReply,
  TaskingForm,
  TaskingPriceRequest,
} from '../../contract/orders/orders.ts';
import { dataOf, type Call } from './call/call.ts';

/** POST /api/order/v1/archive/getPrice. */
export async function priceScenes(
  call: Call,
  body: ScenePriceRequest,
  signal: AbortSignal,
): Promise<PriceResult> {
  return dataOf(await call(endpoints.archivePrice, { body }, { signal }));
}

/** POST /api/order/v1/archive/submit, with an idempotency key (decision 7). */
export async function submitScenes(
  call: Call,
  order: { key: string; request: SceneOrderRequest },
  signal: AbortSignal,
): Promise<{ orderNum: string }> {
  const { request: body, key: idempotencyKey } = order;
  return orderNumIn(await call(endpoints.archiveSubmit, { body }, { signal, idempotencyKey }));
}

function orderNumIn(reply: SubmitReply): { orderNum: string } {
  const orderNum = reply.data?.orderNum;
  if (orderNum === undefined) throw new CallError('malformed');
  return { orderNum };
}

/** POST /api/order/v1/tasking/getPrice. */
export async function priceTasking(
  call: Call,
  body: TaskingPriceRequest,
  signal: AbortSignal,
): Promise<PriceResult> {
  return dataOf(await call(endpoints.taskingPrice, { body }, { signal }));
}

/** Maximum number of concurrent calls. */
const PRICES_AT_ONCE = 3;

/**
 * The prices of several requests by their names, a few calls at a time; equal requests are made once.
 * @returns null for a request without a price @throws the first failure if there is no price at all
 */
export async function priceTaskings(
  call: Call,
  requests: Readonly<Record<string, TaskingPriceRequest>>,
  signal: AbortSignal,
): Promise<Record<string, PriceResult | null>> {
  const named = Object.entries(requests).map(([name, request]) => [name, JSON.stringify(request)] as const);
  const answers = new Map<string, PriceResult | null>();
  const waiting = new Set(named.map(([, text]) => text)).values();
  const failures: unknown[] = [];
  const work = async () => {
    for (const text of waiting)
      try {
        answers.set(text, await priceTasking(call, JSON.parse(text) as TaskingPriceRequest, signal));
      } catch (error) {
        signal.throwIfAborted();
        failures.push(error);
      }
  };
  await Promise.all(Array.from({ length: PRICES_AT_ONCE }, work));
  if (answers.size === 0 && failures.length > 0) throw failures[0];
  return Object.fromEntries(named.map(([name, text]) => [name, answers.get(text) ?? null]));
}

/** POST /api/order/v1/tasking/submit, with an idempotency key (decision 7). */
export async function submitTasking(
  call: Call,
  order: { key: string; request: TaskingForm },
  signal: AbortSignal,
): Promise<{ orderNum: string }> {
  const { request: body, key: idempotencyKey } = order;
  return orderNumIn(await call(endpoints.taskingSubmit, { body }, { signal, idempotencyKey }));
}

/** POST /web/submit/outcome: what the submit with this key made (decision 140). */
export async function settleSubmit(
  call: Call,
  body: { key: string },
  signal: AbortSignal,
): Promise<SubmitOutcome> {
  return dataOf(await call(endpoints.submitOutcome, { body }, { signal }));
}

/** GET /web/order/archive/list or /web/order/tasking/list; pages count from 1. */
export async function listOrders(
  call: Call,
  wanted: { kind: 'archive' | 'tasking'; page: number },
  signal: AbortSignal,
): Promise<OrderPage> {
  const row = wanted.kind === 'archive' ? endpoints.archiveOrders : endpoints.taskingOrders;
  return dataOf(await call(row, { query: { cpage: wanted.page } }, { signal }));
}

/** POST /api/order/v1/archive/cancel/{orderNum}, or the same for tasking. */
export async function cancelOrder(
  call: Call,
  wanted: { kind: 'archive' | 'tasking'; orderNum: string },
  signal: AbortSignal,
): Promise<void> {
  const row = wanted.kind === 'archive' ? endpoints.cancelArchiveOrder : endpoints.cancelTaskingOrder;
  await call(row, { params: { orderNum: wanted.orderNum } }, { signal });
}
