import { fromCallback, fromPromise } from 'xstate';
import { aoiMachine } from '../machines/aoi.machine.ts';
import { authMachine, type AuthPanel } from '../machines/auth.machine.ts';
import { mapMachine } from '../machines/map.machine.ts';
import { ordersMachine } from '../machines/orders.machine.ts';
import { portalMachine } from '../machines/portal.machine.ts';
import { preferencesMachine } from '../machines/preferences.machine.ts';
import { sceneOrderMachine } from '../machines/sceneOrder.machine.ts';
import { searchMachine } from '../machines/search.machine.ts';
import { shellMachine } from '../machines/shell.machine.ts';
import { CallError } from '../../contract/callError.ts';
import * as accounts from '../services/accounts.ts';
import * as browser from '../services/browser.ts';
import type { Call } from '../services/call.ts';
import * as orders from '../services/orders.ts';
import * as search from '../services/search.ts';
import { fetchSettings } from '../services/settings.ts';
import { applyLanguage } from '../ui/i18n/language.ts';
import { applyTheme } from '../ui/styles/theme.ts';

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

function wireOrders(call: Call) {
  return ordersMachine.provide({
    actors: {
      listOrders: fromPromise(({ input, signal }) => orders.listOrders(call, input, signal)),
      cancelOrder: fromPromise(({ input, signal }) => orders.cancelOrder(call, input, signal)),
    },
    actions: { saveText: (_, { name, text }) => browser.saveText(name, text) },
  });
}

function wireShell(analyticsUrl: string) {
  return shellMachine.provide({
    actions: {
      writePanel: (_, { panel }) => browser.writeQuery('panel', panel === 'search' ? null : panel),
      openAnalytics: () => browser.openWindow(analyticsUrl),
    },
  });
}

/** The portal with its real services: the one place where machines and services meet. */
export function wirePortal(call: Call) {
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
      shell: wireShell('/aimf/index.html'),
      map: mapMachine,
      aoi: aoiMachine,
      search: searchMachine.provide({
        actors: {
          searchScenes: fromPromise(({ input, signal }) => search.searchScenes(call, input, signal)),
        },
      }),
      orders: wireOrders(call),
      sceneOrder: sceneOrderMachine.provide({
        actors: {
          priceScenes: fromPromise(({ input, signal }) => orders.priceScenes(call, input, signal)),
          submitScenes: fromPromise(({ input, signal }) => orders.submitScenes(call, input, signal)),
        },
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
