import {
  isOrderStatus,
  ORDER_STATUS,
  orderStatusRow,
  ORDER_STATUSES,
  type OrderStatus,
} from '../../contract/orders/orderStatus.ts';
import { dollarsText } from '../../contract/orders/money.ts';
import { historyOf } from '../orders/orderContents.queries.ts';
import { filesOf } from '../orders/orderFiles.queries.ts';
import { listAllOrders, lockOrder, type Order } from '../orders/orders.queries.ts';
import { canMove, nextStatus } from '../orders/lifecycle.rules.ts';
import {
  OperatorError,
  table,
  textOption,
  UsageError,
  wholeNumber,
  type Command,
  type CommandContext,
} from './command.ts';

function labelOf(status: number): string {
  return `${status} ${isOrderStatus(status) ? orderStatusRow(status).label : 'unknown'}`;
}

function statusFrom(text: string): OrderStatus {
  const number = wholeNumber(text, 'STATUS', 1, ORDER_STATUSES.at(-1)!);
  if (isOrderStatus(number)) return number;
  throw new UsageError(
    `STATUS must be ${ORDER_STATUSES.slice(0, -1).join(', ')} or ${ORDER_STATUSES.at(-1)}`,
  );
}

async function list(context: CommandContext): Promise<void> {
  const status = textOption(context, 'status');
  const limit = textOption(context, 'limit');
  const orders = await listAllOrders(context.deps.db.pool, {
    status: status === undefined ? null : statusFrom(status),
    limit: limit === undefined ? 50 : wholeNumber(limit, '--limit', 1, 100_000),
  });
  const rows = orders.map((order) => [
    order.orderNum,
    labelOf(order.status),
    order.kind,
    order.email,
    dollarsText(order.finalPriceCents),
    order.createdAt.toISOString().slice(0, 16),
    order.orderName,
  ]);
  for (const line of table(['ORDER', 'STATUS', 'KIND', 'ACCOUNT', 'DOLLARS', 'CREATED (UTC)', 'NAME'], rows))
    context.print(line);
}

async function show(context: CommandContext): Promise<void> {
  const { db } = context.deps;
  const orderNum = context.words[0] ?? '';
  const order = await db.transaction((client) => lockOrder(client, orderNum));
  if (!order) throw new OperatorError(`no order ${orderNum}; see: operator orders list`);
  const { form } = order;
  const facts: [string, string][] = [
    ['order', order.orderNum],
    ['name', order.orderName],
    ['status', labelOf(order.status)],
    ['kind', order.kind],
    ['supplier', `${order.supplier}${order.simulated ? ' (simulated)' : ''}`],
    ['price', `${dollarsText(order.finalPriceCents)} dollars`],
    ['level', `${form.productLevel}, ${form.projection}${form.cropByAoi ? ', clipped to the AOI' : ''}`],
    ['products', order.productIds.join(' ')],
    ['area', order.aoiWkt],
    ['next step', order.nextStepAt?.toISOString() ?? 'none'],
    ['files', (await filesOf(db.pool, order)).map((file) => file.fileName).join(' ') || 'none'],
  ];
  for (const [name, value] of facts) context.print(`${name.padEnd(10)} ${value}`);
  for (const step of await historyOf(db.pool, order.id))
    context.print(
      `${step.at.toISOString()}  ${labelOf(step.status)}${step.cause === null ? '' : `, ${step.cause}`}`,
    );
}

/** The steps from one status to another: along the supplier's sequence, or directly to a final status. */
function wayTo(order: Order, wanted: OrderStatus): OrderStatus[] {
  const way: OrderStatus[] = [];
  for (let status = order.status; status !== wanted;) {
    if (canMove(status, wanted)) return [...way, wanted];
    const next = nextStatus(status);
    if (next === null || next > wanted) break;
    way.push(next);
    status = next;
  }
  throw new OperatorError(`an order that is "${labelOf(order.status)}" cannot become "${labelOf(wanted)}"`);
}

/** Decision 25: takes the supplier's steps manually, in one transaction; the delivery in its own. */
async function move(context: CommandContext): Promise<void> {
  const { db, supplier } = context.deps;
  const [orderNum = '', text = ''] = context.words;
  const wanted = statusFrom(text);
  const hold = context.options['hold'] === true;
  const moved = await db.transaction(async (client) => {
    const order = await lockOrder(client, orderNum);
    if (!order) throw new OperatorError(`no order ${orderNum}; see: operator orders list`);
    for (const status of wayTo(order, wanted)) {
      if (status === ORDER_STATUS.completed) break;
      await supplier.move(client, order, status, { hold, cause: 'byOperator' });
      order.status = status;
    }
    return order;
  });
  const reached = moved.status === wanted ? wanted : await supplier.deliver(moved);
  context.print(`${orderNum}: ${labelOf(reached)}`);
  if (reached === wanted) return;
  throw new OperatorError(
    reached === ORDER_STATUS.inDelivery
      ? 'the disk is full: the server tries the delivery again'
      : 'the delivery failed; the reason is above',
  );
}

export const orderCommands: readonly Command[] = [
  {
    name: 'orders list',
    meaning: 'Lists the orders of all accounts, newest first',
    options: {
      status: { type: 'string', meaning: 'only those of this status: 1, 3 to 9' },
      limit: { type: 'string', meaning: 'how many, 50 when not given' },
    },
    run: list,
  },
  {
    name: 'orders show',
    usage: 'NUMBER',
    meaning: 'Shows one order with its history and files',
    run: show,
  },
  {
    name: 'orders move',
    usage: 'NUMBER STATUS',
    meaning: 'Moves an order to a status (7 delivers, 8 fails, 9 cancels)',
    options: { hold: { type: 'boolean', meaning: 'keep it there until moved again' } },
    run: move,
  },
];
