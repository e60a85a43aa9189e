import { describe, expect, test } from 'vitest';
import { waitFor, type SnapshotFrom } from 'xstate';
import type { authMachine } from '../../../src/machines/auth/auth.machine.ts';
import { readToken } from '../../../src/services/browser/browser.ts';
import * as sample from '../../model/shared/samples.ts';
import {
  asked,
  child,
  logIn,
  message,
  open,
  openSignedIn,
  pageReloaded,
  portal,
  server,
  signedIn,
  signedOut,
  until,
  views,
  withFaultyServer,
} from './portalPage.ts';

// The account panels with their real services, against a faulty server.
withFaultyServer();

const SIGNED_OUT_401 = { status: 401, json: { result: 0, message: 'Invalid token' } };
const email = sample.user.email;
const filled = {
  firstName: 'Mei',
  lastName: 'Lin',
  email,
  upass: 'harbour-2026',
  company: 'Harbourline',
  vcode: 'K7PM4X',
};

type Auth = SnapshotFrom<typeof authMachine>;
function panelOf<Name extends 'codeLock' | 'registration' | 'passwordReset'>(name: Name) {
  const actor = (child('auth').getSnapshot() as Auth).children[name];
  if (actor === undefined) throw new Error(`${name} does not run`);
  return actor;
}

async function atLogin(): Promise<void> {
  open(null);
  await signedOut();
}

const countOf = (path: string) => server.asked.filter((one) => one.path === path).length;

describe('§8 Code send failure', () => {
  const send = (purpose: 'register' | 'resetpass', address = email) =>
    panelOf('codeLock').send({ type: 'code.requested', purpose, email: address });

  test.each([
    ['no answer comes', 'drop', null],
    ['the server gives no reason', { json: { result: 0 } }, null],
    ['the server gives its reason', { json: { result: 0, message: 'Too many.' } }, { text: 'Too many.' }],
    ['the answer is no JSON', { text: '<html>' }, null],
  ] as const)("'Failed to send verify code' when %s, and the lock holds", async (_, conduct, reason) => {
    server.conduct.set('/reg/captcha', conduct);
    await atLogin();
    send('register');
    const after = await waitFor(panelOf('codeLock'), (state) => state.context.refusal !== null);
    expect(after.context).toMatchObject({ refusal: { key: 'errors.codeNotSent' }, reason, sentTo: null });
    expect([after.hasTag('busy'), after.hasTag('locked')]).toEqual([false, true]);
    send('register');
    expect(countOf('/reg/captcha')).toBe(1);
  });

  test("§5: sending a code with an empty email warns 'Please enter the email address'", async () => {
    await atLogin();
    send('register', '  ');
    expect(panelOf('codeLock').getSnapshot().context.refusal).toEqual({ key: 'errors.emailMissing' });
    expect(panelOf('codeLock').getSnapshot().hasTag('locked')).toBe(false);
    expect(server.asked.map((one) => one.path)).toEqual(['/web/settings']);
  });

  test('a lock kept from before a reload gives no second code early', async () => {
    open(null, Date.parse('2026-11-21T08:00:20Z'));
    await signedOut();
    send('resetpass');
    const { context } = panelOf('codeLock').getSnapshot();
    expect(context).toMatchObject({ secondsLeft: 20, request: null });
    expect(countOf('/resetpass/captcha')).toBe(0);
  });

  test('a code is sent to the address of the panel that asked', async () => {
    server.conduct.set('/resetpass/captcha', { json: { result: 1 } });
    await atLogin();
    send('resetpass', ` ${email} `);
    const after = await waitFor(panelOf('codeLock'), (state) => state.context.sentTo !== null);
    expect(after.context.sentTo).toEqual({ purpose: 'resetpass', email });
    expect(server.asked.at(-1)?.body).toBe(JSON.stringify({ email }));
  });
});

