import { withKept } from '../../shared/kept.ts';
import {
  type ActorRefFrom,
  type EventObject,
  type MetaObject,
  type ParameterizedObject,
  type PromiseActorLogic,
  type StateMachine,
} from 'xstate';
import type { SubmitOutcome } from '../../../../contract/orders/orders.ts';
import type { passesMachine } from '../passes.machine.ts';
import type {
  PricedFormContext,
  PricedFormEvent,
  PricedFormInput,
  PricedFormOutput,
  PricedFormRules,
  SubmitReceipt,
} from './pricedForm.rules.ts';
import { pricedFormSetup, type AnyFormRules, type FormContext, type FormSetup } from './pricedForm.setup.ts';
import { askingOf, foundOf, submittingOf } from './submitting.ts';

/** A priced form as seen from outside, with the types of its own draft, price and requests. */
type PricedFormMachine<Input, Draft, Price, PriceRequest, SubmitRequest> = StateMachine<
  PricedFormContext<Input, Draft, Price>,
  PricedFormEvent<Draft>,
  { passes?: ActorRefFrom<typeof passesMachine> },
  | { src: 'passes'; logic: typeof passesMachine; id: 'passes' }
  | { src: 'fetchPrice'; logic: PromiseActorLogic<Price, PriceRequest>; id: 'fetchPrice' }
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
  | 'confirming'
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
      draft: rules.changed(withKept(rules.newDraft(input), input.kept), {}),
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
          'leaving.confirmed': 'done',
          'leaving.declined': [{ guard: 'hasPrice', target: 'editing.priced' }, { target: 'editing' }],
        },
      },
      ...(order === undefined && {
        sending: { always: [UNANSWERED, { target: 'submitting', actions: 'takeKey' }] },
      }),
      ...(order && {
        confirming: form.createStateConfig({
          on: {
            'order.confirmed': [UNANSWERED, { target: 'submitting', actions: 'takeKey' }],
            'order.declined': 'editing.priced',
          },
        }),
      }),
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
        on: {
          ...(order && { 'quote.requested': { actions: 'requestQuote' } }),
          'submit.requested': [
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
