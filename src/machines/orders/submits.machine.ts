import { assign, enqueueActions, fromCallback, fromPromise, setup } from 'xstate';
import type { SubmitOutcome } from '../../../contract/orders/orders.ts';
import { notProvided } from '../shared/notProvided.ts';
import { noticeOf } from '../shared/notice.ts';
import type { SubmitFound } from './orders.events.ts';
import { lookWait, type SubmitMemory, type UnansweredSubmit } from './pricedForm.rules.ts';

export interface SubmitsInput {
  submits: SubmitMemory;
}
interface SubmitsContext {
  submits: SubmitMemory;
  /** The keys that were unanswered when the portal opened. */
  earlier: readonly string[];
  /** The open form; it asks about its own submits itself. */
  openForm: string | null;
  asked: UnansweredSubmit | null;
  /** Number of unanswered requests for its outcome. */
  looks: number;
}
export type SubmitsEvent =
  | { type: 'form.opened'; form: string }
  | { type: 'form.left' }
  /** Another tab has changed the stored submits. */
  | { type: 'submits.changed' };

/** After this many requests, about two minutes, a notice says once that the outcome is unknown. */
const LOOKS_TILL_UNKNOWN = 15;
const UNKNOWN_WAIT_MS = 60_000;

/** A newer notice about a submit replaces the earlier one. */
const topicOf = ({ asked }: SubmitsContext): string => `submit ${asked?.key ?? ''}`;

/**
 * Settles unanswered submits whose form is closed, reloaded, or in another tab or session (decision 140). A notice
 * and the lists show the outcome.
 */
export const submitsMachine = setup({
  types: {
    context: {} as SubmitsContext,
    events: {} as SubmitsEvent,
    input: {} as SubmitsInput,
    children: {} as { settleSubmit: 'settleSubmit'; watchSubmits: 'watchSubmits' },
  },
  actors: {
    /** POST /web/submit/outcome. */
    settleSubmit: fromPromise<SubmitOutcome, { key: string }>(notProvided('settleSubmit')),
    /** Sends `submits.changed` when another tab writes. */
    watchSubmits: fromCallback(notProvided('watchSubmits')),
  },
  actions: {
    noteForm: assign(({ event }) =>
      event.type === 'form.opened' ? { openForm: event.form } : { openForm: null },
    ),
    takeNext: assign(({ context: { submits, openForm, asked, looks } }) => {
      const next = submits.list().find(({ form }) => form !== openForm) ?? null;
      return { asked: next, looks: next?.key === asked?.key ? looks : 0 };
    }),
    noteLook: assign({ looks: ({ context }) => context.looks + 1 }),
    forget: ({ context: { submits, asked } }) => {
      if (asked !== null) submits.forget(asked.key);
    },
    notify: enqueueActions(({ context, enqueue }, { made }: SubmitOutcome) => {
      if (made === null) {
        enqueue.sendParent(noticeOf(topicOf(context), 'info', { key: 'notice.submitNothing' }));
        return;
      }
      const { asked, earlier } = context;
      const said = earlier.includes(asked?.key ?? '')
        ? { key: 'notice.submitReceived', params: { num: made.num } }
        : { key: 'notice.submitFound', params: { name: made.name } };
      enqueue.sendParent(noticeOf(topicOf(context), 'success', said));
      enqueue.sendParent({ type: 'submit.found', kind: made.kind } satisfies SubmitFound);
    }),
    notifyUnknown: enqueueActions(({ context, enqueue }) => {
      if (context.looks === LOOKS_TILL_UNKNOWN)
        enqueue.sendParent(noticeOf(topicOf(context), 'error', { key: 'notice.submitUnknown' }));
    }),
  },
  guards: {
    hasNext: ({ context }) => context.asked !== null,
  },
  delays: {
    LOOK_WAIT: ({ context: { asked, looks } }) =>
      looks < LOOKS_TILL_UNKNOWN ? Math.max(asked?.wait ?? 0, lookWait(looks)) : UNKNOWN_WAIT_MS,
  },
}).createMachine({
  id: 'submits',
  context: ({ input: { submits } }) => ({
    submits,
    earlier: submits.list().map(({ key }) => key),
    openForm: null,
    asked: null,
    looks: 0,
  }),
  invoke: { id: 'watchSubmits', src: 'watchSubmits', onError: {} },
  on: {
    'form.opened': { target: '.choosing', actions: 'noteForm' },
    'form.left': { target: '.choosing', actions: 'noteForm' },
    'submits.changed': '.choosing',
  },
  initial: 'choosing',
  states: {
    choosing: {
      entry: 'takeNext',
      always: [{ guard: 'hasNext', target: 'waiting' }, { target: 'idle' }],
    },
    idle: {},
    waiting: { after: { LOOK_WAIT: 'looking' } },
    looking: {
      invoke: {
        id: 'settleSubmit',
        src: 'settleSubmit',
        input: ({ context }) => ({ key: context.asked?.key ?? '' }),
        onDone: {
          target: 'choosing',
          actions: ['forget', { type: 'notify', params: ({ event }) => event.output }],
        },
        onError: { target: 'choosing', actions: ['noteLook', 'notifyUnknown'] },
      },
    },
  },
});
