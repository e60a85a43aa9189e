import {
  type ActorRefFrom,
  assign,
  type DoneActorEvent,
  type ErrorActorEvent,
  type EventObject,
  fromPromise,
  type MetaObject,
  type ParameterizedObject,
  type PromiseActorLogic,
  sendParent,
  sendTo,
  setup,
  type StateMachine,
} from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import { SUBMIT_REPLY_WAIT_MS } from '../../../contract/limits.ts';
import type { EarlierOrder, EarlierRequest, SubmitOutcome } from '../../../contract/orders/orders.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { withKept } from '../shared/kept.ts';
import { reoffered } from '../shared/names.rules.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { QuotePageRequested } from './orders.events.ts';
import { passesMachine } from './passes.machine.ts';
import {
  lookWait,
  type PricedFormContext,
  type PricedFormEvent,
  type PricedFormInput,
  type PricedFormOutput,
  type PricedFormRules,
  type SubmitReceipt,
} from './pricedForm.rules.ts';

/** The rules of any priced form: inside the machine, draft, price and requests are opaque. */
type AnyFormRules = PricedFormRules<PricedFormInput, object, object, unknown, unknown>;
type FormContext = PricedFormContext<PricedFormInput, object, object>;
type FormSetup = ReturnType<typeof pricedFormSetup>;

const isChanged = ({ newDraft }: AnyFormRules, { draft, input }: FormContext): boolean =>
  JSON.stringify(draft) !== JSON.stringify(newDraft(input));

/** A price without what is known beside it (offeredPrice): that may change while the price stays. */
const priceText = (price: object): string =>
  JSON.stringify(price, (name, value: unknown) =>
    name === 'quote' || name === 'readySeconds' ? undefined : value,
  );

