import { type Actor, type AnyStateMachine, createActor, fromPromise } from 'xstate';
import { CallError } from '../../contract/calls/callError.ts';
import type { sharedSearchMachine } from '../machines/saved/sharedSearch.machine.ts';
import { actorMachines, type ActorMachines } from '../machines/session/actors.ts';
import { formMachines, type FormMachines } from '../machines/session/forms.ts';
import type { PortalInput } from '../machines/session/portal.context.ts';
import { portalMachine } from '../machines/session/portal.machine.ts';
import { lazyMachine } from '../machines/shared/lazyMachine.ts';
import { panelNamed } from '../machines/shared/panels.ts';
import type { Preferences } from '../machines/shared/preferences.machine.ts';
import * as accounts from '../services/accounts.ts';
import { readPageAddress } from '../services/browser/address.ts';
import * as browser from '../services/browser/browser.ts';
import { forgetTab, guardEntries, ownTab } from '../services/browser/history.ts';
import { keptInBrowser, keptInTab } from '../services/browser/keptInTab.ts';
import * as session from '../services/browser/session.ts';
import { joinSession, requestToken } from '../services/browser/session.ts';
import { endReplyWait, submitMemory } from '../services/browser/submitMemory.ts';
import { type Call, makeCall } from '../services/call/call.ts';
import { fetchClientConfig, fetchSettings } from '../services/settings.ts';
import { loadForms } from '../ui/auth/AuthOverlay.tsx';
import { SharedPage, Workspace } from '../ui/session/App.tsx';
import { panelOfHash, wireAuth } from './auth.ts';
import { requestedInspector } from './inspector/requestedInspector.ts';
import { storedPreferences, wiredPreferences } from './preferences.ts';
import { retriedImport } from './retriedImport.ts';
import { known } from '../geo/known.ts';

/** Loads the views that not every visitor needs. */
export interface Views {
  /** The register and reset panels. */
  forms: () => Promise<unknown>;
  /** The views of a signed-in user. */
  workspace: () => Promise<unknown>;
  /** The page of a shared search. */
  shared: () => Promise<unknown>;
}

/** The lazily loaded machines, by name. */
type FetchedMachines = ActorMachines & FormMachines & { sharedSearch: typeof sharedSearchMachine };
const FETCHED = Object.keys({
  ...actorMachines,
  ...formMachines,
  sharedSearch: true,
}) as (keyof FetchedMachines)[];

const loadWorkspace = (views: Views) => Promise.all([import('./workspace.ts'), views.workspace()]);

/** Loads what the next state will need; a load that fails is repeated there. */
function fetchAhead(views: Views): void {
  loadWorkspace(views).catch(() => {});
}

/** The portal with its real services. */
export function wirePortal(call: Call, views: Views) {
  let fetched: Partial<FetchedMachines> = {};
  const machineNamed = (name: keyof FetchedMachines): AnyStateMachine =>
    lazyMachine(() => known(fetched[name], `${name} is not fetched`));
  const fetchedMachines = Object.fromEntries(
    FETCHED.map((name) => [name, machineNamed(name)]),
  ) as FetchedMachines;
  const openWorkspace = retriedImport(async () => {
    const [{ wireWorkspace }] = await loadWorkspace(views);
    fetched = wireWorkspace(call);
  });
  return portalMachine.provide({
    actors: {
      preferences: wiredPreferences,
      auth: wireAuth(call, views.forms, () => fetchAhead(views)),
      ...fetchedMachines,
      openWorkspace: fromPromise(async ({ input: { email } }) => {
        await Promise.all([openWorkspace(), ownTab(email, browser.randomKey().slice(0, 8))]);
      }),
      openShared: fromPromise(
        retriedImport(async () => {
          const [{ wireSharedPage }] = await Promise.all([import('./sharedPage.ts'), views.shared()]);
          fetched = wireSharedPage(call);
        }),
      ),
      fetchSettings: fromPromise(({ signal }) => fetchSettings(call, signal)),
      fetchUser: fromPromise(async ({ signal }) => {
        await session.tokenShared();
        if (!hasToken()) throw new CallError('unauthorized');
        return accounts.fetchUser(call, signal);
      }),
      logOut: fromPromise(async ({ input, signal }) => {
        session.reportEnded('loggedOut');
        try {
          const { deleteUnsent } = await import('./saved.ts');
          await deleteUnsent(call, input);
          await accounts.logOut(call, signal);
        } finally {
          await forgetTab();
        }
      }),
    },
    actions: {
      storeToken: (_, { token }) => browser.writeToken(token),
      dropToken: () => browser.writeToken(null),
      reportPasswordChanged: () => session.reportEnded('passwordChanged'),
      openQuote: (_, { quote }) => browser.openQuote(quote),
    },
  });
}

/** Without a token there is no session to check, and no code to load for it. */
const hasToken = (): boolean => browser.readToken() !== null;

/** The portal's input from this page: its address and stored values. */
export function pageInput(preferences: Preferences, serviceBase: string): PortalInput {
  return {
    preferences,
    hasToken,
    authPanel: () => panelOfHash(browser.readHash()),
    // a link to one order opens its panel
    panel: () =>
      browser.readQuery('order') === null ? (panelNamed(browser.readQuery('panel')) ?? 'search') : 'order',
    skey: () => browser.readQuery('skey'),
    codeLockedUntil: browser.readCodeLock,
    isStartClosed: browser.readStartClosed,
    baseMap: browser.readBaseMap,
    address: readPageAddress,
    serviceAddress: new URL(serviceBase === '' ? '/' : serviceBase, location.href).href.replace(/\/+$/, ''),
    makeKey: browser.randomKey,
    submits: submitMemory,
    kept: keptInTab,
    systems: (email) => keptInBrowser(email, 'systems'),
    now: () => new Date(),
  };
}

/** Starts the portal on this page. */
export async function openPortal(): Promise<Actor<typeof portalMachine>> {
  const views = { forms: loadForms, workspace: Workspace.load, shared: SharedPage.load };
  if (hasToken() && browser.readQuery('skey') === null) fetchAhead(views);
  const preferences = storedPreferences();
  guardEntries();
  requestToken();
  const { serviceBase, sceneFields, settings, ...allowed } = await fetchClientConfig();
  const inspector = await requestedInspector(allowed, (notice) => actor.send(notice));
  const actor: Actor<typeof portalMachine> = createActor(
    wirePortal(
      makeCall({
        serviceBase,
        sceneFields,
        settings,
        hasExtension: (name) => actor.getSnapshot().context.settings?.extensions.includes(name) ?? true,
        token: browser.readToken,
        language: () =>
          actor.getSnapshot().children.preferences?.getSnapshot().context.language ?? preferences.language,
        onUnauthorized: (token, key) => {
          if (key !== undefined) endReplyWait(key);
          // a late 401 of an earlier session must not end the current one
          if (token === browser.readToken()) actor.send({ type: 'session.expired' });
        },
        onOffline: () => actor.send({ type: 'connection.lost' }),
        onAnswered: () => {
          if (actor.getSnapshot().matches({ connection: 'offline' }))
            actor.send({ type: 'connection.restored' });
        },
      }),
      views,
    ),
    {
      ...inspector,
      input: pageInput(preferences, serviceBase),
    },
  );
  joinSession(
    (how) => actor.send({ type: 'session.ended', how }),
    () => actor.send({ type: 'session.passed' }),
  );
  return actor.start();
}
