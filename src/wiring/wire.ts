import { fromCallback, fromPromise } from 'xstate';
import { authMachine, type AuthPanel } from '../machines/auth.machine.ts';
import { late } from '../machines/late.ts';
import { portalMachine } from '../machines/portal.machine.ts';
import { preferencesMachine } from '../machines/preferences.machine.ts';
import { CallError } from '../../contract/callError.ts';
import * as accounts from '../services/accounts.ts';
import * as browser from '../services/browser.ts';
import type { Call } from '../services/call.ts';
import { fetchSettings } from '../services/settings.ts';
import { applyLanguage } from '../ui/i18n/language.ts';
import { applyTheme } from '../ui/styles/theme.ts';
import type { Workspace } from './wireWorkspace.ts';

/** §2: the panel that the address's hash opens. */
export function panelOfHash(hash: string): AuthPanel {
  return hash === 'register' || hash === 'resetpass' ? hash : 'login';
}

const hashOfPanel = (panel: AuthPanel): string => (panel === 'login' ? '' : panel);

function wireAuth(call: Call) {
  return authMachine.provide({
    actors: {
      logIn: fromPromise(({ input, signal }) => accounts.logIn(call, input, signal)),
      watchHash: fromCallback(({ sendBack }) =>
        browser.watchHash((hash) => sendBack({ type: 'panel.chosen', panel: panelOfHash(hash) })),
      ),
    },
    actions: { writeHash: (_, { panel }) => browser.writeHash(hashOfPanel(panel)) },
  });
}

/**
 * The portal with its real services: the one place where machines and services meet.
 * @param showWorkspace fetches the views of a signed-in person
 */
export function wirePortal(call: Call, showWorkspace: () => Promise<unknown>) {
  let opened: Workspace | null = null;
  const workspace = (): Workspace => {
    if (opened === null) throw new Error('the workspace is not open');
    return opened;
  };
  return portalMachine.provide({
    actors: {
      preferences: preferencesMachine.provide({
        actions: {
          applyPreferences: (_, preferences) => {
            browser.writePreferences(preferences);
            applyTheme(preferences.theme);
            // without the words of the other language the page keeps those it has
            applyLanguage(preferences.language).catch((error: unknown) => console.error(error));
          },
        },
      }),
      auth: wireAuth(call),
      shell: late(() => workspace().shell),
      map: late(() => workspace().map),
      aoi: late(() => workspace().aoi),
      search: late(() => workspace().search),
      orders: late(() => workspace().orders),
      sceneOrder: late(() => workspace().sceneOrder),
      openWorkspace: fromPromise(async () => {
        const [{ wireWorkspace }] = await Promise.all([import('./wireWorkspace.ts'), showWorkspace()]);
        opened = wireWorkspace(call);
      }),
      fetchSettings: fromPromise(({ signal }) => fetchSettings(call, signal)),
      fetchUser: fromPromise(async ({ signal }) => {
        // without a token there is nobody to ask about
        if (browser.readToken() === null) throw new CallError('unauthorized');
        return accounts.fetchUser(call, signal);
      }),
      logOut: fromPromise(({ signal }) => accounts.logOut(call, signal)),
    },
    actions: {
      keepToken: (_, { token }) => browser.writeToken(token),
      dropToken: () => browser.writeToken(null),
    },
  });
}