/** Context, actors, actions and guards of a priced form. Its states are in `pricedForm.ts`. */
function pricedFormSetup(rules: AnyFormRules) {
  const unpricedReason = ({ draft, input }: FormContext) => rules.unpricedReason?.(draft, input) ?? null;
  const about = ({ input, draft }: FormContext) => rules.about(input, draft);
  const unanswered = (context: FormContext) => {
    const { key, wait } = context.input.submits.find(rules.id, about(context)) ?? { key: null, wait: 0 };
    return { key, wait, looks: 0, refusal: null };
  };
  const newPriceIn = (error: unknown) => rules.order?.newPriceIn(error) ?? null;
  return setup({
    types: {
      context: {} as FormContext,
      events: {} as PricedFormEvent<object>,
      input: {} as PricedFormInput,
      output: {} as PricedFormOutput,
      children: {} as {
        passes: 'passes';
        fetchPrice: 'fetchPrice';
        findEarlier: 'findEarlier';
        submit: 'submit';
        settleSubmit: 'settleSubmit';
      },
      tags: {} as 'pricing' | 'busy' | 'asking',
    },
    actors: {
      passes: passesMachine,
      /** POST …/getPrice. */
      fetchPrice: fromPromise<object, unknown>(notProvided('fetchPrice')),
      /** POST /web/order/earlier: the earlier orders that have part of the same; none from a back end without the call. */
      findEarlier: fromPromise<readonly EarlierOrder[], EarlierRequest>(notProvided('findEarlier')),
      /** POST …/submit, under an idempotency key (decision 7). */
      submit: fromPromise<SubmitReceipt, { key: string; request: unknown }>(notProvided('submit')),
      /** POST /web/submit/outcome: what a submit made; if nothing, its key is closed (decision 140). */
      settleSubmit: fromPromise<SubmitOutcome, { key: string }>(notProvided('settleSubmit')),
    },
    actions: {
      changeDraft: assign(({ context, event }) =>
        event.type === 'draft.changed'
          ? {
              draft: rules.changed(context.draft, event.patch, context.input),
              nameRefusal: null,
              submitRefusal: null,
              madeNothing: false,
            }
          : {},
      ),
      offerName: assign(({ context: { draft, input }, event }) => {
        if (event.type !== 'name.offered') return {};
        const offered = { ...input, name: event.name };
        return { input: offered, draft: reoffered(draft, rules.newDraft(input), rules.newDraft(offered)) };
      }),
      keepDraft: ({ context: { draft, input } }) => input.kept?.write(draft),
      forgetDraft: ({ context: { input } }) => input.kept?.write(null),
      toggleTerms: assign({
        agreed: ({ context }) => !context.agreed,
        nameRefusal: null,
        submitRefusal: null,
      }),
      dropPrice: assign({ price: null, formerPrice: null, agreedPrice: null, priceRefusal: null }),
      takePrice: assign(({ context: { agreedPrice } }, price: object) => ({
        price,
        agreedPrice: null,
        priceRefusal: null,
        ...(rules.order &&
          agreedPrice !== null &&
          priceText(agreedPrice) !== priceText(price) && {
            formerPrice: agreedPrice,
            agreed: false,
          }),
      })),
      takeEarlier: assign((_, earlier: readonly EarlierOrder[]) => ({ earlier })),
      takeNewPrice: assign(({ context }) => ({
        price: newPriceIn(context.refusal),
        formerPrice: context.price,
        agreed: false,
      })),
      refuseUnpriced: assign({ priceRefusal: ({ context }) => unpricedReason(context) }),
      // §8 Price pre-check failure: server message or 'Precheck failed'
      refusePrice: assign((_, params: { error: unknown }) => ({
        priceRefusal: messageOrFallback(params.error, 'errors.precheckFailed'),
      })),
      refuseName: assign({ nameRefusal: ({ context }) => rules.nameRefusal(context.draft) }),
      takeKey: assign(({ context: { input } }) => ({
        key: input.makeKey(),
        wait: 0,
        looks: 0,
        refusal: null,
        submitRefusal: null,
        madeNothing: false,
      })),
      takeUnanswered: assign(({ context }) => unanswered(context)),
      remember: ({ context }, { isLost }: { isLost: boolean }) => {
        const { key, input } = context;
        const submit = { form: rules.id, about: about(context) };
        if (input.isKeyed === false) input.submits.noteSent(submit, true);
        else if (key !== null) input.submits.remember({ ...submit, key }, isLost);
      },
      noteUnkeyed: assign(({ context }, { error }: { error: unknown }) => {
        const kind = error instanceof CallError ? error.kind : 'malformed';
        // what was refused was not ordered; after any other answer, or none, it may have been
        if (kind === 'refused')
          context.input.submits.noteSent({ form: rules.id, about: about(context) }, false);
        return {
          key: null,
          submitRefusal:
            kind === 'offline'
              ? { key: 'notice.submitUnknown' }
              : messageOrFallback(error, rules.submitFailed),
        };
      }),
      forget: ({ context: { key, input } }) => {
        if (key !== null) input.submits.forget(key);
      },
      noteFailure: assign((_, { error }: { error: unknown }) => ({
        refusal: error instanceof CallError && error.kind === 'refused' ? error : null,
      })),
      noteLook: assign({ looks: ({ context }) => context.looks + 1, wait: 0 }),
      noteMade: assign((_, { made }: SubmitOutcome) => ({
        key: null,
        made,
        receipt: { orderNum: made === null || made.kind === 'imageryExport' ? null : made.num },
      })),
      noteNothing: assign(({ context: { refusal } }) => ({
        key: null,
        madeNothing: refusal === null,
        submitRefusal:
          refusal === null || newPriceIn(refusal) !== null
            ? null
            : messageOrFallback(refusal, rules.submitFailed),
      })),
      priceAgain: assign(({ context }) => ({
        agreedPrice: context.price,
        price: null,
        formerPrice: null,
        priceRefusal: null,
      })),
      requestQuote: sendParent(({ context }): QuotePageRequested => {
        if (rules.order === undefined) throw new Error('only an order has a quote');
        return { type: 'quotePage.requested', quote: rules.order.quoteOf(context) };
      }),
      askForPasses: sendTo('passes', ({ context: { draft, input } }) => ({
        type: 'question.changed',
        question: rules.passQuestionOf?.(draft, input) ?? null,
      })),
    },
    guards: {
      bearsOnPrice: ({ event }) => event.type === 'draft.changed' && rules.bearsOnPrice(event.patch),
      canBePriced: ({ context }) => unpricedReason(context) === null,
      isSubmittable: ({ context }) => rules.isSubmittable(context),
      isComplete: ({ context }) => rules.isSubmittable(context) && rules.nameRefusal(context.draft) === null,
      hasPrice: ({ context }) => context.price !== null,
      hasChanges: ({ context }) => context.agreed || isChanged(rules, context),
      hasUnanswered: ({ context }) => context.input.submits.find(rules.id, about(context)) !== null,
      isUnkeyed: ({ context: { input } }) => input.isKeyed === false,
      wasSent: ({ context }) =>
        context.input.isKeyed === false && context.input.submits.wasSent(rules.id, about(context)),
      isDoubtful: ({ context: { draft, input, nameRefusal: _, ...form } }) =>
        rules.isSubmittable(form) &&
        rules.nameRefusal(draft) === null &&
        (rules.order?.isDoubtful?.(draft, input) ?? false),
      isMade: (_, { made }: SubmitOutcome) => made !== null,
      isPriceChanged: ({ context }) => newPriceIn(context.refusal) !== null,
      isRefused: ({ context }) => rules.order !== undefined && context.refusal !== null,
    },
    delays: {
      /** Several quick changes request one price. */
      PRICE_DELAY: 300,
      /** Maximum wait for the reply to a submit. */
      REPLY_WAIT: SUBMIT_REPLY_WAIT_MS,
      LOOK_WAIT: ({ context: { looks, wait } }) => Math.max(wait, lookWait(looks)),
      /** After this time the outcome is shown as unknown. */
      UNKNOWN_WAIT: 120_000,
    },
  });
}

