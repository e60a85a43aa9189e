import { assign, type DoneActorEvent, type ErrorActorEvent } from 'xstate';
import type { SubmitOutcome } from '../../../../contract/orders/orders.ts';
import type { AnyFormRules, FormSetup } from './pricedForm.setup.ts';

type Failed = { event: ErrorActorEvent };
type Settled = { event: DoneActorEvent<SubmitOutcome> };
const LOST = { type: 'remember', params: { isLost: true } } as const;
const outcome = ({ event }: Settled) => event.output;

/** The submit can't be recalled: the form stays until its outcome is known. */
export function submittingOf(rules: AnyFormRules, form: FormSetup) {
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
      // a missing answer is not a refusal; and even after a refusal, a copy of the request may still arrive
      onError: {
        target: 'asking.checking.looking',
        actions: [LOST, { type: 'noteFailure', params: ({ event }: Failed) => ({ error: event.error }) }],
      },
    },
    after: { REPLY_WAIT: { target: 'asking.checking.looking', actions: LOST } },
  });
}

/**
 * Asks the server by the same key what the submit made (decision 140). The form is submitted under a new key only
 * after the answer that this one made nothing, which closes it.
 */
export function askingOf({ id, order }: AnyFormRules, form: FormSetup) {
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
export function foundOf({ order }: AnyFormRules, form: FormSetup) {
  return form.createStateConfig({
    // a reload must not offer the same order again
    entry: 'forgetDraft',
    on: {
      'order.shown': { target: 'done', ...(order && { actions: assign({ isOrderShown: true }) }) },
      'form.closed': 'done',
    },
  });
}
