import { fromPromise, type AnyStateMachine } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import type { sharedSearchMachine } from '../../machines/saved/sharedSearch.machine.ts';
import { actorMachines, type ActorMachines } from '../../machines/session/actors.ts';
import { formMachines, type FormMachines } from '../../machines/session/forms.ts';
import { portalMachine } from '../../machines/session/portal/portal.machine.ts';
import { lazyMachine } from '../../machines/shared/lazyMachine.ts';
import * as accounts from '../../services/accounts.ts';
import * as browser from '../../services/browser/browser.ts';
import type { Call } from '../../services/call/call.ts';
import { forgetTab, ownTab } from '../../services/browser/history.ts';
import * as session from '../../services/browser/session.ts';
import { fetchSettings } from '../../services/settings.ts';
import { wireAuth } from '../auth.ts';
import { wiredPreferences } from './preferences.ts';
import { retriedImport } from './retriedImport.ts';

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

/** The portal with its real services. */
export function wirePortal(call: Call, views: Views) {
  let fetched: Partial<FetchedMachines> = {};
  const machineNamed = (name: keyof FetchedMachines): AnyStateMachine =>
    lazyMachine(() => {
      const machine: AnyStateMachine | undefined = fetched[name];
      if (machine === undefined) throw new Error(`${name} is not fetched`);
      return machine;
    });
  const fetchedMachines = Object.fromEntries(
    FETCHED.map((name) => [name, machineNamed(name)]),
  ) as unknown as FetchedMachines;
  const loadWorkspace = () => Promise.all([import('./workspace.ts'), views.workspace()]);
  const openWorkspace = retriedImport(async () => {
    const [{ wireWorkspace }] = await loadWorkspace();
    fetched = wireWorkspace(call);
  });
  return portalMachine.provide({
    actors: {
      preferences: wiredPreferences,
      auth: wireAuth(call, views.forms, () => {
        // failed loads are repeated after the log-in
        loadWorkspace().catch(() => {});
      }),
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
        // without a token there is no session to check
        if (browser.readToken() === null) throw new CallError('unauthorized');
        return accounts.fetchUser(call, signal);
      }),
      logOut: fromPromise(async ({ input, signal }) => {
        session.reportEnded('loggedOut');
        try {
          const { deleteUnsent } = await import('../saved.ts');
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
