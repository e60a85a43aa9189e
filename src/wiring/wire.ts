import { fromCallback, fromPromise } from 'xstate';
import { authMachine, type AuthPanel } from '../machines/auth/auth.machine.ts';
import { codeLockMachine } from '../machines/auth/codeLock.machine.ts';
import { lazyMachine } from '../machines/shared/lazyMachine.ts';
import { portalMachine } from '../machines/session/portal.machine.ts';
import { passwordResetMachine } from '../machines/auth/passwordReset.machine.ts';
import { preferencesMachine } from '../machines/shared/preferences.machine.ts';
import { registrationMachine } from '../machines/auth/registration.machine.ts';
import { CallError } from '../../contract/callError.ts';
import * as accounts from '../services/accounts.ts';
import { writeQueries } from '../services/address.ts';
import * as browser from '../services/browser.ts';
import type { Call } from '../services/call.ts';
import { fetchSettings } from '../services/settings.ts';
import { applyLanguage } from '../ui/shared/i18n/language.ts';
import { applyTheme } from '../ui/shared/styles/theme.ts';
import { retriedImport } from './retriedImport.ts';
import type { wireShared } from './wireShared.ts';
import type { Workspace } from './wireWorkspace.ts';

/** §2: the panel that the address's hash opens. */
export function panelOfHash(hash: string): AuthPanel {
  return hash === 'register' || hash === 'resetpass' ? hash : 'login';
}

const hashOfPanel = (panel: AuthPanel): string => (panel === 'login' ? '' : panel);

/** What fetches the views that not every visitor needs. */
export interface Views {
  /** The register and reset panels. */
  forms: () => Promise<unknown>;
  /** What a signed-in person sees. */
  workspace: () => Promise<unknown>;
  /** What a visitor of a shared search sees. */
  shared: () => Promise<unknown>;
}

/** The machines that are fetched before they are needed, by their names. */
type Fetched = Workspace & ReturnType<typeof wireShared>;

function wireAuth(call: Call, showForms: Views['forms']) {
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
      registration: registrationMachine.provide({
        actors: {
          register: fromPromise(({ input, signal }) => accounts.register(call, input, signal)),
        },
      }),
      passwordReset: passwordResetMachine.provide({
        actors: {
          resetPassword: fromPromise(({ input, signal }) => accounts.resetPassword(call, input, signal)),
        },
      }),
    },
    actions: { writeHash: (_, { panel }) => browser.writeHash(hashOfPanel(panel)) },
  });
}

/** The portal with its real services: the one place where machines and services meet. */
export function wirePortal(call: Call, views: Views) {
  let fetched: Partial<Fetched> = {};
  const machine = <Name extends keyof Fetched>(name: Name): Fetched[Name] =>
    lazyMachine(() => {
      const logic = fetched[name];
      if (logic === undefined) throw new Error(`${name} is not fetched`);
      return logic;
    });
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
      auth: wireAuth(call, views.forms),
      shell: machine('shell'),
      map: machine('map'),
      baseMap: machine('baseMap'),
      upload: machine('upload'),
      saveAoi: machine('saveAoi'),
      places: machine('places'),
      aoi: machine('aoi'),
      search: machine('search'),
      results: machine('results'),
      searchCode: machine('searchCode'),
      orders: machine('orders'),
      orderLink: machine('orderLink'),
      sceneOrder: machine('sceneOrder'),
      tasking: machine('tasking'),
      imagery: machine('imagery'),
      account: machine('account'),
      savedAois: machine('savedAois'),
      savedSearches: machine('savedSearches'),
      exports: machine('exports'),
      sceneExport: machine('sceneExport'),
      imageryExport: machine('imageryExport'),
      saveSearch: machine('saveSearch'),
      sharedSearch: machine('sharedSearch'),
      openWorkspace: fromPromise(
        retriedImport(async () => {
          const [{ wireWorkspace }] = await Promise.all([import('./wireWorkspace.ts'), views.workspace()]);
          fetched = wireWorkspace(call);
        }),
      ),
      openShared: fromPromise(
        retriedImport(async () => {
          const [{ wireShared }] = await Promise.all([import('./wireShared.ts'), views.shared()]);
          fetched = wireShared(call);
        }),
      ),
      fetchSettings: fromPromise(({ signal }) => fetchSettings(call, signal)),
      fetchUser: fromPromise(async ({ signal }) => {
        // without a token there is nobody to ask about
        if (browser.readToken() === null) throw new CallError('unauthorized');
        return accounts.fetchUser(call, signal);
      }),
      logOut: fromPromise(async ({ input, signal }) => {
        const { deleteUnsent } = await import('./wireSaved.ts');
        await deleteUnsent(call, input);
        await accounts.logOut(call, signal);
      }),
    },
    actions: {
      keepToken: (_, { token }) => browser.writeToken(token),
      dropToken: () => {
        browser.writeToken(null);
        // what was quoted to one user is not the next one's
        browser.dropQuote();
      },
      openQuote: (_, { quote }) => browser.openQuote(quote),
      dropShareKey: () => writeQueries({ skey: null }),
    },
  });
}