describe('§8 Register failure', () => {
  async function registering(conduct: Parameters<typeof server.conduct.set>[1]): Promise<void> {
    server.conduct.set('/reg/submit', conduct);
    await atLogin();
    panelOf('registration').send({ type: 'draft.changed', patch: filled });
    panelOf('registration').send({ type: 'form.submitted' });
  }

  test.each([
    [
      'server message',
      { json: { result: 0, message: 'The code is wrong.' } },
      { text: 'The code is wrong.' },
    ],
    ["or 'Failed to register'", { json: { result: 0 } }, { key: 'errors.registerFailed' }],
    ["'Failed to register' when no answer comes", 'drop', { key: 'errors.registerFailed' }],
    ["'Failed to register' when it can't be read", { text: 'no' }, { key: 'errors.registerFailed' }],
  ] as const)('%s; what was typed stays', async (_, conduct, refusal) => {
    await registering(conduct);
    const after = await waitFor(panelOf('registration'), (state) => state.context.refusal !== null);
    expect(after.context).toMatchObject({ refusal, draft: filled });
    expect(after.hasTag('busy')).toBe(false);
  });

  test('another panel looked at meanwhile stops nothing: the reply finds its form', async () => {
    await registering({ json: { result: 1 } });
    child('auth').send({ type: 'panel.chosen', panel: 'resetpass' });
    await waitFor(panelOf('registration'), (state) => state.matches('succeeded'));
    // the password is no longer needed
    expect(JSON.stringify(panelOf('registration').getSnapshot().context)).not.toContain(filled.upass);
    panelOf('registration').send({ type: 'success.left' });
    expect(child('auth').getSnapshot().matches('login')).toBe(true);
    expect(child('auth').getSnapshot().context.email).toBe(email);
  });

  test('the form survives a look at another panel', async () => {
    await atLogin();
    const auth = child('auth');
    auth.send({ type: 'panel.chosen', panel: 'register' });
    panelOf('registration').send({ type: 'draft.changed', patch: filled });
    auth.send({ type: 'back.pressed' });
    auth.send({ type: 'panel.chosen', panel: 'register', email: 'other@example.com' });
    expect(panelOf('registration').getSnapshot().context.draft).toMatchObject(filled);
  });

  test('a panel whose code can not be fetched says so; trying again loads the page anew', async () => {
    views.forms = () => Promise.reject(new Error('no such chunk'));
    await atLogin();
    const auth = child('auth');
    auth.send({ type: 'panel.chosen', panel: 'register' });
    await waitFor(auth, (state) => state.matches({ register: 'unopened' }));
    // the server is down: no reload, and the user can retry
    server.conduct.set('/', 'drop');
    auth.send({ type: 'retry.requested' });
    await waitFor(auth, (state) => state.matches({ register: 'opening' }));
    await waitFor(auth, (state) => state.matches({ register: 'unopened' }));
    expect(pageReloaded).not.toHaveBeenCalled();
    server.conduct.set('/', { text: '<html></html>' });
    auth.send({ type: 'retry.requested' });
    await expect.poll(() => pageReloaded.mock.calls.length).toBe(1);
  });
});

describe('§8 Reset failure', () => {
  test.each([
    [
      'server message',
      { json: { result: 0, message: 'The code has ended.' } },
      { text: 'The code has ended.' },
    ],
    ["or 'Failed to reset'", { json: { result: 0 } }, { key: 'errors.resetFailed' }],
    ["'Failed to reset' when no answer comes", 'drop', { key: 'errors.resetFailed' }],
  ] as const)('%s; what was typed stays', async (_, conduct, refusal) => {
    server.conduct.set('/resetpass/submit', conduct);
    await atLogin();
    const draft = { email, vcode: 'K7PM4X' };
    panelOf('passwordReset').send({ type: 'draft.changed', patch: draft });
    panelOf('passwordReset').send({ type: 'form.submitted' });
    const after = await waitFor(panelOf('passwordReset'), (state) => state.context.refusal !== null);
    expect(after.context).toMatchObject({ refusal, draft });
  });

  test('success tells the user a new password was sent to the email; leaving it returns to login', async () => {
    server.conduct.set('/resetpass/submit', { json: { result: 1 } });
    await atLogin();
    panelOf('passwordReset').send({ type: 'draft.changed', patch: { email, vcode: ' K7PM4X ' } });
    panelOf('passwordReset').send({ type: 'form.submitted' });
    await waitFor(panelOf('passwordReset'), (state) => state.matches('succeeded'));
    expect(server.asked.at(-1)?.body).toBe(JSON.stringify({ email, vcode: 'K7PM4X' }));
    panelOf('passwordReset').send({ type: 'success.left' });
    expect(child('auth').getSnapshot().context.email).toBe(email);
  });
});

