import { accountMachine } from '../../src/machines/account.machine.ts';
import { authMachine, type AuthInput } from '../../src/machines/auth.machine.ts';
import { codeLockMachine, type CodeLockInput } from '../../src/machines/codeLock.machine.ts';
import { passwordChangeMachine } from '../../src/machines/passwordChange.machine.ts';
import { passwordResetMachine } from '../../src/machines/passwordReset.machine.ts';
import { payRecordsMachine } from '../../src/machines/payRecords.machine.ts';
import { registrationMachine } from '../../src/machines/registration.machine.ts';
import type { RegistrationDraft } from '../../src/machines/registration.rules.ts';
import { done, failed, model } from './parts.ts';
import * as sample from './samples.ts';

const now = () => new Date('2026-11-21T08:00:00Z');
const SECOND = 1000;
const broken = { error: new Error('it broke') };

const authInputs: Record<string, AuthInput> = {
  'at the log-in': { registrationAllowed: true, panel: 'login', codeLockedUntil: null, now },
  'at #register': { registrationAllowed: true, panel: 'register', codeLockedUntil: null, now },
  'at #register, registration switched off': {
    registrationAllowed: false,
    panel: 'register',
    codeLockedUntil: null,
    now,
  },
  'at #resetpass': { registrationAllowed: false, panel: 'resetpass', codeLockedUntil: null, now },
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
      { type: 'panel.chosen', panel: 'register' },
      { type: 'panel.chosen', panel: 'resetpass' },
      { type: 'back.pressed' },
      { type: 'retry.requested' },
      { type: 'panel.left', email: sample.user.email },
      done('logIn', sample.user),
      done('logIn', { ...sample.user, token: null }),
      ...failed('logIn'),
      ...['openRegister', 'openReset'].flatMap((id) => [
        done(id),
        { type: `xstate.error.actor.${id}`, ...broken },
      ]),
      ...['watchHash', 'codeLock', 'registration', 'passwordReset'].map((id) => ({
        type: `xstate.error.actor.${id}`,
        ...broken,
      })),
    ],
  },
  (context) => [context.refusal !== null, context.email],
);

const codeLockInputs: Record<string, CodeLockInput> = {
  'no code asked for yet': { lockedUntil: null, now },
  'a reload in the middle of the lock': { lockedUntil: now().getTime() + 20 * SECOND, now },
  'a lock that ended while nobody looked': { lockedUntil: now().getTime() - SECOND, now },
};
const codeLock = model<{
  lockedUntil: number | null;
  secondsLeft: number;
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
      { type: 'clock.ticked', now: now().getTime() + SECOND },
      { type: 'clock.ticked', now: now().getTime() + 60 * SECOND },
      { type: 'xstate.error.actor.watchClock', ...broken },
      { type: 'xstate.error.actor.watchKeptLock', ...broken },
      done('sendCode'),
      ...failed('sendCode'),
    ],
  },
  (context) => [
    context.lockedUntil !== null,
    context.secondsLeft,
    context.refusal,
    context.reason,
    context.sentTo !== null,
  ],
);

const filled: RegistrationDraft = {
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
const registration = model<{ draft: RegistrationDraft; left: string[]; isTried: boolean; refusal: unknown }>(
  {
    name: 'registration',
    machine: registrationMachine,
    variants: { 'an empty form': undefined },
    events: [
      { type: 'email.proposed', email: sample.user.email },
      { type: 'draft.changed', patch: filled },
      { type: 'draft.changed', patch: { upass: 'short' } },
      { type: 'draft.changed', patch: { upass: '8 signs.', email: 'mei.lin' } },
      { type: 'field.left', field: 'upass' },
      { type: 'field.left', field: 'email' },
      { type: 'registration.submitted' },
      { type: 'success.left' },
      done('register'),
      ...failed('register'),
    ],
  },
  (context) => [context.draft, context.left, context.isTried, context.refusal !== null],
);

const passwordReset = model<{ draft: unknown; isTried: boolean; refusal: unknown }>(
  {
    name: 'passwordReset',
    machine: passwordResetMachine,
    variants: { 'an empty form': undefined },
    events: [
      { type: 'email.proposed', email: sample.user.email },
      { type: 'draft.changed', patch: { vcode: 'K7PM4X' } },
      { type: 'draft.changed', patch: { email: 'mei.lin' } },
      { type: 'reset.submitted' },
      { type: 'success.left' },
      done('resetPassword'),
      ...failed('resetPassword'),
    ],
  },
  (context) => [context.draft, context.isTried, context.refusal !== null],
);

const passwordChange = model<{ draft: unknown; left: string[]; isTried: boolean; failure: unknown }>(
  {
    name: 'passwordChange',
    machine: passwordChangeMachine,
    variants: { 'an empty dialog': undefined },
    events: [
      {
        type: 'draft.changed',
        patch: { opwd: 'harbour-2026', npwd: 'lighthouse-77', npwdr: 'lighthouse-77' },
      },
      { type: 'draft.changed', patch: { npwdr: 'lighthouse-78' } },
      { type: 'draft.changed', patch: { npwd: '8 signs.', npwdr: '' } },
      { type: 'draft.changed', patch: { npwd: '7 signs' } },
      { type: 'field.left', field: 'npwd' },
      { type: 'field.left', field: 'npwdr' },
      { type: 'password.submitted' },
      { type: 'dialog.closed' },
      done('changePassword'),
      ...failed('changePassword'),
    ],
  },
  (context) => [context.draft, context.left, context.isTried, context.failure !== null],
);

const pageOfRecords = { list: [{ id: 1, orderNum: 'GT-1', cost: 120_000 }], total: 12 };
const payRecords = model<{ page: number; list: unknown[]; refusal: unknown }>(
  {
    name: 'payRecords',
    machine: payRecordsMachine,
    variants: { 'the dialog opens': undefined },
    events: [
      { type: 'page.chosen', page: 2 },
      { type: 'page.chosen', page: 3 },
      { type: 'reload.requested' },
      { type: 'dialog.closed' },
      done('listPayRecords', pageOfRecords),
      ...failed('listPayRecords'),
    ],
  },
  (context) => [context.page, context.list.length, context.refusal !== null],
);

const account = model<{ credits: unknown; usage: unknown }>(
  {
    name: 'account',
    machine: accountMachine,
    variants: { 'with payment records': { puc: true, now }, without: { puc: false, now } },
    events: [
      { type: 'panel.opened' },
      { type: 'credits.reloaded' },
      { type: 'usage.reloaded' },
      { type: 'password.requested' },
      { type: 'payRecords.requested' },
      done('fetchCredits', 9860),
      ...failed('fetchCredits'),
      done('fetchUsage', [{ day: '2026-11-21', creditTotal: 140 }]),
      ...failed('fetchUsage'),
      done('passwordChange', { changed: true }),
      done('passwordChange', { changed: false }),
      { type: 'xstate.error.actor.passwordChange', ...broken },
      done('payRecords'),
      { type: 'xstate.error.actor.payRecords', ...broken },
    ],
  },
  (context) => [context.credits !== null, context.usage !== null],
);

/** The machines of accounts. */
export const accountModels = [
  auth,
  codeLock,
  registration,
  passwordReset,
  passwordChange,
  payRecords,
  account,
];
