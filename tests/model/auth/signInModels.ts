import { authMachine, type AuthInput } from '../../../src/machines/auth/auth.machine.ts';
import {
  codeLockMachine,
  type CodeLockInput,
  type CodePurpose,
} from '../../../src/machines/auth/codeLock.machine.ts';
import {
  codeEmailRefusal,
  codeSendRefusal,
  codeSentTo,
  isSendingCode,
  saidOfField,
} from '../../../src/machines/auth/authForms.selectors.ts';
import { type AuthDraft, authFormMachine } from '../../../src/machines/auth/authForm.machine.ts';
import { broke, done, failed } from '../shared/outcomes.ts';
import { model } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';

const now = () => new Date('2026-11-21T08:00:00Z');
const SECOND = 1000;

const authInputs: Record<string, AuthInput> = {
  'at the log-in': { registrationAllowed: true, panel: 'login', codeLockedUntil: null, ended: null, now },
  'at #register': { registrationAllowed: true, panel: 'register', codeLockedUntil: null, ended: null, now },
  'at #register, registration switched off': {
    registrationAllowed: false,
    panel: 'register',
    codeLockedUntil: null,
    ended: null,
    now,
  },
  'at #resetpass': {
    registrationAllowed: false,
    panel: 'resetpass',
    codeLockedUntil: null,
    ended: null,
    now,
  },
};
const auth = model<{ refusal: unknown; email: string }>(
  {
    name: 'auth',
    machine: authMachine,
    variants: authInputs,
    events: [
      { type: 'login.submitted', uname: sample.user.email, upass: 'harbour-2026' },
      { type: 'login.submitted', uname: '', upass: '' },
      { type: 'login.submitted', uname: sample.user.email, upass: '' },
      { type: 'login.submitted', uname: ' ', upass: 'harbour-2026' },
      { type: 'login.edited' },
      { type: 'panel.chosen', panel: 'login' },
      { type: 'panel.chosen', panel: 'register', email: sample.user.email },
      { type: 'panel.chosen', panel: 'resetpass' },
      { type: 'back.pressed' },
      { type: 'retry.requested' },
      { type: 'panel.left', email: sample.user.email },
      done('logIn', sample.user),
      done('logIn', { ...sample.user, token: null, newPasswordDue: true }),
      ...failed('logIn'),
      ...['openRegister', 'openReset'].flatMap((id) => [done(id), broke(id)]),
      ...['watchHash', 'codeLock', 'registration', 'passwordReset'].map(broke),
    ],
    refusals: {
      logIn: ['loginWrong', 'loginAwaiting', 'loginRejected', 'oncePasswordSpent', 'tooManyAttempts'],
    },
  },
  (context) => [context.refusal !== null, context.email],
);

const codeLockInputs: Record<string, CodeLockInput> = {
  'no code asked for yet': { lockedUntil: null, now },
  'a reload in the middle of the lock': { lockedUntil: now().getTime() + 20 * SECOND, now },
  'a lock that ended while nobody looked': { lockedUntil: now().getTime() - SECOND, now },
  'a lock that ends now': { lockedUntil: now().getTime(), now },
  'a browser that kept no number': { lockedUntil: Number.NaN, now },
};
/** Clock ticks, seconds after the request: around the announced values, at the end, and set back. */
const STROKES = [0.999, 29, 30, 31, 50, 59.6, 60];
const codeLock = model<{
  lockedUntil: number | null;
  secondsLeft: number;
  secondsSaid: number | null;
  refusal: unknown;
  reason: unknown;
  sentTo: unknown;
}>(
  {
    name: 'codeLock',
    machine: codeLockMachine,
    variants: codeLockInputs,
    events: [
      { type: 'code.requested', purpose: 'register', email: sample.user.email },
      { type: 'code.requested', purpose: 'resetpass', email: '' },
      { type: 'code.requested', purpose: 'resetpass', email: 'mei.lin' },
      { type: 'email.edited' },
      { type: 'lock.kept', lockedUntil: now().getTime() + 40 * SECOND },
      { type: 'lock.kept', lockedUntil: null },
      ...STROKES.map((after) => ({ type: 'clock.ticked', now: now().getTime() + after * SECOND })),
      broke('watchClock'),
      broke('watchKeptLock'),
      done('sendCode'),
      ...failed('sendCode'),
    ],
    refusals: { sendCode: ['codeTooSoon', 'tooManyAttempts', 'switchedOff'] },
    meets: ({ secondsLeft, secondsSaid }: { secondsLeft: number; secondsSaid: number | null }, { type }) =>
      type === 'clock.ticked' ? [secondsLeft, secondsSaid] : null,
    queries: Object.fromEntries(
      (['register', 'resetpass'] as const).flatMap((purpose) => [
        [`${purpose} sending`, isSendingCode(purpose)],
        [`${purpose} address`, codeEmailRefusal(purpose)],
        [`${purpose} refusal`, codeSendRefusal(purpose)],
        [`${purpose} sent to`, codeSentTo(purpose)],
      ]),
    ),
  },
  (context) => [
    context.lockedUntil !== null,
    context.refusal === null && context.sentTo === null ? [context.secondsLeft, context.secondsSaid] : null,
    context.refusal,
    context.reason,
    context.sentTo !== null,
  ],
);

const FIELDS = ['firstName', 'lastName', 'company', 'email', 'vcode', 'upass'] as const;
const filled: AuthDraft = {
  firstName: 'Mei',
  lastName: 'Lin',
  email: sample.user.email,
  upass: 'harbour-2026',
  regType: 2,
  company: 'Harbourline',
  industry: 'Maritime',
  nature: '',
  salesRepCode: '',
  vcode: 'K7PM4X',
};
const formInputs: Record<string, { purpose: CodePurpose }> = {
  'an empty registration': { purpose: 'register' },
  'an empty password reset': { purpose: 'resetpass' },
};
const authForm = model<{
  purpose: CodePurpose;
  draft: AuthDraft;
  left: string[];
  isTried: boolean;
  refusal: unknown;
}>(
  {
    name: 'authForm',
    machine: authFormMachine,
    variants: formInputs,
    events: [
      { type: 'email.proposed', email: sample.user.email },
      { type: 'draft.changed', patch: filled },
      { type: 'draft.changed', patch: { upass: 'short' } },
      { type: 'draft.changed', patch: { upass: '8 signs.', email: 'mei.lin' } },
      { type: 'draft.changed', patch: { vcode: 'K7PM4X' } },
      { type: 'field.left', field: 'upass' },
      { type: 'field.left', field: 'email' },
      { type: 'form.submitted' },
      { type: 'success.left' },
      done('submitForm'),
      ...failed('submitForm'),
    ],
    refusals: { submitForm: ['codeWrong', 'passwordCommon', 'tooManyAttempts', 'switchedOff'] },
    // each form takes every way
    meets: ({ purpose, draft }: { purpose: CodePurpose; draft: AuthDraft }, event) => [
      purpose,
      event.type === 'field.left' ? draft[event['field'] as keyof AuthDraft] : null,
    ],
    queries: Object.fromEntries(FIELDS.map((field) => [field, saidOfField(field)])),
  },
  (context) => [context.draft, context.left, context.isTried, context.refusal !== null],
);

/** The machines of the signed-out portal. */
export const signInModels = [auth, codeLock, authForm];
