import { assign, fromPromise, sendParent, sendTo, setup } from 'xstate';
import type { PriceResult, TaskingForm, TaskingPriceRequest } from '../../../contract/orders.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { agreedCentsOf, newPriceIn } from './newPrice.rules.ts';
import type { NoticeText } from '../shared/notice.ts';
import { taskingQuoteOf } from './quote.rules.ts';
import { passesMachine } from './passes.machine.ts';
import { passQuestionOf } from './passes.rules.ts';
import {
  bearsOnTaskingPrice,
  changedTasking,
  isTaskingChanged,
  newTasking,
  taskingFormOf,
  taskingOrderRefusal,
  taskingPriceRequestOf,
  type TaskingDraft,
} from './tasking.rules.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { QuotePageRequested } from './orders.events.ts';
import { windowRefusal, type TaskingStart } from '../search/taskingStart.rules.ts';

export interface TaskingInput {
  start: TaskingStart;
  aoi: Aoi;
  utype: number;
  termsUrl: string;
  /** A new idempotency key (decision 7). */
  makeKey: () => string;
  now: () => Date;
}
interface TaskingContext extends TaskingInput {
  draft: TaskingDraft;
  agreed: boolean;
  price: PriceResult | null;
  /** The sum that was agreed to before the server named another; integer cents. */
  formerCents: number | null;
  /** One per confirmed form: kept when the same form is sent again, so that a lost reply makes no second order. */
  key: string | null;
  refusal: NoticeText | null;
  orderNum: string | null;
}
export type TaskingEvent =
  | { type: 'draft.changed'; patch: Partial<TaskingDraft> }
  | { type: 'terms.toggled' }
  | { type: 'price.requested' }
  | { type: 'quote.requested' }
  | { type: 'submit.requested' }
  | { type: 'order.confirmed' }
  | { type: 'order.declined' }
  | { type: 'form.closed' }
  | { type: 'leaving.confirmed' }
  | { type: 'leaving.declined' };

/** What the form ends with: the number of the order made, or null when it was closed. */
export interface TaskingOutput {
  ordered: string | null;
}

const refusedWindow = ({ draft, now }: Pick<TaskingContext, 'draft' | 'now'>): NoticeText | null =>
  windowRefusal(draft.windowStart, draft.windowEnd, now());