type Failed = { event: ErrorActorEvent };
type Settled = { event: DoneActorEvent<SubmitOutcome> };
const LOST = { type: 'remember', params: { isLost: true } } as const;
const outcome = ({ event }: Settled) => event.output;

/** The submit can't be recalled: the form stays until its outcome is known. */
function submittingOf(rules: AnyFormRules, form: FormSetup) {
  return form.createStateConfig({
    tags: 'busy',
    entry: { type: 'remember', params: { isLost: false } },
    invoke: {
      id: 'submit',
      src: 'submit',
      input: ({ context: { draft, input, key, price } }) => {
        if (price === null || key === null) throw new Error('no price was agreed to');
        return { key, request: rules.submitRequestOf(draft, input, price) };
      },
      onDone: {
        target: 'done',
        actions: ['forget', assign({ receipt: ({ event }) => event.output })],
      },
      onError: [
        {
          guard: 'isUnkeyed',
          target: 'editing.priced',
          actions: { type: 'noteUnkeyed', params: ({ event }: Failed) => ({ error: event.error }) },
        },
        // a missing answer is not a refusal; and even after a refusal, a copy of the request may still arrive
        {
          target: 'asking.checking.looking',
          actions: [LOST, { type: 'noteFailure', params: ({ event }: Failed) => ({ error: event.error }) }],
        },
      ],
    },
    after: {
      REPLY_WAIT: [
        {
          guard: 'isUnkeyed',
          target: 'editing.priced',
          actions: { type: 'noteUnkeyed', params: { error: new CallError('offline') } },
        },
        { target: 'asking.checking.looking', actions: LOST },
      ],
    },
  });
}

/**
 * Asks the server by the same key what the submit made (decision 140). The form is submitted under a new key only
 * after the answer that this one made nothing, which closes it.
 */
function askingOf({ id, order }: AnyFormRules, form: FormSetup) {
  const nothing = ['forget', 'noteNothing'] as const;
  return form.createStateConfig({
    tags: 'asking',
    initial: 'checking',
    // the submits actor goes on asking without the form
    on: { 'form.closed': 'done' },
    states: {
      checking: {
        initial: 'waiting',
        after: { UNKNOWN_WAIT: 'unknown' },
        states: {
          waiting: { after: { LOOK_WAIT: 'looking' } },
          looking: {
            invoke: {
              id: 'settleSubmit',
              src: 'settleSubmit',
              input: ({ context: { key } }) => ({ key: key ?? '' }),
              onDone: [
                {
                  guard: { type: 'isMade', params: outcome },
                  target: `#${id}.found`,
                  actions: ['forget', { type: 'noteMade', params: outcome }],
                },
                ...(order
                  ? [
                      {
                        guard: 'isPriceChanged' as const,
                        target: `#${id}.editing.priced`,
                        actions: [...nothing, 'takeNewPrice' as const],
                      },
                      {
                        guard: 'isRefused' as const,
                        target: `#${id}.editing.priced`,
                        actions: nothing,
                      },
                    ]
                  : []),
                // price, window and balance may have changed meanwhile
                { target: `#${id}.editing`, actions: [...nothing, 'priceAgain'] },
              ],
              onError: { target: 'waiting', actions: 'noteLook' },
            },
          },
        },
      },
      unknown: { on: { 'look.requested': 'checking.looking' } },
    },
  });
}

