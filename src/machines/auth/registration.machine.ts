import { assign, fromPromise, sendParent, setup } from 'xstate';
import type { RegisterRequest } from '../../../contract/accounts.ts';
import { messageOrFallback } from '../shared/failure.ts';
import type { NoticeText } from '../shared/notice.ts';
import {
  freshRegistration,
  isSubmittable,
  registerRequestOf,
  type RegistrationDraft,
  type RegistrationField,
} from './registration.rules.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { EmailProposed, PanelLeft } from './auth.events.ts';

interface RegistrationContext {
  draft: RegistrationDraft;
  /** The fields that the user has left; their errors are shown. */
  left: RegistrationField[];
  /** After a submit, all missing and invalid fields are marked. */
  isTried: boolean;
  refusal: NoticeText | null;
}
export type RegistrationEvent =
  | EmailProposed
  | { type: 'draft.changed'; patch: Partial<RegistrationDraft> }
  | { type: 'field.left'; field: RegistrationField }
  | { type: 'registration.submitted' }
  | { type: 'success.left' };

const fresh = (email: string) => ({
  draft: freshRegistration(email),
  left: [],
  isTried: false,
  refusal: null,
});

/**
 * The registration form (§2, §3, §5). It runs as long as the auth panels, so that changing the panel loses neither
 * the input nor a reply that arrives meanwhile.
 */
export const registrationMachine = setup({
  types: { context: {} as RegistrationContext, events: {} as RegistrationEvent },
  actors: {
    /** POST /reg/submit. */
    register: fromPromise<void, RegisterRequest>(notProvided('register')),
  },
  actions: {
    proposeEmail: assign(({ context, event }) =>
      event.type === 'email.proposed' ? { draft: { ...context.draft, email: event.email } } : {},
    ),
    patchDraft: assign(({ context, event }) =>
      event.type === 'draft.changed' ? { draft: { ...context.draft, ...event.patch }, refusal: null } : {},
    ),
    noteLeft: assign(({ context, event }) =>
      event.type === 'field.left' ? { left: [...context.left, event.field] } : {},
    ),
    // the password is no longer needed, the email is shown
    keepEmailAlone: assign(({ context }) => fresh(context.draft.email.trim())),
    startAnew: assign(() => fresh('')),
    tellLeft: sendParent(({ context }): PanelLeft => ({ type: 'panel.left', email: context.draft.email })),
  },
  guards: {
    isNoEmailYet: ({ context }) => context.draft.email === '',
    isNewlyLeft: ({ context, event }) => event.type === 'field.left' && !context.left.includes(event.field),
    isSubmittable: ({ context }) => isSubmittable(context.draft),
  },
}).createMachine({
  id: 'registration',
  context: () => fresh(''),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'email.proposed': { guard: 'isNoEmailYet', actions: 'proposeEmail' },
        'draft.changed': { actions: 'patchDraft' },
        'field.left': { guard: 'isNewlyLeft', actions: 'noteLeft' },
        'registration.submitted': [
          { guard: 'isSubmittable', target: 'submitting', actions: assign({ refusal: null }) },
          // §5: if any is empty the form is silently not submitted; the fields show which (decision 23)
          { actions: assign({ isTried: true }) },
        ],
      },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        id: 'register',
        src: 'register',
        input: ({ context }) => registerRequestOf(context.draft),
        onDone: { target: 'succeeded', actions: 'keepEmailAlone' },
        onError: {
          target: 'editing',
          // §8 Register failure: server message or 'Failed to register'
          actions: assign({
            refusal: ({ event }) => messageOrFallback(event.error, 'errors.registerFailed'),
          }),
        },
      },
    },
    // §2: after registering a success dialog appears; closing it returns to login
    succeeded: {
      tags: 'succeeded',
      on: { 'success.left': { target: 'editing', actions: ['tellLeft', 'startAnew'] } },
    },
  },
});
