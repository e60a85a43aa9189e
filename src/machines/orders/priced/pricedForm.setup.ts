import { assign, fromPromise, sendParent, sendTo, setup } from 'xstate';
import { CallError } from '../../../../contract/calls/callError.ts';
import { SUBMIT_REPLY_WAIT_MS } from '../../../../contract/limits.ts';
import type { SubmitOutcome } from '../../../../contract/orders/orders.ts';
import { messageOrFallback } from '../../shared/failure.ts';
import { notProvided } from '../../shared/notProvided.ts';
import type { QuotePageRequested } from '../orders.events.ts';
import { passesMachine } from '../passes.machine.ts';
import type {
  PricedFormContext,
  PricedFormEvent,
  PricedFormInput,
  PricedFormOutput,
  PricedFormRules,
  SubmitReceipt,
} from './pricedForm.rules.ts';
import { lookWait } from './submitMemory.ts';

/** The rules of any priced form: inside the machine, draft, price and requests are opaque. */
export type AnyFormRules = PricedFormRules<PricedFormInput, object, object, unknown, unknown>;
export type FormContext = PricedFormContext<PricedFormInput, object, object>;
export type FormSetup = ReturnType<typeof pricedFormSetup>;

const isChanged = ({ newDraft }: AnyFormRules, { draft, input }: FormContext): boolean =>
  JSON.stringify(draft) !== JSON.stringify(newDraft(input));

/** Context, actors, actions and guards of a priced form. Its states are in `pricedForm.ts`. */
export function pricedFormSetup(rules: AnyFormRules) {
  const unpricedReason = ({ draft, input }: FormContext) => rules.unpricedReason?.(draft, input) ?? null;
  const unanswered = ({ input }: FormContext) => {
    const { key, wait } = input.submits.find(rules.id, rules.about(input)) ?? { key: null, wait: 0 };
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
        submit: 'submit';
        settleSubmit: 'settleSubmit';
      },
      tags: {} as 'pricing' | 'busy' | 'asking',
    },
    actors: {
      passes: passesMachine,
      /** POST …/getPrice. */
      fetchPrice: fromPromise<object, unknown>(notProvided('fetchPrice')),
      /** POST …/submit, under an idempotency key (decision 7). */
      submit: fromPromise<SubmitReceipt, { key: string; request: unknown }>(notProvided('submit')),
      /** POST /web/submit/outcome: what a submit made; if nothing, its key is closed (decision 140). */
      settleSubmit: fromPromise<SubmitOutcome, { key: string }>(notProvided('settleSubmit')),
    },
    actions: {
      changeDraft: assign(({ context, event }) =>
        event.type === 'draft.changed'
          ? {
              draft: rules.changed(context.draft, event.patch),
              nameRefusal: null,
              submitRefusal: null,
              madeNothing: false,
            }
          : {},
      ),
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
          JSON.stringify(agreedPrice) !== JSON.stringify(price) && {
            formerPrice: agreedPrice,
            agreed: false,
          }),
      })),
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
        if (key !== null) input.submits.remember({ form: rules.id, about: rules.about(input), key }, isLost);
      },
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
      hasUnanswered: ({ context: { input } }) => input.submits.find(rules.id, rules.about(input)) !== null,
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
