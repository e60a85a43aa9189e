import type { ModelEvent } from '../../model/paths/explore.ts';
import { fillRequired, MEI } from '../pages/authPanels.ts';
import { DEMO_PASSWORD, type Portal } from '../pages/portal.ts';
import { expect } from '../support/test.ts';
import type { Performer, ExpectedView } from './performer.ts';
import { isIn, patchOf } from './pageSetup.ts';

/** Reloads the page for each path, so that the auth panels start empty. */
let loads = 0;
async function openAt(portal: Portal, hash: string): Promise<void> {
  if (await portal.bar.isVisible()) await portal.page.evaluate(() => sessionStorage.clear());
  loads += 1;
  await portal.open(`/?visit=${loads}${hash}`);
}

const HASHES = { login: '', register: '#register', resetpass: '#resetpass' } as const;

/** The log-in and the navigation between its panels: by buttons or, as `panel.chosen`, by the URL's hash. */
export function signIn(portal: Portal): Performer {
  const { page, panels, t } = portal;
  const acts: Record<string, (event: ModelEvent) => () => Promise<void>> = {
    'login.submitted': ({ uname }) =>
      uname === ''
        ? () => portal.fillLogin('', '')
        : () => portal.fillLogin('demo1@groundtrack.example', DEMO_PASSWORD),
    'login.edited': () => () => portal.email.pressSequentially('m'),
    'panel.chosen':
      ({ panel }) =>
      () =>
        page.evaluate(
          (hash) => {
            location.hash = hash;
          },
          HASHES[panel as keyof typeof HASHES],
        ),
    'back.pressed': () => () => panels.back.click(),
    // the forms' code is loaded as soon as the panel opens
    'xstate.done.actor.openRegister': () => async () => {},
    'xstate.done.actor.openReset': () => async () => {},
  };
  return {
    machine: 'auth',
    // the third variant needs registration switched off
    variants: ['at the log-in', 'at #register'],
    calls: { logIn: '**/login' },
    begin: (variant) => openAt(portal, variant.startsWith('at #') ? variant.slice(3) : ''),
    leave: async () => {},
    act: (event) => acts[event.type]?.(event),
    // this server never replies to a log-in without a token
    answer: (_, { output }) =>
      (output as { token: unknown }).token === null ? { result: 1, data: output } : undefined,
    expectState: async (expected) => {
      if (isIn(expected, 'done')) return expect(portal.bar).toBeVisible();
      if (isIn(expected, 'login.submitting'))
        return expect(page.getByText(t('auth.loggingIn'), { exact: true })).toBeVisible();
      if (isIn(expected, 'register')) return expect(panels.title('register')).toBeVisible();
      if (isIn(expected, 'resetpass')) return expect(panels.title('reset')).toBeVisible();
      return expect(portal.loginButton).toBeVisible();
    },
  };
}

/** What the register and reset panels have in common. */
interface AuthPanelCase {
  machine: string;
  call: Record<string, string>;
  open: () => Promise<void>;
  title: 'register' | 'reset';
  success: 'registered' | 'resetDone';
  busy: string;
  submit: () => Promise<void>;
  change: (patch: Record<string, unknown>) => (() => Promise<void>) | undefined;
}

function panelPerformer(portal: Portal, options: AuthPanelCase): Performer {
  const { page, panels, t } = portal;
  const expectState = async (expected: ExpectedView) => {
    if (isIn(expected, 'succeeded')) return expect(panels.success(options.success)).toBeVisible();
    if (isIn(expected, 'submitting'))
      return expect(page.getByText(t(options.busy), { exact: true })).toBeVisible();
    // leaving the success dialog returns to the log-in
    return expect(panels.title(options.title).or(portal.loginButton)).toBeVisible();
  };
  return {
    machine: options.machine,
    variants: ['an empty form'],
    calls: options.call,
    begin: async () => {
      await openAt(portal, '');
      await options.open();
    },
    leave: async () => {},
    act: (event) => {
      if (event.type === 'draft.changed') return options.change(patchOf(event));
      if (event.type === 'email.proposed')
        // the email typed in the log-in panel is carried over
        return async () => {
          await panels.back.click();
          await portal.email.fill(String(event['email']));
          await options.open();
        };
      if (event.type.endsWith('.submitted')) return options.submit;
      if (event.type === 'success.left') return () => panels.leaveSuccess(options.success);
      if (event.type === 'field.left') return () => panels.password.blur();
      return undefined;
    },
    // the mailed code is tested in account.journey.spec.ts
    answer: () => ({ result: 1 }),
    expectState,
  };
}

export function register(portal: Portal): Performer {
  const { panels } = portal;
  return panelPerformer(portal, {
    machine: 'registration',
    call: { register: '**/reg/submit' },
    open: () => panels.openRegister(),
    title: 'register',
    success: 'registered',
    busy: 'auth.registering',
    submit: () => panels.register.click(),
    change: ({ firstName, upass }) =>
      firstName === undefined
        ? () => panels.password.fill(String(upass))
        : async () => {
            await fillRequired(panels);
            await panels.password.fill(String(upass ?? MEI.password));
          },
  });
}

export function reset(portal: Portal): Performer {
  const { panels } = portal;
  return panelPerformer(portal, {
    machine: 'passwordReset',
    call: { resetPassword: '**/resetpass/submit' },
    open: () => panels.openReset(),
    title: 'reset',
    success: 'resetDone',
    busy: 'auth.resetting',
    submit: () => panels.reset.click(),
    change: ({ vcode, email }) =>
      vcode === undefined ? () => panels.email.fill(String(email)) : () => panels.code.fill(String(vcode)),
  });
}