/** The order was made, and only the reply was lost: the form can't be submitted a second time. */
function foundOf({ order }: AnyFormRules, form: FormSetup) {
  return form.createStateConfig({
    // a reload must not offer the same order again
    entry: 'forgetDraft',
    on: {
      'order.shown': { target: 'done', ...(order && { actions: assign({ isOrderShown: true }) }) },
      'form.closed': 'done',
    },
  });
}

/** A priced form as seen from outside, with the types of its own draft, price and requests. */
type PricedFormMachine<Input, Draft, Price, PriceRequest, SubmitRequest> = StateMachine<
  PricedFormContext<Input, Draft, Price>,
  PricedFormEvent<Draft>,
  { passes?: ActorRefFrom<typeof passesMachine> },
  | { src: 'passes'; logic: typeof passesMachine; id: 'passes' }
  | { src: 'fetchPrice'; logic: PromiseActorLogic<Price, PriceRequest>; id: 'fetchPrice' }
  | {
      src: 'findEarlier';
      logic: PromiseActorLogic<readonly EarlierOrder[], EarlierRequest>;
      id: 'findEarlier';
    }
  | {
      src: 'submit';
      logic: PromiseActorLogic<SubmitReceipt, { key: string; request: SubmitRequest }>;
      id: 'submit';
    }
  | {
      src: 'settleSubmit';
      logic: PromiseActorLogic<SubmitOutcome, { key: string }>;
      id: 'settleSubmit';
    },
  ParameterizedObject,
  ParameterizedObject,
  'PRICE_DELAY' | 'REPLY_WAIT' | 'LOOK_WAIT' | 'UNKNOWN_WAIT',
  PricedFormState,
  'pricing' | 'busy' | 'asking',
  Input,
  PricedFormOutput,
  EventObject,
  MetaObject,
  object
>;
type PricedFormState =
  | { editing: 'checking' | 'refused' | 'settling' | 'pricing' | 'unpriced' | 'priced' }
  | 'leaving'
  | 'doubting'
  | 'confirming'
  | 'repeating'
  | 'opening'
  | 'submitting'
  | { asking: 'unknown' | { checking: 'waiting' | 'looking' } }
  | 'found'
  | 'done';

/**
 * Makes the machine of a form that is priced before it is submitted (§4, decisions 5 to 7): scene order, tasking and
 * imagery export. A change that bears on the price drops it and requests another; closing with changes asks first.
 */
export function pricedForm<
  Input extends PricedFormInput,
  Draft extends object,
  Price extends object,
  PriceRequest,
  SubmitRequest,
>(rules: PricedFormRules<Input, Draft, Price, PriceRequest, SubmitRequest>) {
  return machineOf(rules) as unknown as PricedFormMachine<Input, Draft, Price, PriceRequest, SubmitRequest>;
}

/** The same was sent to a back end without keys a moment ago. */
const SENT = { guard: 'wasSent', target: 'repeating' } as const;
/** Another tab, or this one before a reload, has submitted the same and got no answer. */
const UNANSWERED = { guard: 'hasUnanswered', target: 'asking', actions: 'takeUnanswered' } as const;