describe('§4 Session', () => {
  const passwords = { opwd: 'harbour-2026', npwd: 'lighthouse-77', npwdr: 'lighthouse-77' };

  async function changing(conduct: Parameters<typeof server.conduct.set>[1]) {
    server.conduct.set('/web/cpwd', conduct);
    await openSignedIn();
    child('account').send({ type: 'password.requested' });
    const dialog = child('account').getSnapshot().children.passwordChange;
    if (dialog === undefined) throw new Error('no dialog');
    dialog.send({ type: 'draft.changed', patch: passwords });
    dialog.send({ type: 'password.submitted' });
    return dialog;
  }

  test('after the password is changed, the user is logged out', async () => {
    await changing({ json: { result: 1 } });
    await signedOut();
    expect(readToken()).toBeNull();
    expect(message()).toEqual([{ key: 'notice.passwordChanged' }]);
    // the server has ended every session, so there is none to log out of
    expect(countOf('/logout')).toBe(0);
  });

  test.each([
    [
      'the server refuses',
      { json: { result: 0, message: 'The current password is incorrect.' } },
      { text: 'The current password is incorrect.' },
    ],
    ['the server refuses without a message', { json: { result: 0 } }, { key: 'errors.operationFailed' }],
    ['no answer comes', 'drop', { key: 'account.passwordNoAnswer' }],
  ] as const)(
    "§8 Password change failure: 'Failed: ' plus message (%s); nothing is lost",
    async (_, conduct, failure) => {
      const dialog = await changing(conduct);
      const after = await waitFor(dialog, (state) => state.context.failure !== null);
      expect(after.context).toMatchObject({ failure, draft: passwords });
      expect(readToken()).toBe('a-token');
    },
  );

  test.each([
    ['401', SIGNED_OUT_401, null],
    ['no answer', 'drop', 'a-token'],
    ['500', { status: 500, json: { result: 0, message: 'Internal error' } }, 'a-token'],
    ['an answer that is no JSON', { text: '<html>' }, 'a-token'],
    ['a success without a user', { json: { result: 1 } }, 'a-token'],
    ['a refusal', { json: { result: 0, message: 'Not now' } }, 'a-token'],
  ] as const)('§8 Login info failure (%s): login overlay shown', async (_, conduct, token) => {
    server.conduct.set('/glu', conduct);
    open('a-token');
    await signedOut();
    expect(child('auth').getSnapshot().matches('login')).toBe(true);
    // the token is kept, so that a reload opens the portal if the server still accepts it
    expect(readToken()).toBe(token);
  });

  test('opening the account panel reloads credits', async () => {
    server.conduct.set('/web/credits', { json: { result: 1, data: 9860 } });
    server.conduct.set('/api/usage/daily', { json: { result: 1, data: [] } });
    await openSignedIn();
    child('shell').send({ type: 'panel.chosen', panel: 'account' });
    await waitFor(child('account'), (state) => state.context.credits === 9860);
    child('shell').send({ type: 'panel.chosen', panel: 'search' });
    server.conduct.set('/web/credits', { json: { result: 1, data: 9000 } });
    child('shell').send({ type: 'panel.chosen', panel: 'account' });
    await waitFor(child('account'), (state) => state.context.credits === 9000);
    expect(countOf('/web/credits')).toBe(2);
  });

  test('usage replies with {creditTotal} alone are read: the last one is of today', async () => {
    const totals = [...Array(13).fill(0), 7].map((creditTotal: number) => ({ creditTotal }));
    server.conduct.set('/api/usage/daily', { json: { result: 1, data: totals } });
    await openSignedIn();
    child('account').send({ type: 'panel.opened' });
    const { context } = await waitFor(child('account'), (state) => state.context.usage !== null);
    expect(context.usage).toHaveLength(14);
    const [before, today] = (context.usage ?? []).slice(-2);
    expect(today).toEqual({ day: context.now().toISOString().slice(0, 10), creditTotal: 7 });
    expect(Date.parse(today?.day ?? '') - Date.parse(before?.day ?? '')).toBe(86_400_000);
  });

  test('credits that can not be loaded keep the figure that was known', async () => {
    server.conduct.set('/web/credits', { json: { result: 1, data: 9860 } });
    await openSignedIn();
    child('account').send({ type: 'credits.reloaded' });
    await waitFor(child('account'), (state) => state.context.credits === 9860);
    server.conduct.set('/web/credits', 'drop');
    child('account').send({ type: 'credits.reloaded' });
    const after = await waitFor(child('account'), (state) => state.hasTag('balance failed'));
    expect(after.context.credits).toBe(9860);
  });

  test('a 401 response logs the user out once, however many calls it ends', async () => {
    for (const path of [
      '/web/credits',
      '/api/usage/daily',
      '/web/order/archive/list',
      '/web/order/tasking/list',
    ])
      server.conduct.set(path, SIGNED_OUT_401);
    await openSignedIn();
    const sessions: boolean[] = [];
    portal.subscribe((state) => {
      const isOut = state.matches({ session: 'signedOut' });
      if (sessions.at(-1) !== isOut) sessions.push(isOut);
    });
    child('account').send({ type: 'panel.opened' });
    child('orders.archive').send({ type: 'panel.opened' });
    child('orders.tasking').send({ type: 'panel.opened' });
    await signedOut();
    await expect.poll(() => server.asked.length).toBeGreaterThanOrEqual(6);
    await until((state) => state.children.auth !== undefined);
    expect(sessions.filter(Boolean)).toHaveLength(1);
    expect(sessions.at(-1)).toBe(true);
    expect(readToken()).toBeNull();
    expect(message()).toEqual([]);
  });

  test('a late 401 of an earlier session does not end the present one', async () => {
    server.conduct.set('/web/credits', 'hang');
    open('an-old-token');
    await signedIn();
    child('account').send({ type: 'credits.reloaded' });
    await asked('/web/credits');
    portal.send({ type: 'logout.pressed' });
    await logIn();
    await signedIn();
    // leaving the session aborted the call, so no reply can arrive
    expect(server.left).toContain('/web/credits');
    expect(readToken()).toBe(sample.user.token);
  });

  test('decision 13: after a log-in with a mailed password the account page is open', async () => {
    server.conduct.set('/login', { json: { result: 1, data: { ...sample.user, newPasswordDue: true } } });
    open(null);
    await logIn();
    await signedIn();
    expect(child('shell').getSnapshot().context.panel).toBe('account');
  });

  test('what was said to one user is not said to the next', async () => {
    await openSignedIn();
    child('search').send({ type: 'search.requested' });
    expect(message()).toHaveLength(1);
    portal.send({ type: 'logout.pressed' });
    await signedOut();
    expect(message()).toEqual([]);
  });
});
