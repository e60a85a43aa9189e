import { assign, fromPromise, sendParent, setup } from 'xstate';
import type { ApiKey } from '../../../contract/calls/apiKeys.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import { noticeOf } from '../shared/notice.ts';
import { newKeyMachine } from './newKey.machine.ts';

export interface ApiKeysInput {
  now: () => Date;
}
interface ApiKeysContext extends ApiKeysInput {
  /** Newest first; null until first loaded. */
  keys: ApiKey[] | null;
  /** The key that is about to be revoked. */
  chosen: ApiKey | null;
}
export type ApiKeysEvent =
  | { type: 'panel.opened' }
  | { type: 'panel.closed' }
  | { type: 'keys.reloaded' }
  | { type: 'newKey.requested' }
  | { type: 'revoke.requested'; key: ApiKey }
  | { type: 'revoke.confirmed' }
  | { type: 'revoke.declined' };

/** The API keys in the account panel (decision 225): the list, and one dialog at a time. */
export const apiKeysMachine = setup({
  types: {
    context: {} as ApiKeysContext,
    events: {} as ApiKeysEvent,
    input: {} as ApiKeysInput,
    children: {} as { newKey: 'newKey' },
  },
  actors: {
    /** GET /web/apikey/list. */
    listKeys: fromPromise<ApiKey[]>(notProvided('listKeys')),
    /** POST /web/apikey/revoke/{id}. */
    revokeKey: fromPromise<void, { id: number }>(notProvided('revokeKey')),
    newKey: newKeyMachine,
  },
  actions: {
    notifyRevoked: sendParent(noticeOf('apiKeys', 'success', { key: 'notice.keyRevoked' })),
    notifyNotRevoked: sendParent((_, { error }: { error: unknown }) =>
      noticeOf('apiKeys', 'error', messageOrFallback(error, 'errors.keyNotRevoked')),
    ),
  },
}).createMachine({
  id: 'apiKeys',
  context: ({ input }) => ({ ...input, keys: null, chosen: null }),
  type: 'parallel',
  states: {
    list: {
      initial: 'idle',
      on: { 'panel.opened': '.loading', 'keys.reloaded': '.loading' },
      states: {
        idle: {},
        loading: {
          tags: 'list busy',
          invoke: {
            id: 'listKeys',
            src: 'listKeys',
            onDone: { target: 'idle', actions: assign({ keys: ({ event }) => event.output }) },
            onError: 'failed',
          },
        },
        failed: { tags: 'list failed' },
      },
    },
    dialog: {
      initial: 'none',
      states: {
        none: {
          on: {
            'newKey.requested': 'newKey',
            'revoke.requested': {
              target: 'asking',
              actions: assign({ chosen: ({ event }) => event.key }),
            },
          },
        },
        newKey: {
          invoke: {
            id: 'newKey',
            src: 'newKey',
            input: ({ context }) => ({ now: context.now }),
            onDone: [{ guard: ({ event }) => event.output.maybeMade, target: 'changed' }, { target: 'none' }],
            onError: 'changed',
          },
        },
        asking: {
          on: { 'revoke.confirmed': 'revoking', 'revoke.declined': 'none' },
        },
        revoking: {
          tags: 'revoking',
          invoke: {
            id: 'revokeKey',
            src: 'revokeKey',
            input: ({ context }) => ({ id: context.chosen?.id ?? 0 }),
            onDone: { target: 'changed', actions: 'notifyRevoked' },
            // also when no answer came: the list says whether it happened
            onError: {
              target: 'changed',
              actions: { type: 'notifyNotRevoked', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        changed: { always: { target: ['#apiKeys.dialog.none', '#apiKeys.list.loading'] } },
      },
    },
  },
});