function machineOf(rules: AnyFormRules) {
  const { id, order } = rules;
  const form = pricedFormSetup(rules);
  const passesOf = ({ context: { draft, input } }: { context: FormContext }) => ({
    question: rules.passQuestionOf?.(draft, input) ?? null,
  });
  return form.createMachine({
    id,
    context: ({ input }) => ({
      input,
      draft: rules.changed(withKept(rules.newDraft(input), input.kept), {}, input),
      agreed: false,
      price: null,
      formerPrice: null,
      agreedPrice: null,
      key: null,
      wait: 0,
      looks: 0,
      refusal: null,
      madeNothing: false,
      made: null,
      nameRefusal: null,
      priceRefusal: null,
      submitRefusal: null,
      receipt: null,
      isOrderShown: false,
      earlier: [],
    }),
    ...(rules.passQuestionOf && {
      invoke: { id: 'passes', src: 'passes', input: passesOf, onError: {} },
    }),
    output: ({ context: { receipt, isOrderShown } }) => ({ receipt, isOrderShown }),
    initial: 'opening',
    states: {
      // an unanswered submit of the same items is settled first
      opening: { always: [UNANSWERED, { target: 'editing' }] },
      editing: editingOf(rules, form),
      // closing with changes asks first
      leaving: {
        on: {
          'name.offered': { actions: 'offerName' },
          'leaving.confirmed': 'done',
          'leaving.declined': [{ guard: 'hasPrice', target: 'editing.priced' }, { target: 'editing' }],
        },
      },
      ...(order === undefined && {
        sending: { always: [UNANSWERED, SENT, { target: 'submitting', actions: 'takeKey' }] },
      }),
      // so little is bought that the first question is whether that is meant
      ...(order?.isDoubtful && {
        doubting: form.createStateConfig({
          on: { 'order.confirmed': 'confirming', 'order.declined': 'editing.priced' },
        }),
      }),
      ...(order && {
        confirming: form.createStateConfig({
          on: {
            'order.confirmed': [UNANSWERED, SENT, { target: 'submitting', actions: 'takeKey' }],
            'order.declined': 'editing.priced',
          },
        }),
      }),
      // the same was submitted within a minute: it may be ordered already
      repeating: {
        on: {
          'repeat.confirmed': { target: 'submitting', actions: 'takeKey' },
          'repeat.declined': 'editing.priced',
        },
      },
      submitting: submittingOf(rules, form),
      asking: askingOf(rules, form),
      found: foundOf(rules, form),
      done: { type: 'final' },
    },
  });
}

/** Filling in the form, while its price is checked, requested or known. */
function editingOf({ id, order, ...rules }: AnyFormRules, form: FormSetup) {
  const isChecked = rules.unpricedReason !== undefined;
  const dropped = [
    'changeDraft',
    'keepDraft',
    'dropPrice',
    ...(rules.passQuestionOf ? (['askForPasses'] as const) : []),
  ] as const;
  return form.createStateConfig({
    initial: isChecked ? 'checking' : 'pricing',
    on: {
      'form.closed': [{ guard: 'hasChanges', target: 'leaving' }, { target: 'done' }],
      ...(order && { 'terms.toggled': { actions: 'toggleTerms' } }),
      // what is being submitted keeps its name
      'name.offered': { actions: 'offerName' },
      'draft.changed': [
        {
          guard: 'bearsOnPrice',
          target: isChecked ? '.checking' : '.settling',
          reenter: true,
          actions: dropped,
        },
        { actions: ['changeDraft', 'keepDraft'] },
      ],
    },
    states: {
      ...(isChecked && {
        checking: { always: [{ guard: 'canBePriced', target: 'settling' }, { target: 'refused' }] },
        refused: { entry: 'refuseUnpriced' },
      }),
      settling: { tags: 'pricing', after: { PRICE_DELAY: 'pricing' } },
      // leaving the state aborts the call: the price of an old draft is never shown
      pricing: {
        tags: 'pricing',
        invoke: {
          id: 'fetchPrice',
          src: 'fetchPrice',
          input: ({ context }: { context: FormContext }) =>
            rules.priceRequestOf(context.draft, context.input),
          onDone: { target: 'priced', actions: { type: 'takePrice', params: ({ event }) => event.output } },
          onError: {
            target: 'unpriced',
            actions: { type: 'refusePrice', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },
      unpriced: { on: { 'price.requested': { target: 'pricing', actions: 'dropPrice' } } },
      priced: {
        ...(order && {
          invoke: {
            id: 'findEarlier' as const,
            src: 'findEarlier' as const,
            input: ({ context: { draft, input } }: { context: FormContext }) =>
              order.earlierRequestOf(draft, input),
            onDone: {
              actions: {
                type: 'takeEarlier',
                params: ({ event }: { event: DoneActorEvent<readonly EarlierOrder[]> }) => event.output,
              },
            },
            // a hint, which is not worth a message
            onError: {},
          },
        }),
        on: {
          ...(order && { 'quote.requested': { actions: 'requestQuote' } }),
          'submit.requested': [
            ...(order?.isDoubtful ? [{ guard: 'isDoubtful' as const, target: `#${id}.doubting` }] : []),
            order
              ? { guard: 'isComplete', target: `#${id}.confirming` }
              : { guard: 'isComplete', target: `#${id}.sending` },
            // §4: the submit button is disabled until a price is obtained and the terms are agreed
            { guard: 'isSubmittable', actions: 'refuseName' },
          ],
        },
      },
    },
  });
}
