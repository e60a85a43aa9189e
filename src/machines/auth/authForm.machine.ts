import { assign, fromPromise, sendParent, setup } from 'xstate';
import {
  INDUSTRIES,
  type Industry,
  isEmail,
  type RegisterRequest,
  type RegType,
  type ResetRequest,
} from '../../../contract/accounts.ts';
import { type Language, LANGUAGES } from '../../../contract/languages.ts';
import { DEFAULT_REG_TYPE, PASSWORD_MIN } from '../../../contract/limits.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { EmailProposed, PanelLeft } from './auth.events.ts';
import type { CodePurpose } from './codeLock.machine.ts';

/** The input of a form (§3); a reset asks for the email and the code alone. */
export interface AuthDraft {
  firstName: string;
  lastName: string;
  email: string;
  upass: string;
  regType: RegType;
  company: string;
  industry: Industry | '';
  nature: string;
  salesRepCode: string;
  vcode: string;
}
export type AuthField = keyof AuthDraft;

/** An empty form; the default type is organization (§3). */
export function emptyDraft(email: string): AuthDraft {
  return {
    firstName: '',
    lastName: '',
    email,
    upass: '',
    regType: DEFAULT_REG_TYPE,
    company: '',
    industry: '',
    nature: '',
    salesRepCode: '',
    vcode: '',
  };
}

/** The required fields of the two forms, in the order of §5 Register and Reset. */
export const REQUIRED_FIELDS = {
  register: ['firstName', 'lastName', 'company', 'email', 'vcode', 'upass'],
  resetpass: ['email', 'vcode'],
} as const satisfies Record<CodePurpose, readonly AuthField[]>;

/** §8 Register failure and Reset failure: server message or this one. */
const FAILURES = { register: 'errors.registerFailed', resetpass: 'errors.resetFailed' } as const;

/** The empty required fields. Spaces alone count as empty, except in a password. */
export function missingFields(purpose: CodePurpose, draft: AuthDraft): AuthField[] {
  return REQUIRED_FIELDS[purpose].filter(
    (field) => (field === 'upass' ? draft.upass : draft[field].trim()) === '',
  );
}

/** The fields in the order of a language's form: some languages put the family name first. */
export function inFormOrder(fields: readonly AuthField[], language: Language): AuthField[] {
  const names: readonly AuthField[] = LANGUAGES[language].names;
  return [
    ...names.filter((name) => fields.includes(name)),
    ...fields.filter((field) => !names.includes(field)),
  ];
}

/** The error of a filled field, as a key of the catalogue (§5 Register). @returns null if it is valid */
export function fieldRefusal(draft: AuthDraft, field: AuthField): string | null {
  if (field === 'email' && draft.email.trim() !== '' && !isEmail(draft.email)) return 'errors.emailInvalid';
  if (field === 'upass' && draft.upass !== '' && draft.upass.length < PASSWORD_MIN)
    return 'errors.passwordShort';
  return null;
}

/** Whether the form may be submitted. */
export function isSubmittable(purpose: CodePurpose, draft: AuthDraft): boolean {
  return (
    missingFields(purpose, draft).length === 0 &&
    REQUIRED_FIELDS[purpose].every((field) => fieldRefusal(draft, field) === null)
  );
}

/** A single-line text: pasted tabs and line breaks become spaces. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').trim();

/** The request: texts trimmed, an empty invitation code omitted. */
export function registerRequestOf(draft: AuthDraft): RegisterRequest {
  const { salesRepCode, ...rest } = draft;
  const code = oneLine(salesRepCode);
  return {
    upass: rest.upass,
    email: rest.email.trim(),
    firstName: oneLine(rest.firstName),
    lastName: oneLine(rest.lastName),
    regType: rest.regType,
    company: oneLine(rest.company),
    industry: INDUSTRIES.find((industry) => industry === rest.industry) ?? '',
    nature: oneLine(rest.nature),
    vcode: oneLine(rest.vcode),
    ...(code === '' ? {} : { salesRepCode: code }),
  };
}

/** What a form submits: POST /reg/submit or /resetpass/submit. */
export type AuthSubmit =
  | { purpose: 'register'; body: RegisterRequest }
  | { purpose: 'resetpass'; body: ResetRequest };

const submitOf = ({ purpose, draft }: AuthFormContext): AuthSubmit =>
  purpose === 'register'
    ? { purpose, body: registerRequestOf(draft) }
    : { purpose, body: { email: draft.email.trim(), vcode: draft.vcode.trim() } };

interface AuthFormContext {
  purpose: CodePurpose;
  draft: AuthDraft;
  /** The fields that the user has left; their errors are shown. */
  left: AuthField[];
  /** After a submit, all missing and invalid fields are marked. */
  isTried: boolean;
  refusal: NoticeText | null;
}
export type AuthFormEvent =
  | EmailProposed
  | { type: 'draft.changed'; patch: Partial<AuthDraft> }
  | { type: 'field.left'; field: AuthField }
  | { type: 'form.submitted' }
  | { type: 'success.left' };

const fresh = (email: string) => ({ draft: emptyDraft(email), left: [], isTried: false, refusal: null });

/**
 * A form that a code by mail proves: the registration, or the request for a new password (§2, §3, §5). It runs as long as the
 * auth panels, so that changing the panel loses neither the input nor a reply that arrives meanwhile.
 */
export const authFormMachine = setup({
  types: {
    context: {} as AuthFormContext,
    events: {} as AuthFormEvent,
    input: {} as { purpose: CodePurpose },
  },
  actors: {
    submitForm: fromPromise<void, AuthSubmit>(notProvided('submitForm')),
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
    isSubmittable: ({ context }) => isSubmittable(context.purpose, context.draft),
  },
}).createMachine({
  id: 'authForm',
  context: ({ input }) => ({ purpose: input.purpose, ...fresh('') }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'email.proposed': { guard: 'isNoEmailYet', actions: 'proposeEmail' },
        'draft.changed': { actions: 'patchDraft' },
        'field.left': { guard: 'isNewlyLeft', actions: 'noteLeft' },
        'form.submitted': [
          { guard: 'isSubmittable', target: 'submitting', actions: assign({ refusal: null }) },
          // §5: if any is empty the form is silently not submitted; the fields show which (decision 23)
          { actions: assign({ isTried: true }) },
        ],
      },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        id: 'submitForm',
        src: 'submitForm',
        input: ({ context }) => submitOf(context),
        onDone: { target: 'succeeded', actions: 'keepEmailAlone' },
        onError: {
          target: 'editing',
          actions: assign({
            refusal: ({ context, event }) => messageOrFallback(event.error, FAILURES[context.purpose]),
          }),
        },
      },
    },
    // §2, §7: a success dialog tells of the account or of the mail with the password; closing it returns to login
    succeeded: {
      tags: 'succeeded',
      on: { 'success.left': { target: 'editing', actions: ['tellLeft', 'startAnew'] } },
    },
  },
});
