import { assign, fromPromise, sendParent, setup } from 'xstate';
import { isEmail, type ResetRequest } from '../../../contract/accounts.ts';
import { messageOrFallback } from '../shared/failure.ts';
import type { NoticeText } from '../shared/notice.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { EmailProposed, PanelLeft } from './auth.events.ts';

export interface ResetDraft {
  email: string;
  vcode: string;
}
interface PasswordResetContext {
  draft: ResetDraft;
  /** After a submit, missing and invalid fields are marked. */
  isTried: boolean;
  refusal: NoticeText | null;
}
export type PasswordResetEvent =
  | EmailProposed
  | { type: 'draft.changed'; patch: Partial<ResetDraft> }
  | { type: 'reset.submitted' }
  | { type: 'success.left' };

const fresh = (email: string) => ({ draft: { email, vcode: '' }, isTried: false, refusal: null });

/** The form that requests a new password by mail (§2, §3, §5 Reset); runs as long as the auth panels. */
export const passwordResetMachine = setup({
  types: { context: {} as PasswordResetContext, events: {} as PasswordResetEvent },
  actors: {
    /** POST /resetpass/submit. */
    resetPassword: fromPromise<void, ResetRequest>(notProvided('resetPassword')),
  },
  actions: {
    proposeEmail: assign(({ context, event }) =>
      event.type === 'email.proposed' ? { draft: { ...context.draft, email: event.email } } : {},
    ),
    patchDraft: assign(({ context, event }) =>
      event.type === 'draft.changed' ? { draft: { ...context.draft, ...event.patch }, refusal: null } : {},
    ),
    startAnew: assign(() => fresh('')),
    tellLeft: sendParent(({ context }): PanelLeft => ({
      type: 'panel.left',
      email: context.draft.email.trim(),
    })),
  },
  guards: {
    isNoEmailYet: ({ context }) => context.draft.email === '',
    // §5 Reset: email and verify code required
    isSubmittable: ({ context }) => isEmail(context.draft.email) && context.draft.vcode.trim() !== '',
  },
}).createMachine({
  id: 'passwordReset',
  context: () => fresh(''),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'email.proposed': { guard: 'isNoEmailYet', actions: 'proposeEmail' },
        'draft.changed': { actions: 'patchDraft' },
        'reset.submitted': [
          { guard: 'isSubmittable', target: 'submitting', actions: assign({ refusal: null }) },
          { actions: assign({ isTried: true }) },
        ],
      },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context }) => ({
          email: context.draft.email.trim(),
          vcode: context.draft.vcode.trim(),
        }),
        onDone: 'succeeded',
        onError: {
          target: 'editing',
          // §8 Reset failure: server message or 'Failed to reset'
          actions: assign({ refusal: ({ event }) => messageOrFallback(event.error, 'errors.resetFailed') }),
        },
      },
    },
    // §7: success tells the user that a new password was sent to the email; closing it returns to login
    succeeded: {
      tags: 'succeeded',
      on: { 'success.left': { target: 'editing', actions: ['tellLeft', 'startAnew'] } },
    },
  },
});
