import { assign, fromCallback, fromPromise, sendTo, setup, type SnapshotFrom } from 'xstate';
import type { LoginRequest, User } from '../../../contract/accounts.ts';
import { messageOf } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { EmailProposed, PanelLeft } from './auth.events.ts';
import { authFormMachine } from './authForm.machine.ts';
import { codeLockMachine } from './codeLock.machine.ts';
import { known } from '../../geo/known.ts';

/** §4 Auth panel states. */
export type AuthPanel = 'login' | 'register' | 'resetpass';

export interface AuthInput {
  registrationAllowed: boolean;
  /** The panel that the page's hash names (§2: #register, #resetpass). */
  panel: AuthPanel;
  /** The stored end of the code button's lock, ms since 1970 UTC; null if there is none. */
  codeLockedUntil: number | null;
  /** Why the previous session ended, if the user didn't end it here. */
  ended: NoticeText | null;
  now: () => Date;
}
interface AuthContext {
  opening: AuthInput;
  /** The email typed last, for the next panel. */
  email: string;
  /** Why the last log-in failed. */
  refusal: NoticeText | null;
  user: User | null;
}
export type AuthEvent =
  | { type: 'login.submitted'; uname: string; upass: string }
  | { type: 'login.edited' }
  | { type: 'panel.chosen'; panel: AuthPanel; email?: string }
  | { type: 'back.pressed' }
  | { type: 'retry.requested' }
  | PanelLeft;

const proposed = ({ context }: { context: AuthContext }): EmailProposed => ({
  type: 'email.proposed',
  email: context.email,
});

/**
 * The authentication panels, shown until the user is authenticated (§2, §4). Its output is the user who signed in.
 */
