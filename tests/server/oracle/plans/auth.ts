import { fromCallback, type AnyStateMachine } from 'xstate';
import { wireAuth } from '../../../../src/wiring/auth.ts';
import type { ModelEvent } from '../../../model/paths/explore.ts';
import * as sample from '../../../model/shared/samples.ts';
import { endpoints } from '../../../../contract/calls/endpoints.ts';
import type { Call } from '../../../../src/services/call/call.ts';
import type { CodePurpose } from '../../../../src/machines/auth/codeLock.machine.ts';
import { mailedCode, registration, WRONG_CODE } from '../../accounts/codes.ts';
import { START, inside, type Changes, type Opened, type Plan, type World } from '../world.ts';

const silent = fromCallback(() => {});
const at = () => new Date(START);

const inNode = (machine: AnyStateMachine, parts: { actors?: object; actions?: object }): AnyStateMachine =>
  machine.provide(parts as never);

/** The machines of the log-in page, without a session. */
function signedOut({ line }: World): AnyStateMachine {
  const load = () => Promise.resolve();
  return wireAuth(
    line.client(() => null),
    load,
    () => {},
  );
}

const codeLockOf = (auth: AnyStateMachine) =>
  inNode(inside(auth, 'codeLock'), {
    actors: { watchClock: silent, watchKeptLock: silent },
    actions: { keepLock: () => {} },
  });

/** Attempts that others made from the same address. */
const crowd = ({ app, line }: World, attempt: (call: Call) => Promise<unknown>): Changes => ({
  'too many attempts were made from this address': async () => {
    // opens the count
    await attempt(line.plainClient()).catch(() => {});
    await app.deps.db.pool.query('update rate_windows set uses = 100000');
  },
});
const stranger = 'stranger@example.com';
const forgetAttempts = ({ app }: World) => app.deps.db.pool.query('delete from rate_windows');

/** Puts the account's address, and the code that was mailed, into the models' events. */
function typed(email: string, code: () => string | undefined) {
  const own = (name: string, value: unknown) => {
    if (value === sample.user.email) return email;
    return name === 'vcode' && value !== '' ? (code() ?? value) : value;
  };
  return (event: ModelEvent): ModelEvent =>
    Object.fromEntries(
      Object.entries(event).map(([name, value]) => [
        name,
        name === 'patch'
          ? Object.fromEntries(
              Object.entries(value as object).map(([field, text]) => [field, own(field, text)]),
            )
          : own(name, value),
      ]),
    ) as ModelEvent;
}

async function openAuth(world: World): Promise<Opened> {
  const { app, account, random } = world;
  await forgetAttempts(world);
  const auth = signedOut(world);
  const set = (status: string) => () =>
    app.deps.db.pool.query('update accounts set status = $2 where id = $1', [account.id, status]);
  const isLogin = random() < 0.7;
  return {
    machine: inNode(auth, {
      actors: { watchHash: silent, codeLock: codeLockOf(auth) },
      actions: { writeHash: () => {}, fetchAhead: () => {} },
    }),
    input: {
      registrationAllowed: true,
      panel: isLogin ? 'login' : 'register',
      codeLockedUntil: null,
      ended: null,
      now: at,
    },
    variant: isLogin ? 'at the log-in' : 'at #register',
    bind: typed(account.email, () => undefined),
    changes: {
      ...crowd(world, (call) => call(endpoints.login, { body: { uname: stranger, upass: 'a guess' } })),
      'the account awaits review': set('awaiting'),
      'the account is rejected': set('rejected'),
      'the account is approved': set('approved'),
      'another session changes the password': () =>
        app.deps.db.pool.query(
          "update accounts set password_hash = replace(password_hash, right(password_hash, 4), 'AAAA') where id = $1",
          [account.id],
        ),
      'the password was mailed, and is used or not': () =>
        app.deps.db.pool.query(
          'update accounts set password_ends_at = $2, password_used_at = $3 where id = $1',
          [account.id, new Date('2026-11-22T08:00:00Z'), random() < 0.5 ? world.now() : null],
        ),
    },
    prefers: ['login.submitted#1', 'panel.chosen#1'],
  };
}

async function openCodeLock(world: World): Promise<Opened> {
  await forgetAttempts(world);
  const { email } = world.account;
  return {
    machine: codeLockOf(signedOut(world)),
    input: { lockedUntil: null, now: at },
    variant: 'no code asked for yet',
    bind: typed(email, () => undefined),
    changes: {
      ...crowd(world, (call) => call(endpoints.sendRegisterCode, { body: { email: stranger } })),
      'a code is requested elsewhere': () => world.app.call('sendRegisterCode', { body: { email } }),
      'the operator closes registration, or opens it': () => {
        world.app.deps.config.registrationAllowed = !world.app.deps.config.registrationAllowed;
      },
    },
    prefers: ['code.requested#1'],
    close: () => {
      world.app.deps.config.registrationAllowed = true;
    },
  };
}

/** A form with a code, which was mailed before or not. */
async function openForm(world: World, purpose: CodePurpose): Promise<Opened> {
  const { app, account, random, line } = world;
  const { config } = app.deps;
  await forgetAttempts(world);
  line.browser = {};
  const email = purpose === 'register' ? `new${account.email}` : account.email;
  let code: string | undefined;
  const comes = async () => {
    await app.deps.db.pool.query('delete from rate_windows');
    await app.deps.db.pool.query('delete from mail_jobs');
    const call = purpose === 'register' ? 'sendRegisterCode' : 'sendResetCode';
    const { reply } = await app.call(call, { body: { email } }, { browser: line.browser! });
    code = reply.result === 1 ? await mailedCode(app, email) : undefined;
  };
  if (random() < 0.5) await comes();
  const changes: Changes = {
    ...crowd(world, (call) =>
      purpose === 'register'
        ? call(endpoints.register, { body: registration({ email: stranger }) })
        : call(endpoints.resetPassword, { body: { email: stranger, vcode: WRONG_CODE } }),
    ),
    'a code comes by mail': comes,
    'the code is used up': () => app.deps.db.pool.query('delete from verify_codes'),
    'the operator closes registration, or opens it': () => {
      config.registrationAllowed = !config.registrationAllowed;
    },
  };
  const isCommon = random() < 0.2;
  const bind = typed(email, () => code);
  return {
    machine: inside(signedOut(world), 'authForm'),
    variant: purpose === 'register' ? 'an empty registration' : 'an empty password reset',
    input: { purpose },
    bind: (event) => {
      const bound = bind(event);
      const { patch } = bound as { patch?: { upass?: string } };
      return isCommon && patch?.upass === 'harbour-2026'
        ? { ...bound, patch: { ...patch, upass: 'password123' } }
        : bound;
    },
    changes,
    prefers: ['email.proposed', 'draft.changed#1', 'form.submitted'],
    close: () => {
      config.registrationAllowed = true;
      line.browser = null;
    },
  };
}

export const authPlans: readonly Plan[] = [
  { machine: 'auth', calls: ['logIn'], paths: 50, moves: 14, open: openAuth },
  { machine: 'codeLock', calls: ['sendCode'], paths: 40, moves: 12, open: openCodeLock },
  {
    machine: 'authForm',
    calls: ['submitForm'],
    paths: 60,
    moves: 16,
    open: (world) => openForm(world, world.random() < 0.5 ? 'register' : 'resetpass'),
  },
];
