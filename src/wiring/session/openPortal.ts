import { createActor, type Actor } from 'xstate';
import type { portalMachine } from '../../machines/session/portal/portal.machine.ts';
import * as browser from '../../services/browser/browser.ts';
import { guardEntries } from '../../services/browser/history.ts';
import { endReplyWait } from '../../services/browser/submitMemory.ts';
import { joinSession, requestToken } from '../../services/browser/session.ts';
import { makeCall } from '../../services/call/call.ts';
import { fetchClientConfig } from '../../services/settings.ts';
import { loadForms } from '../../ui/auth/AuthOverlay.tsx';
import { SharedPage, Workspace } from '../../ui/session/App.tsx';
import { requestedInspector } from '../inspector/requestedInspector.ts';
import { pageInput } from './pageInput.ts';
import { storedPreferences } from './preferences.ts';
import { wirePortal } from './session.ts';

/** Starts the portal on this page. */
export async function openPortal(): Promise<Actor<typeof portalMachine>> {
  const preferences = storedPreferences();
  guardEntries();
  requestToken();
  const { serviceBase, inspect } = await fetchClientConfig();
  const inspector = await requestedInspector(inspect);
  const actor: Actor<typeof portalMachine> = createActor(
    wirePortal(
      makeCall({
        serviceBase,
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
      {
        forms: loadForms,
        workspace: Workspace.load,
        shared: SharedPage.load,
      },
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