export const authMachine = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthEvent,
    input: {} as AuthInput,
    output: {} as { user: User },
    children: {} as {
      codeLock: 'codeLock';
      registration: 'authForm';
      passwordReset: 'authForm';
    },
  },
  actors: {
    codeLock: codeLockMachine,
    authForm: authFormMachine,
    /** Fetches the code of the register and reset panels. */
    openForms: fromPromise<void>(notProvided('openForms')),
    /** POST /login. */
    logIn: fromPromise<User, LoginRequest>(notProvided('logIn')),
    /** Reports #register and #resetpass when the user goes back or forward in the browser. */
    watchHash: fromCallback<{ type: 'ignored' }>(notProvided('watchHash')),
  },
  actions: {
    /** Sets or clears the page's hash. */
    writeHash: (_, _params: { panel: AuthPanel }) => {},
    /** Loads the workspace while the password is typed. Provided by the wiring. */
    fetchAhead: () => {},
    forgetRefusal: assign({ refusal: null }),
    takeEmail: assign(({ context, event }) =>
      (event.type === 'panel.chosen' || event.type === 'panel.left') && event.email
        ? { email: event.email }
        : { email: context.email },
    ),
  },
  guards: {
    isFilled: ({ event }) =>
      event.type === 'login.submitted' && event.uname.trim() !== '' && event.upass !== '',
    isForRegister: ({ context, event }) =>
      event.type === 'panel.chosen' && event.panel === 'register' && context.opening.registrationAllowed,
    isForReset: ({ event }) => event.type === 'panel.chosen' && event.panel === 'resetpass',
    isForLogin: ({ event }) => event.type === 'panel.chosen' && event.panel === 'login',
    startsWithRegister: ({ context: { opening } }) =>
      opening.panel === 'register' && opening.registrationAllowed,
    startsWithReset: ({ context }) => context.opening.panel === 'resetpass',
    hasToken: (_, params: { user: User }) =>
      typeof params.user.token === 'string' && params.user.token !== '',
  },
}).createMachine({
  id: 'auth',
  context: ({ input }) => ({ opening: input, email: '', refusal: null, user: null }),
  invoke: [
    { id: 'watchHash', src: 'watchHash', onError: {} },
    // these run as long as the panels do, so that changing the panel keeps the typed text and the lock
    {
      id: 'codeLock',
      src: 'codeLock',
      input: ({ context: { opening } }) => ({ lockedUntil: opening.codeLockedUntil, now: opening.now }),
      onError: {},
    },
    { id: 'registration', src: 'authForm', input: { purpose: 'register' }, onError: {} },
    { id: 'passwordReset', src: 'authForm', input: { purpose: 'resetpass' }, onError: {} },
  ],
  // §2: leaving a success dialog returns to login
  on: { 'panel.left': { target: '.login', actions: 'takeEmail' } },
  initial: 'opening',
  output: ({ context }) => ({ user: known(context.user, 'auth ended without a user') }),
  states: {
    opening: {
      always: [
        { guard: 'startsWithRegister', target: 'register' },
        { guard: 'startsWithReset', target: 'resetpass' },
        { target: 'login' },
      ],
    },
    login: {
      entry: { type: 'writeHash', params: { panel: 'login' } },
      initial: 'editing',
      on: {
        'panel.chosen': [
          { guard: 'isForRegister', target: 'register', actions: ['forgetRefusal', 'takeEmail'] },
          { guard: 'isForReset', target: 'resetpass', actions: ['forgetRefusal', 'takeEmail'] },
        ],
      },
      states: {
        editing: {
          on: {
            'login.submitted': [
              { guard: 'isFilled', target: 'submitting', actions: ['forgetRefusal', 'fetchAhead'] },
              { actions: assign({ refusal: { key: 'errors.loginEmpty' } }) },
            ],
            'login.edited': { actions: ['forgetRefusal', 'fetchAhead'] },
          },
        },
        submitting: {
          tags: 'busy',
          invoke: {
            id: 'logIn',
            src: 'logIn',
            input: ({ event }) =>
              event.type === 'login.submitted'
                ? { uname: event.uname.trim(), upass: event.upass }
                : { uname: '', upass: '' },
            onDone: [
              {
                guard: { type: 'hasToken', params: ({ event }) => ({ user: event.output }) },
                target: '#auth.done',
                actions: assign({ user: ({ event }) => event.output }),
              },
              // §6: a missing token after login gives 'invalid token'
              { target: 'editing', actions: assign({ refusal: { key: 'errors.missingToken' } }) },
            ],
            onError: {
              target: 'editing',
              // §8: server message or 'Login failed'; a network failure only stops the loading
              actions: assign({ refusal: ({ event }) => messageOf(event.error, 'errors.loginFailed') }),
            },
          },
        },
      },
    },
    register: {
      entry: [{ type: 'writeHash', params: { panel: 'register' } }, sendTo('registration', proposed)],
      initial: 'opening',
      on: {
        'back.pressed': 'login',
        'panel.chosen': [
          { guard: 'isForLogin', target: 'login' },
          { guard: 'isForReset', target: 'resetpass' },
        ],
      },
      states: {
        opening: {
          tags: 'busy',
          invoke: { id: 'openRegister', src: 'openForms', onDone: 'open', onError: 'unopened' },
        },
        open: {},
        unopened: { on: { 'retry.requested': 'opening' } },
      },
    },
    resetpass: {
      entry: [{ type: 'writeHash', params: { panel: 'resetpass' } }, sendTo('passwordReset', proposed)],
      initial: 'opening',
      on: {
        'back.pressed': 'login',
        'panel.chosen': [
          { guard: 'isForLogin', target: 'login' },
          { guard: 'isForRegister', target: 'register' },
        ],
      },
      states: {
        opening: {
          tags: 'busy',
          invoke: { id: 'openReset', src: 'openForms', onDone: 'open', onError: 'unopened' },
        },
        open: {},
        unopened: { on: { 'retry.requested': 'opening' } },
      },
    },
    done: { type: 'final' },
  },
});

type Auth = SnapshotFrom<typeof authMachine>;

/** §4 Auth panel states: the panel that is shown. */
export function shownPanel(auth: Auth): AuthPanel {
  if (auth.matches('register')) return 'register';
  return auth.matches('resetpass') ? 'resetpass' : 'login';
}
/** The code of the shown panel failed to load. */
export const isPanelUnopened = (auth: Auth): boolean =>
  auth.matches({ register: 'unopened' }) || auth.matches({ resetpass: 'unopened' });
export const isPanelOpen = (auth: Auth): boolean =>
  auth.matches({ register: 'open' }) || auth.matches({ resetpass: 'open' });
export const isLoggingIn = (auth: Auth): boolean => auth.matches({ login: 'submitting' });
/** Why the previous session ended; null at a first log-in. */
export const sessionEnded = (auth: Auth): NoticeText | null => auth.context.opening.ended;
/** The email typed in another panel. */
export const typedEmail = (auth: Auth): string => auth.context.email;
