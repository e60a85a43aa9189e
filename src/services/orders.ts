import { endpoints } from '../../contract/calls/endpoints.ts';
import type { Listed } from '../../contract/calls/envelope.ts';
import type { ProductLevel } from '../../contract/limits.ts';
import { dollarsOf } from '../../contract/orders/money.ts';
import { finalPriceCents } from '../../contract/orders/price.ts';
import {
  orderItem,
  orderStep,
  type OrderItem,
  type PriceResult,
  type SceneOrderRequest,
  type ScenePriceRequest,
  type SubmitOutcome,
  type SubmitReply,
  type TaskingForm,
  type TaskingPriceRequest,
} from '../../contract/orders/orders.ts';
import { dataOf, leftOutOf, type Call } from './call/call.ts';
import {
  flagOf,
  instantOf,
  linksOf,
  nameOf,
  numberOf,
  type Raw,
  readData,
  readPage,
  readRows,
  textOf,
} from './call/reading.ts';

/** POST /api/order/v1/archive/getPrice. */
export async function priceScenes(
  call: Call,
  body: ScenePriceRequest,
  signal: AbortSignal,
): Promise<PriceResult> {
  const reply = await call(endpoints.archivePrice, { body }, { signal });
  const { readySeconds } = reply;
  return { ...dataOf(reply), ...(readySeconds !== undefined && { readySeconds }) };
}

/** POST /api/order/v1/archive/submit, with an idempotency key (decision 7). */
export async function submitScenes(
  call: Call,
  order: { key: string; request: SceneOrderRequest },
  signal: AbortSignal,
): Promise<{ orderNum: string | null }> {
  const { request: body, key: idempotencyKey } = order;
  return orderNumIn(await call(endpoints.archiveSubmit, { body }, { signal, idempotencyKey }));
}

/** The number of the new order; null from a back end whose reply names none (§7). */
const orderNumIn = (reply: SubmitReply): { orderNum: string | null } => ({
  orderNum: reply.data?.orderNum ?? null,
});

/** §7: a submit's reply needs no data. */
const readSubmit = readData((data) => ({ orderNum: textOf(data['orderNum']) ?? undefined }));

/** Dollars of a price without a final one: §9's formula (decision 6). Null where a factor is missing or impossible. */
function finalPriceOf(data: Raw, level: ProductLevel): number | null {
  const given = numberOf(data['finalPrice']);
  const unitPrice = numberOf(data['unitPrice']);
  const valuationArea = numberOf(data['valuationArea']);
  const discount = numberOf(data['discount']);
  if (given !== null) return given;
  if (unitPrice === null || valuationArea === null || discount === null) return null;
  if (unitPrice < 0 || valuationArea < 0 || discount < 0) return null;
  return dollarsOf(finalPriceCents({ unitPrice, valuationArea, discount }, level));
}

/** §3 Price result. */
const readPrice = (level: ProductLevel) =>
  readData((data) => ({
    ...data,
    unitPrice: numberOf(data['unitPrice']),
    aoiArea: numberOf(data['aoiArea']),
    valuationArea: numberOf(data['valuationArea']),
    discount: numberOf(data['discount']),
    finalPrice: finalPriceOf(data, level),
    minimumArea: numberOf(data['minimumArea']) ?? undefined,
    lines: data['lines'] ?? undefined,
  }));

/** §3 Order list item. What only some back ends name is empty. */
const readOrder = (row: Raw) => ({
  ...row,
  id: row['id'] ?? row['orderNum'],
  orderNum: textOf(row['orderNum']),
  orderName: nameOf(row['orderName']),
  status: numberOf(row['status']),
  ctime: instantOf(row['ctime']) ?? '',
  downloadUrl: linksOf(row['downloadUrl']),
  finalPrice: numberOf(row['finalPrice']),
  productIds: linksOf(row['productIds']),
  simulated: flagOf(row['simulated']) ?? false,
  history: readRows(row['history'], orderStep, (step) => step).list,
});

/** POST /api/order/v1/tasking/getPrice. */
export async function priceTasking(
  call: Call,
  body: TaskingPriceRequest,
  signal: AbortSignal,
): Promise<PriceResult> {
  const read = readPrice(body.productLevel);
  return dataOf(await call(endpoints.taskingPrice, { body }, { signal, read }));
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
): Promise<{ orderNum: string | null }> {
  const { request, key: idempotencyKey } = order;
  // §3 has no agreed price: only a server that settles submits checks it
  const { agreedPrice: _, ...form } = request;
  const body = call.has('submitOutcome') ? request : form;
  const options = { signal, idempotencyKey, read: readSubmit };
  return orderNumIn(await call(endpoints.taskingSubmit, { body }, options));
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
): Promise<Listed<OrderItem> & { total: number }> {
  const row = wanted.kind === 'archive' ? endpoints.archiveOrders : endpoints.taskingOrders;
  const read = readPage(wanted.page, orderItem, readOrder);
  const reply = await call(row, { query: { cpage: wanted.page } }, { signal, read });
  return { ...dataOf(reply), ...leftOutOf(reply) };
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
