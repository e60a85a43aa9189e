import { assign, fromPromise, sendParent, sendTo, setup } from 'xstate';
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

/** The rules of any priced form: inside the machine, draft, price and requests are opaque. */
export type AnyFormRules = PricedFormRules<PricedFormInput, object, object, unknown, unknown>;
export type FormContext = PricedFormContext<PricedFormInput, object, object>;

const isChanged = ({ newDraft }: AnyFormRules, { draft, input }: FormContext): boolean =>
  JSON.stringify(draft) !== JSON.stringify(newDraft(input));

/** Context, actors, actions and guards of a priced form. Its states are in `pricedForm.ts`. */
export function pricedFormSetup(rules: AnyFormRules) {
  const unpricedReason = ({ draft, input }: FormContext) => rules.unpricedReason?.(draft, input) ?? null;
  const newPriceIn = (error: unknown) => rules.order?.newPriceIn(error) ?? null;
  return setup({
    types: {
      context: {} as FormContext,
      events: {} as PricedFormEvent<object>,
      input: {} as PricedFormInput,
      output: {} as PricedFormOutput,
      children: {} as { passes: 'passes'; fetchPrice: 'fetchPrice'; submit: 'submit' },
      tags: {} as 'pricing' | 'busy',
    },
    actors: {
      passes: passesMachine,
      /** POST …/getPrice. */
      fetchPrice: fromPromise<object, unknown>(notProvided('fetchPrice')),
      /** POST …/submit, under an idempotency key (decision 7). */
      submit: fromPromise<SubmitReceipt, { key: string; request: unknown }>(notProvided('submit')),
    },
    actions: {
      changeDraft: assign(({ context, event }) =>
        event.type === 'draft.changed'
          ? {
              draft: rules.changed(context.draft, event.patch),
              key: null,
              nameRefusal: null,
              submitRefusal: null,
            }
          : {},
      ),
      toggleTerms: assign({
        agreed: ({ context }) => !context.agreed,
        nameRefusal: null,
        submitRefusal: null,
      }),
      dropPrice: assign({ price: null, formerPrice: null, priceRefusal: null }),
      takePrice: assign((_, price: object) => ({ price })),
      takeNewPrice: assign(({ context }, params: { error: unknown }) => ({
        price: newPriceIn(params.error),
        formerPrice: context.price,
        agreed: false,
        key: null,
      })),
      refuseUnpriced: assign({ priceRefusal: ({ context }) => unpricedReason(context) }),
      // §8 Price pre-check failure: server message or 'Precheck failed'
      refusePrice: assign((_, params: { error: unknown }) => ({
        priceRefusal: messageOrFallback(params.error, 'errors.precheckFailed'),
      })),
      refuseName: assign({ nameRefusal: ({ context }) => rules.nameRefusal(context.draft) }),
      refuseSubmit: assign((_, params: { error: unknown }) => ({
        submitRefusal: messageOrFallback(params.error, rules.submitFailed),
      })),
      takeKey: assign({
        key: ({ context }) => context.key ?? context.input.makeKey(),
        submitRefusal: null,
      }),
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
      isPriceChanged: (_, params: { error: unknown }) => newPriceIn(params.error) !== null,
    },
    delays: {
      /** Several quick changes request one price. */
      PRICE_DELAY: 300,
    },
  });
}
