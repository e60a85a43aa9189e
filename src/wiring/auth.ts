import { fromCallback, fromPromise } from 'xstate';
import { accountCalls } from '../../contract/calls/accountCalls.ts';
import { authMachine, type AuthPanel } from '../machines/auth/auth.machine.ts';
import { authFormMachine } from '../machines/auth/authForm.machine.ts';
import { codeLockMachine } from '../machines/auth/codeLock.machine.ts';
import * as accounts from '../services/accounts.ts';
import * as browser from '../services/browser/browser.ts';
import type { Call } from '../services/call/call.ts';
import { sent } from './calls.ts';
import { retriedImport } from './retriedImport.ts';

/** §2: the panel for the hash of the page address. */
export function panelOfHash(hash: string): AuthPanel {
  return hash === 'register' || hash === 'resetpass' ? hash : 'login';
}

const hashOfPanel = (panel: AuthPanel): string => (panel === 'login' ? '' : panel);

/** The log-in overlay; `showForms` loads the register and reset panels, `fetchAhead` the workspace. */
export function wireAuth(call: Call, showForms: () => Promise<unknown>, fetchAhead: () => void) {
  return authMachine.provide({
    actors: {
      logIn: fromPromise(({ input, signal }) => accounts.logIn(call, input, signal)),
      watchHash: fromCallback(({ sendBack }) =>
        browser.watchHash((hash) => sendBack({ type: 'panel.chosen', panel: panelOfHash(hash) })),
      ),
      openForms: fromPromise(retriedImport(showForms)),
      codeLock: codeLockMachine.provide({
        actors: {
          sendCode: fromPromise(({ input, signal }) => accounts.sendCode(call, input, signal)),
          watchClock: fromCallback(({ sendBack }) =>
            browser.watchClock((now) => sendBack({ type: 'clock.ticked', now })),
          ),
          watchKeptLock: fromCallback(({ sendBack }) =>
            browser.watchCodeLock((lockedUntil) => sendBack({ type: 'lock.kept', lockedUntil })),
          ),
        },
        actions: { keepLock: (_, { lockedUntil }) => browser.writeCodeLock(lockedUntil) },
      }),
      authForm: authFormMachine.provide({
        actors: {
          submitForm: sent(({ purpose, body }, live) =>
            purpose === 'register'
              ? call(accountCalls.register, { body }, live)
              : call(accountCalls.resetPassword, { body }, live),
          ),
        },
      }),
    },
    actions: {
      fetchAhead,
      writeHash: (_, { panel }) => browser.writeHash(hashOfPanel(panel)),
    },
  });
}
