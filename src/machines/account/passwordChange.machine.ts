import { assign, fromPromise, setup } from 'xstate';
import type { ChangePasswordRequest } from '../../../contract/accounts.ts';
import { PASSWORD_MIN } from '../../../contract/limits.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';

/** The input of the password change (§3). */
export type PasswordDraft = ChangePasswordRequest;
const NO_PASSWORDS: PasswordDraft = { opwd: '', npwd: '', npwdr: '' };

/** §5 Change password: the fields that are empty. All three are required. */
export function missingPasswords(draft: PasswordDraft): (keyof PasswordDraft)[] {
  return (['opwd', 'npwd', 'npwdr'] as const).filter((field) => draft[field] === '');
}

/** The error of a filled field, as a key of the catalogue (§5 Change password). */
export function passwordRefusal(draft: PasswordDraft, field: keyof PasswordDraft): string | null {
  if (field === 'npwd' && draft.npwd !== '' && draft.npwd.length < PASSWORD_MIN)
    return 'errors.passwordShort';
  if (field === 'npwdr' && draft.npwdr !== '' && draft.npwdr !== draft.npwd)
    return 'errors.passwordInconsistent';
  return null;
}

export function isChangeable(draft: PasswordDraft): boolean {
  return (
    missingPasswords(draft).length === 0 &&
    passwordRefusal(draft, 'npwd') === null &&
    passwordRefusal(draft, 'npwdr') === null
  );
}

interface PasswordChangeContext {
  draft: PasswordDraft;
  /** The fields that the user has left; their errors are shown. */
  left: (keyof PasswordDraft)[];
  isTried: boolean;
  /** §8: 'Failed: ' plus this message. */
  failure: NoticeText | null;
  isChanged: boolean;
}
export type PasswordChangeEvent =
  | { type: 'draft.changed'; patch: Partial<PasswordDraft> }
  | { type: 'field.left'; field: keyof PasswordDraft }
  | { type: 'password.submitted' }
  | { type: 'dialog.closed' };

/** The change-password dialog (§2, §5). Its output is whether the password was changed. */
export const passwordChangeMachine = setup({
  types: {
    context: {} as PasswordChangeContext,
    events: {} as PasswordChangeEvent,
    output: {} as { changed: boolean },
  },
  actors: {
    /** POST /web/cpwd. */
    changePassword: fromPromise<void, ChangePasswordRequest>(notProvided('changePassword')),
  },
  actions: {
    patchDraft: assign(({ context, event }) =>
      event.type === 'draft.changed' ? { draft: { ...context.draft, ...event.patch }, failure: null } : {},
    ),
    noteLeft: assign(({ context, event }) =>
      event.type === 'field.left' ? { left: [...context.left, event.field] } : {},
    ),
  },
  guards: {
    isNewlyLeft: ({ context, event }) => event.type === 'field.left' && !context.left.includes(event.field),
    isChangeable: ({ context }) => isChangeable(context.draft),
  },
}).createMachine({
  id: 'passwordChange',
  context: { draft: NO_PASSWORDS, left: [], isTried: false, failure: null, isChanged: false },
  output: ({ context }) => ({ changed: context.isChanged }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'draft.changed': { actions: 'patchDraft' },
        'field.left': { guard: 'isNewlyLeft', actions: 'noteLeft' },
        'password.submitted': [
          { guard: 'isChangeable', target: 'submitting', actions: assign({ failure: null }) },
          { actions: assign({ isTried: true }) },
        ],
        'dialog.closed': 'done',
      },
    },
    // a pending change can't be cancelled: the dialog stays open until the reply
    submitting: {
      tags: 'busy',
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ context }) => context.draft,
        onDone: { target: 'done', actions: assign({ isChanged: true, draft: NO_PASSWORDS }) },
        onError: {
          target: 'editing',
          actions: assign({
            failure: ({ event }) =>
              messageOrFallback(event.error, 'account.passwordNoAnswer', 'errors.operationFailed'),
          }),
        },
      },
    },
    done: { type: 'final' },
  },
});
