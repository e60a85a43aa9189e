import { assign, fromCallback, fromPromise, setup } from 'xstate';
import type { LoginRequest, User } from '../../contract/accounts.ts';
import { saidOf } from './failure.ts';
import type { NoticeText } from './notice.ts';
import { unwired } from './unwired.ts';

/** §4 Auth panel states. */
export type AuthPanel = 'login' | 'register' | 'resetpass';

export interface AuthInput {
  registrationAllowed: boolean;
  /** What the page address asks for (§2: #register, #resetpass). */
  panel: AuthPanel;
}
interface AuthContext {
  registrationAllowed: boolean;
  firstPanel: AuthPanel;
  /** What the log-in panel says of the last try. */
  refusal: NoticeText | null;
  user: User | null;
}
export type AuthEvent =
  | { type: 'login.submitted'; uname: string; upass: string }
  | { type: 'login.edited' }
  | { type: 'panel.chosen'; panel: AuthPanel }
  | { type: 'back.pressed' };

/** The authentication panels, shown until the user is authenticated (§2, §4). Ends with the user who signed in. */
export const authMachine = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthEvent,
    input: {} as AuthInput,
    output: {} as { user: User },
  },
  actors: {
    /** POST /login. */
    logIn: fromPromise<User, LoginRequest>(unwired('logIn')),
    /** Tells of #register and #resetpass when the person uses the browser's back and forward. */
    watchHash: fromCallback<{ type: 'ignored' }>(unwired('watchHash')),
  },
  actions: {
    /** Sets or clears the page address's hash; wired. */
    writeHash: (_, _params: { panel: AuthPanel }) => {},
    forgetRefusal: assign({ refusal: null }),
  },
  guards: {
    isFilled: ({ event }) =>
      event.type === 'login.submitted' && event.uname.trim() !== '' && event.upass !== '',
    canRegister: ({ context }) => context.registrationAllowed,
    isForRegister: ({ context, event }) =>
      event.type === 'panel.chosen' && event.panel === 'register' && context.registrationAllowed,
    isForReset: ({ event }) => event.type === 'panel.chosen' && event.panel === 'resetpass',
    isForLogin: ({ event }) => event.type === 'panel.chosen' && event.panel === 'login',
    startsWithRegister: ({ context }) => context.firstPanel === 'register' && context.registrationAllowed,
    startsWithReset: ({ context }) => context.firstPanel === 'resetpass',
    hasToken: (_, params: { user: User }) =>
      typeof params.user.token === 'string' && params.user.token !== '',
  },
}).createMachine({
  id: 'auth',
  context: ({ input }) => ({
    registrationAllowed: input.registrationAllowed,
    firstPanel: input.panel,
    refusal: null,
    user: null,
  }),
  invoke: { id: 'watchHash', src: 'watchHash', onError: {} },
  initial: 'opening',
  output: ({ context }) => {
    if (context.user === null) throw new Error('auth ended without a user');
    return { user: context.user };
  },
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
          { guard: 'isForRegister', target: 'register', actions: 'forgetRefusal' },
          { guard: 'isForReset', target: 'resetpass', actions: 'forgetRefusal' },
        ],
      },
      states: {
        editing: {
          on: {
            'login.submitted': [
              { guard: 'isFilled', target: 'submitting', actions: 'forgetRefusal' },
              { actions: assign({ refusal: { key: 'errors.loginEmpty' } }) },
            ],
            'login.edited': { actions: 'forgetRefusal' },
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
              // §8: server message or 'Login failed'; on a network failure loading stops, nothing else
              actions: assign({ refusal: ({ event }) => saidOf(event.error, 'errors.loginFailed') }),
            },
          },
        },
      },
    },
    register: {
      entry: { type: 'writeHash', params: { panel: 'register' } },
      on: {
        'back.pressed': 'login',
        'panel.chosen': [
          { guard: 'isForLogin', target: 'login' },
          { guard: 'isForReset', target: 'resetpass' },
        ],
      },
    },
    resetpass: {
      entry: { type: 'writeHash', params: { panel: 'resetpass' } },
      on: {
        'back.pressed': 'login',
        'panel.chosen': [
          { guard: 'isForLogin', target: 'login' },
          { guard: 'isForRegister', target: 'register' },
        ],
      },
    },
    done: { type: 'final' },
  },
});
