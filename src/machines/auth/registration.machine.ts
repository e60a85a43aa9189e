import { assign, fromPromise, sendParent, setup } from 'xstate';
import {
  INDUSTRIES,
  type Industry,
  isEmail,
  type RegisterRequest,
  type RegType,
} from '../../../contract/accounts.ts';
import { type Language, LANGUAGES } from '../../../contract/languages.ts';
import { DEFAULT_REG_TYPE, PASSWORD_MIN } from '../../../contract/limits.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { EmailProposed, PanelLeft } from './auth.events.ts';

/** The input of the registration form (§3). */
export interface RegistrationDraft {
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
export type RegistrationField = keyof RegistrationDraft;

/** An empty form; the default type is organization (§3). */
export function freshRegistration(email: string): RegistrationDraft {
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

/** The required fields, in the order of §5 Register. */
export const REQUIRED_FIELDS = [
  'firstName',
  'lastName',
  'company',
  'email',
  'vcode',
  'upass',
] as const satisfies readonly RegistrationField[];

/** The empty required fields. Spaces alone count as empty, except in a password. */
export function missingFields(draft: RegistrationDraft): RegistrationField[] {
  return REQUIRED_FIELDS.filter((field) => (field === 'upass' ? draft.upass : draft[field].trim()) === '');
}

/** The fields in the order of a language's form: some languages put the family name first. */
export function inFormOrder(fields: readonly RegistrationField[], language: Language): RegistrationField[] {
  const names: readonly RegistrationField[] = LANGUAGES[language].names;
  return [
    ...names.filter((name) => fields.includes(name)),
    ...fields.filter((field) => !names.includes(field)),
  ];
}

/** The error of a filled field, as a key of the catalogue (§5 Register). @returns null if it is valid */
export function fieldRefusal(draft: RegistrationDraft, field: RegistrationField): string | null {
  if (field === 'email' && draft.email.trim() !== '' && !isEmail(draft.email)) return 'errors.emailInvalid';
  if (field === 'upass' && draft.upass !== '' && draft.upass.length < PASSWORD_MIN)
    return 'errors.passwordShort';
  return null;
}

/** Whether the form may be submitted. */
export function isSubmittable(draft: RegistrationDraft): boolean {
  return (
    missingFields(draft).length === 0 &&
    fieldRefusal(draft, 'email') === null &&
    fieldRefusal(draft, 'upass') === null
  );
}

/** A single-line text: pasted tabs and line breaks become spaces. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').trim();

/** The request: texts trimmed, an empty invitation code omitted. */
export function registerRequestOf(draft: RegistrationDraft): RegisterRequest {
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
