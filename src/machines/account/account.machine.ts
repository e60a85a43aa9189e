import { assign, fromPromise, sendParent, setup } from 'xstate';
import type { DailyUsage } from '../../../contract/accounts.ts';
import { usageDays, type UsageRange } from '../shared/days.ts';
import { notProvided } from '../shared/notProvided.ts';
import { passwordChangeMachine } from './passwordChange.machine.ts';
import { payRecordsMachine } from './payRecords.machine.ts';

/** §4 Session: the password was changed, which ended every session of the account. */
export interface PasswordChanged {
  type: 'password.changed';
}

export interface AccountInput {
  /** §6: the flag that allows viewing payment records. */
  puc: boolean;
  now: () => Date;
}
interface AccountContext extends AccountInput {
  /** Integer credits; null until first loaded. */
  credits: number | null;
  usage: DailyUsage | null;
}
export type AccountEvent =
  | { type: 'panel.opened' }
  | { type: 'panel.closed' }
  | { type: 'credits.reloaded' }
  | { type: 'usage.reloaded' }
  | { type: 'password.requested' }
  | { type: 'payRecords.requested' };

/** The account panel (§2): balance, daily usage, and one dialog at a time. */
export const accountMachine = setup({
  types: {
    context: {} as AccountContext,
    events: {} as AccountEvent,
    input: {} as AccountInput,
    children: {} as { passwordChange: 'passwordChange'; payRecords: 'payRecords' },
  },
  actors: {
    /** GET /web/credits. */
    fetchCredits: fromPromise<number>(notProvided('fetchCredits')),
    /** GET /api/usage/daily. */
    fetchUsage: fromPromise<DailyUsage, UsageRange>(notProvided('fetchUsage')),
    passwordChange: passwordChangeMachine,
    payRecords: payRecordsMachine,
  },
  actions: {
    tellChanged: sendParent({ type: 'password.changed' } satisfies PasswordChanged),
  },
  guards: {
    isChanged: (_, params: { changed: boolean }) => params.changed,
    hasPuc: ({ context }) => context.puc,
  },
}).createMachine({
  id: 'account',
  context: ({ input }) => ({ ...input, credits: null, usage: null }),
  type: 'parallel',
  states: {
    // §4: opening the account panel reloads credits; the last figure stays until then
    balance: {
      initial: 'idle',
      on: { 'panel.opened': '.loading', 'credits.reloaded': '.loading' },
      states: {
        idle: {},
        loading: {
          tags: 'balance busy',
          invoke: {
            id: 'fetchCredits',
            src: 'fetchCredits',
            onDone: { target: 'idle', actions: assign({ credits: ({ event }) => event.output }) },
            onError: 'failed',
          },
        },
        failed: { tags: 'balance failed' },
      },
    },
    usage: {
      initial: 'idle',
      on: { 'panel.opened': '.loading', 'usage.reloaded': '.loading' },
      states: {
        idle: {},
        loading: {
          invoke: {
            id: 'fetchUsage',
            src: 'fetchUsage',
            input: ({ context }) => usageDays(context.now()),
            onDone: { target: 'idle', actions: assign({ usage: ({ event }) => event.output }) },
            onError: 'failed',
          },
        },
        failed: { tags: 'usage failed' },
      },
    },
    dialog: {
      initial: 'none',
      states: {
        none: {
          on: {
            'password.requested': 'password',
            'payRecords.requested': { guard: 'hasPuc', target: 'payRecords' },
          },
        },
        password: {
          invoke: {
            id: 'passwordChange',
            src: 'passwordChange',
            onDone: [
              {
                guard: { type: 'isChanged', params: ({ event }) => event.output },
                target: 'none',
                actions: 'tellChanged',
              },
              { target: 'none' },
            ],
            onError: 'none',
          },
        },
        payRecords: {
          invoke: { id: 'payRecords', src: 'payRecords', onDone: 'none', onError: 'none' },
        },
      },
    },
  },
});
