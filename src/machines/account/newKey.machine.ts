import { assign, fromPromise, setup } from 'xstate';
import {
  KEY_MONTH_MAX,
  type NewApiKey,
  type NewApiKeyRequest,
  type Scope,
  SCOPES,
} from '../../../contract/calls/apiKeys.ts';
import { centsOf } from '../../../contract/orders/money.ts';
import { utcDayOf } from '../shared/days.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';

/** The form of a new key, as typed. */
export interface KeyDraft {
  name: string;
  scopes: readonly Scope[];
  sandbox: boolean;
  /** A UTC day; '' for a key that doesn't end. */
  endsOn: string;
  /** Dollars; '' without a limit. */
  limit: string;
}
export const NO_KEY: KeyDraft = { name: '', scopes: ['search'], sandbox: false, endsOn: '', limit: '' };

/** The draft with a scope added or taken out; they stay in the order in which they are shown. */
export function toggledScope(draft: KeyDraft, scope: Scope): KeyDraft {
  const scopes = SCOPES.filter((one) => (one === scope) !== draft.scopes.includes(one));
  return { ...draft, scopes };
}

/** The limit in integer cents; null without one, NaN if it isn't an amount of 1 cent to 100 million dollars. */
export function limitCents(limit: string): number | null {
  const text = limit.trim();
  if (text === '') return null;
  const cents = /^\d+(\.\d{1,2})?$/.test(text) ? centsOf(Number(text)) : Number.NaN;
  return cents >= 1 && cents <= centsOf(KEY_MONTH_MAX) ? cents : Number.NaN;
}

/** What is missing or wrong, by field, as keys of the catalogue. */
export function keyProblems(draft: KeyDraft, today: string): Partial<Record<keyof KeyDraft, string>> {
  return {
    ...(draft.name.trim() === '' ? { name: 'account.required' } : {}),
    ...(draft.scopes.length === 0 ? { scopes: 'keys.noScope' } : {}),
    ...(draft.endsOn !== '' && draft.endsOn < today ? { endsOn: 'errors.apiKeyEnds' } : {}),
    ...(!draft.sandbox && Number.isNaN(limitCents(draft.limit)) ? { limit: 'keys.limitWrong' } : {}),
  };
}

/** The request of a draft without problems. A sandbox key costs nothing: it has no limit. */
export function requestOf({ name, scopes, sandbox, endsOn, limit }: KeyDraft): NewApiKeyRequest {
  return {
    name: name.trim(),
    scopes: [...scopes],
    sandbox,
    endsOn: endsOn === '' ? null : endsOn,
    monthlyLimit: sandbox ? null : limitCents(limit),
  };
}

export interface NewKeyInput {
  now: () => Date;
}
interface NewKeyContext extends NewKeyInput {
  draft: KeyDraft;
  isTried: boolean;
  failure: NoticeText | null;
  /** A key may have been made: the list is read again. */
  maybeMade: boolean;
  /** The new key with its text, only while it is shown. */
  made: NewApiKey | null;
  isStored: boolean;
}
export type NewKeyEvent =
  | { type: 'draft.changed'; patch: Partial<KeyDraft> }
  | { type: 'scope.toggled'; scope: Scope }
  | { type: 'key.requested' }
  | { type: 'key.copied' }
  | { type: 'stored.toggled' }
  | { type: 'dialog.closed' };

/**
 * The dialog of a new API key. Once made, the key is shown in it, and nowhere later: the dialog stays open until its owner
 * says that the key is stored. Its output is whether the list of keys may have changed.
 */
export const newKeyMachine = setup({
  types: {
    context: {} as NewKeyContext,
    events: {} as NewKeyEvent,
    input: {} as NewKeyInput,
    output: {} as { maybeMade: boolean },
  },
  actors: {
    /** POST /web/apikey/create. */
    createKey: fromPromise<NewApiKey, NewApiKeyRequest>(notProvided('createKey')),
    /** Puts a text into the clipboard. */
    copyText: fromPromise<void, { text: string }>(notProvided('copyText')),
  },
  actions: {
    patchDraft: assign(({ context, event }) => {
      if (event.type === 'draft.changed')
        return { draft: { ...context.draft, ...event.patch }, failure: null };
      return event.type === 'scope.toggled' ? { draft: toggledScope(context.draft, event.scope) } : {};
    }),
  },
  guards: {
    isComplete: ({ context: { draft, now } }) =>
      Object.keys(keyProblems(draft, utcDayOf(now()))).length === 0,
    isStored: ({ context }) => context.isStored,
  },
}).createMachine({
  id: 'newKey',
  context: ({ input }) => ({
    ...input,
    draft: NO_KEY,
    isTried: false,
    failure: null,
    maybeMade: false,
    made: null,
    isStored: false,
  }),
  output: ({ context }) => ({ maybeMade: context.maybeMade }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'draft.changed': { actions: 'patchDraft' },
        'scope.toggled': { actions: 'patchDraft' },
        'key.requested': [
          { guard: 'isComplete', target: 'creating', actions: assign({ failure: null }) },
          { actions: assign({ isTried: true }) },
        ],
        'dialog.closed': 'done',
      },
    },
    // a key that is being made can't be given up: the dialog stays open until the reply
    creating: {
      tags: 'busy',
      entry: assign({ maybeMade: true }),
      invoke: {
        id: 'createKey',
        src: 'createKey',
        input: ({ context }) => requestOf(context.draft),
        onDone: { target: 'shown', actions: assign({ made: ({ event }) => event.output }) },
        onError: {
          target: 'editing',
          actions: assign({
            failure: ({ event }) =>
              messageOrFallback(event.error, 'errors.keyNoAnswer', 'errors.operationFailed'),
          }),
        },
      },
    },
    shown: {
      tags: 'shown',
      initial: 'uncopied',
      on: {
        'stored.toggled': { actions: assign({ isStored: ({ context }) => !context.isStored }) },
        'dialog.closed': { guard: 'isStored', target: 'done' },
        'key.copied': '.copying',
      },
      states: {
        uncopied: {},
        copying: {
          invoke: {
            id: 'copyText',
            src: 'copyText',
            input: ({ context }) => ({ text: context.made?.key ?? '' }),
            onDone: 'copied',
            onError: 'notCopied',
          },
        },
        copied: { tags: 'copied' },
        notCopied: { tags: 'notCopied' },
      },
    },
    done: { type: 'final', entry: assign({ made: null }) },
  },
});