/** The order of a new acquisition: price, then terms, then confirm, then submit (§2, §4 Tasking form, decisions 5 to 7). */
export const taskingMachine = setup({
  types: {
    context: {} as TaskingContext,
    events: {} as TaskingEvent,
    input: {} as TaskingInput,
    output: {} as TaskingOutput,
    children: {} as { passes: 'passes' },
  },
  actors: {
    passes: passesMachine,
    /** POST /api/order/v1/tasking/getPrice. */
    priceTasking: fromPromise<PriceResult, TaskingPriceRequest>(notProvided('priceTasking')),
    /** POST /api/order/v1/tasking/submit; answers with the order's number. */
    submitTasking: fromPromise<{ orderNum: string }, { key: string; request: TaskingForm }>(
      notProvided('submitTasking'),
    ),
  },
  actions: {
    changeDraft: assign(({ context, event }) =>
      event.type === 'draft.changed'
        ? { draft: changedTasking(context.draft, event.patch), refusal: null, key: null }
        : {},
    ),
    dropPrice: assign({ price: null, formerCents: null, key: null }),
    takePrice: assign((_, price: PriceResult) => ({ price, refusal: null })),
    toggleTerms: assign({ agreed: ({ context }) => !context.agreed, refusal: null }),
    refuseWindow: assign({ refusal: ({ context }) => refusedWindow(context) }),
    refuse: assign({
      refusal: ({ context }) => {
        const key = taskingOrderRefusal(context.draft, context.agreed);
        return key === null ? null : { key };
      },
    }),
    tellQuote: sendParent(({ context }): QuotePageRequested => ({
      type: 'quotePage.requested',
      quote: taskingQuoteOf(context),
    })),
    takeKey: assign({ key: ({ context }) => context.key ?? context.makeKey() }),
    takeNewPrice: assign(({ context }, params: { error: unknown }) => ({
      price: newPriceIn(params.error),
      formerCents: context.price?.finalPrice ?? null,
      agreed: false,
      key: null,
      refusal: { key: 'errors.priceChanged' },
    })),
    askForPasses: sendTo('passes', ({ context }) => ({
      type: 'question.changed',
      question: passQuestionOf(context.start.satellite, context.aoi, context.draft),
    })),
  },
  guards: {
    bearsOnWindow: ({ event }) =>
      event.type === 'draft.changed' && ('windowStart' in event.patch || 'windowEnd' in event.patch),
    bearsOnPrice: ({ event }) => event.type === 'draft.changed' && bearsOnTaskingPrice(event.patch),
    isWindowRight: ({ context }) => refusedWindow(context) === null,
    isComplete: ({ context }) => taskingOrderRefusal(context.draft, context.agreed) === null,
    hasPrice: ({ context }) => context.price !== null,
    hasAgreed: ({ context }) => context.agreed,
    hasChanges: ({ context }) => context.agreed || isTaskingChanged(context.draft, context.start),
    isPriceChanged: (_, params: { error: unknown }) => newPriceIn(params.error) !== null,
  },
  delays: {
    /** Several quick changes ask for one price. */
    PRICE_DELAY: 300,
  },
}).createMachine({
  id: 'tasking',
  context: ({ input }) => ({
    ...input,
    draft: newTasking(input.start),
    agreed: false,
    price: null,
    formerCents: null,
    key: null,
    refusal: null,
    orderNum: null,
  }),
  invoke: {
    id: 'passes',
    src: 'passes',
    input: ({ context }) => ({
      question: passQuestionOf(context.start.satellite, context.aoi, context.draft),
    }),
    onError: {},
  },
  output: ({ context }) => ({ ordered: context.orderNum }),
  initial: 'editing',
  states: {
    editing: {
      initial: 'checking',
      on: {
        'form.closed': [{ guard: 'hasChanges', target: 'leaving' }, { target: 'done' }],
        'terms.toggled': { actions: 'toggleTerms' },
        'draft.changed': [
          {
            guard: 'bearsOnWindow',
            target: '.checking',
            actions: ['changeDraft', 'dropPrice', 'askForPasses'],
          },
          { guard: 'bearsOnPrice', target: '.checking', actions: ['changeDraft', 'dropPrice'] },
          { actions: 'changeDraft' },
        ],
      },
      states: {
        checking: { always: [{ guard: 'isWindowRight', target: 'settling' }, { target: 'refused' }] },
        // a window that is not one has no price
        refused: { entry: 'refuseWindow' },
        settling: { tags: 'pricing', after: { PRICE_DELAY: 'pricing' } },
        pricing: {
          tags: 'pricing',
          invoke: {
            id: 'priceTasking',
            src: 'priceTasking',
            input: ({ context }) => taskingPriceRequestOf(context.draft, context.aoi, context.utype),
            onDone: { target: 'priced', actions: { type: 'takePrice', params: ({ event }) => event.output } },
            onError: {
              target: 'unpriced',
              // §8 Price pre-check failure: server message or 'Precheck failed'
              actions: assign({
                refusal: ({ event }) => messageOrFallback(event.error, 'errors.precheckFailed'),
              }),
            },
          },
        },
        unpriced: {
          on: { 'price.requested': { target: 'pricing', actions: assign({ refusal: null }) } },
        },
        priced: {
          on: {
            'quote.requested': { actions: 'tellQuote' },
            'submit.requested': [
              { guard: 'isComplete', target: '#tasking.confirming' },
              // §4: the submit button is disabled until a price is obtained and the terms are agreed
              { guard: 'hasAgreed', actions: 'refuse' },
            ],
          },
        },
      },
    },
    // closing with changes asks first
    leaving: {
      on: {
        'leaving.confirmed': 'done',
        'leaving.declined': [{ guard: 'hasPrice', target: 'editing.priced' }, { target: 'editing' }],
      },
    },
    confirming: {
      on: {
        'order.confirmed': { target: 'submitting', actions: 'takeKey' },
        'order.declined': 'editing.priced',
      },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        id: 'submitTasking',
        src: 'submitTasking',
        input: ({ context }) => ({
          key: context.key ?? context.makeKey(),
          request: taskingFormOf(context.draft, context.aoi, context.utype, agreedCentsOf(context.price)),
        }),
        onDone: { target: 'done', actions: assign({ orderNum: ({ event }) => event.output.orderNum }) },
        onError: [
          {
            guard: { type: 'isPriceChanged', params: ({ event }) => ({ error: event.error }) },
            target: 'editing.priced',
            actions: { type: 'takeNewPrice', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'editing.priced',
            // §8: server message or 'submit failed'
            actions: assign({
              refusal: ({ event }) => messageOrFallback(event.error, 'errors.submitFailed'),
            }),
          },
        ],
      },
    },
    done: { type: 'final' },
  },
});
