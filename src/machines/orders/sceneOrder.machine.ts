import { assign, fromPromise, sendParent, setup } from 'xstate';
import type { PriceResult, SceneOrderRequest, ScenePriceRequest } from '../../../contract/orders.ts';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { agreedCentsOf, newPriceIn } from './newPrice.rules.ts';
import type { NoticeText } from '../shared/notice.ts';
import { sceneQuoteOf } from './quote.rules.ts';
import {
  bearsOnPrice,
  changedOrder,
  orderRequestOf,
  priceRequestOf,
  sceneOrderRefusal,
  type SceneOrderDraft,
} from './sceneOrder.rules.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { QuotePageRequested } from './orders.events.ts';

export interface SceneOrderInput {
  scenes: Scene[];
  aoi: Aoi;
  utype: number;
  termsUrl: string;
  /** A new idempotency key (decision 7). */
  makeKey: () => string;
}
interface SceneOrderContext extends SceneOrderInput {
  draft: SceneOrderDraft;
  agreed: boolean;
  price: PriceResult | null;
  /** The sum that was agreed to before the server named another; integer cents. */
  formerCents: number | null;
  /** One per confirmed form: kept when the same form is sent again, so that a lost reply makes no second order. */
  key: string | null;
  refusal: NoticeText | null;
  orderNum: string | null;
}
export type SceneOrderEvent =
  | { type: 'draft.changed'; patch: Partial<SceneOrderDraft> }
  | { type: 'terms.toggled' }
  | { type: 'price.requested' }
  | { type: 'quote.requested' }
  | { type: 'submit.requested' }
  | { type: 'order.confirmed' }
  | { type: 'order.declined' }
  | { type: 'form.closed' };

/** What the form ends with: the number of the order made, or null when it was closed. */
export interface SceneOrderOutput {
  ordered: string | null;
}

/** The order of chosen scenes: price, then terms, then confirm, then submit (§3 Scene order form, decisions 5 to 7). */
export const sceneOrderMachine = setup({
  types: {
    context: {} as SceneOrderContext,
    events: {} as SceneOrderEvent,
    input: {} as SceneOrderInput,
    output: {} as SceneOrderOutput,
  },
  actors: {
    /** POST /api/order/v1/archive/getPrice. */
    priceScenes: fromPromise<PriceResult, ScenePriceRequest>(notProvided('priceScenes')),
    /** POST /api/order/v1/archive/submit; answers with the order's number. */
    submitScenes: fromPromise<{ orderNum: string }, { key: string; request: SceneOrderRequest }>(
      notProvided('submitScenes'),
    ),
  },
  actions: {
    changeDraft: assign(({ context, event }) =>
      event.type === 'draft.changed'
        ? { draft: changedOrder(context.draft, event.patch), refusal: null, key: null }
        : {},
    ),
    dropPrice: assign({ price: null, formerCents: null, key: null }),
    takePrice: assign((_, price: PriceResult) => ({ price, refusal: null })),
    toggleTerms: assign({ agreed: ({ context }) => !context.agreed, refusal: null }),
    refuse: assign({
      refusal: ({ context }) => {
        const key = sceneOrderRefusal(context.draft, context.agreed);
        return key === null ? null : { key };
      },
    }),
    tellQuote: sendParent(({ context }): QuotePageRequested => ({
      type: 'quotePage.requested',
      quote: sceneQuoteOf(context),
    })),
    takeKey: assign({ key: ({ context }) => context.key ?? context.makeKey() }),
    takeNewPrice: assign(({ context }, params: { error: unknown }) => ({
      price: newPriceIn(params.error),
      formerCents: context.price?.finalPrice ?? null,
      agreed: false,
      key: null,
      refusal: { key: 'errors.priceChanged' },
    })),
  },
  guards: {
    bearsOnPrice: ({ event }) => event.type === 'draft.changed' && bearsOnPrice(event.patch),
    isComplete: ({ context }) => sceneOrderRefusal(context.draft, context.agreed) === null,
    hasAgreed: ({ context }) => context.agreed,
    isPriceChanged: (_, params: { error: unknown }) => newPriceIn(params.error) !== null,
  },
  delays: {
    /** Several quick changes ask for one price. */
    PRICE_DELAY: 300,
  },
}).createMachine({
  id: 'sceneOrder',
  context: ({ input }) => ({
    ...input,
    draft: {
      orderName: '',
      productLevel: 'L1',
      projection: 'LAT_LON',
      cropByAoi: true,
      appendL1: false,
      contractNum: '',
    },
    agreed: false,
    price: null,
    formerCents: null,
    key: null,
    refusal: null,
    orderNum: null,
  }),
  output: ({ context }) => ({ ordered: context.orderNum }),
  initial: 'editing',
  states: {
    editing: {
      initial: 'pricing',
      on: {
        'form.closed': 'done',
        'terms.toggled': { actions: 'toggleTerms' },
        'draft.changed': [
          {
            guard: 'bearsOnPrice',
            target: '.settling',
            reenter: true,
            actions: ['changeDraft', 'dropPrice'],
          },
          { actions: 'changeDraft' },
        ],
      },
      states: {
        settling: { tags: 'pricing', after: { PRICE_DELAY: 'pricing' } },
        pricing: {
          tags: 'pricing',
          invoke: {
            id: 'priceScenes',
            src: 'priceScenes',
            input: ({ context }) => priceRequestOf(context.draft, context.scenes, context.aoi),
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
              { guard: 'isComplete', target: '#sceneOrder.confirming' },
              // §4: the submit button is disabled until a price is obtained and the terms are agreed
              { guard: 'hasAgreed', actions: 'refuse' },
            ],
          },
        },
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
        id: 'submitScenes',
        src: 'submitScenes',
        input: ({ context }) => ({
          key: context.key ?? context.makeKey(),
          request: orderRequestOf(context.draft, context.scenes, context.aoi, agreedCentsOf(context.price)),
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
            // §8 'Submit failed' (tasking and imagery exports have words of their own)
            actions: assign({
              refusal: ({ event }) => messageOrFallback(event.error, 'errors.orderSubmitFailed'),
            }),
          },
        ],
      },
    },
    done: { type: 'final' },
  },
});
