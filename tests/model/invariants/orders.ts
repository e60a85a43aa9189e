import type { OrderItem } from '../../../contract/orders/orders.ts';
import { invariant, isAnswer, isIn, type Invariants } from './invariant.ts';

interface Form {
  draft: { orderName?: string; taskName?: string };
  agreed: boolean;
  price: unknown;
  key: string | null;
  receipt: unknown;
  priceRefusal: unknown;
}
const priced: Invariants = {
  'submitting implies a price': invariant<Form>(
    ({ value, context }) => !isIn(value, 'submitting') || context.price !== null,
    { value: 'submitting', context: { price: null } },
  ),
  'submitting has a key of its own': invariant<Form>(
    ({ value, context }) => !isIn(value, 'submitting') || context.key !== null,
    { value: 'submitting', context: { key: null } },
  ),
  'a price that came has no refusal beside it': invariant<Form>(
    ({ value, context }) => !isIn(value, 'editing', 'priced') || context.priceRefusal === null,
    { value: { editing: 'priced' }, context: { priceRefusal: { key: 'errors.precheckFailed' } } },
  ),
  'a price is never shown while another is requested': invariant<Form>(
    ({ value, context }) => !isIn(value, 'editing', 'pricing') || context.price === null,
    { value: { editing: 'pricing' }, context: { price: { finalPrice: 1 } } },
  ),
  'a receipt ends the form, or is shown': invariant<Form>(
    ({ value, context }) => context.receipt === null || isIn(value, 'done') || isIn(value, 'found'),
    { value: { editing: 'priced' }, context: { receipt: { orderNum: 'GT-1' } } },
  ),
};
const agreedTo: Invariants = {
  ...priced,
  'submitting implies an agreement to the terms': invariant<Form>(
    ({ value, context }) => !(isIn(value, 'submitting') || isIn(value, 'confirming')) || context.agreed,
    { value: 'submitting', context: { agreed: false } },
  ),
  'the question before the submit implies a price and a name': invariant<Form>(
    ({ value, context }) =>
      !isIn(value, 'confirming') || (context.price !== null && context.draft.orderName?.trim() !== ''),
    { value: 'confirming', context: { price: null, draft: { orderName: 'Harbour' } } },
  ),
};

interface Orders {
  list: OrderItem[];
  page: number;
  cancelling: string | null;
  refusal: unknown;
}
const atFive = { orderNum: 'GT-7', status: 5 } as OrderItem;
const orders: Invariants = {
  'no order of status 5 and above can be cancelled': invariant<Orders>(
    ({ context, can }) =>
      context.list.every(
        ({ orderNum, status }) => Number(status) < 5 || !can({ type: 'cancel.requested', orderNum }),
      ),
    { context: { list: [atFive] }, can: () => true },
  ),
  'a cancel, and its question, names an order': invariant<Orders>(
    ({ value, context }) => isIn(value, 'cancel', 'idle') === (context.cancelling === null),
    { value: { cancel: 'cancelling' }, context: { cancelling: null } },
  ),
  'a cancel that ended is followed by a load of an open list': invariant<Orders>(
    ({ event, value, running }) =>
      !isAnswer(event, 'cancelOrder') || isIn(value, 'list', 'closed') || running.includes('listOrders'),
    {
      event: { type: 'xstate.error.actor.cancelOrder' },
      value: { list: { open: 'loaded' }, cancel: 'idle' },
    },
  ),
  'pages begin at 1': invariant<Orders>(({ context }) => context.page >= 1, { context: { page: 0 } }),
};

const submits: Invariants = {
  'a submit that is asked about is not the one of the open form': invariant<{
    openForm: string | null;
    asked: { form: string } | null;
  }>(
    ({ context: { openForm, asked }, running }) =>
      asked === null || asked.form !== openForm || !running.includes('settleSubmit'),
    { context: { openForm: 'tasking', asked: { form: 'tasking' } }, running: ['settleSubmit'] },
  ),
};

const passes: Invariants = {
  'the selected pass was found': invariant<{
    found: { passes: { at: number }[] } | null;
    chosen: number | null;
  }>(
    ({ context: { found, chosen } }) =>
      chosen === null || found?.passes.some(({ at }) => at === chosen) === true,
    { context: { found: null, chosen: 0 } },
  ),
  'passes are searched only for a question': invariant<{ question: unknown }>(
    ({ context, running }) => !running.includes('findPasses') || context.question !== null,
    { context: { question: null }, running: ['findPasses'] },
  ),
};

const orderPage: Invariants = {
  'details are shown of an order only': invariant<{ orderNum: string | null; details: unknown }>(
    ({ context: { orderNum, details } }) => details === null || orderNum !== null,
    { context: { orderNum: null, details: {} } },
  ),
  'a loading page names its order': invariant<{ orderNum: string | null }>(
    ({ context, running }) => !running.includes('loadOrder') || context.orderNum !== null,
    { context: { orderNum: null }, running: ['loadOrder'] },
  ),
};

export const orderInvariants: Readonly<Record<string, Invariants>> = {
  sceneOrder: agreedTo,
  tasking: agreedTo,
  imageryExport: priced,
  orders,
  submits,
  passes,
  orderPage,
};
