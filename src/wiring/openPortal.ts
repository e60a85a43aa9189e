import { createActor, type Actor } from 'xstate';
import type { portalMachine } from '../machines/session/portal.machine.ts';
import { readPageAddress } from '../services/address.ts';
import * as browser from '../services/browser.ts';
import { makeCall } from '../services/call.ts';
import { fetchClientConfig } from '../services/settings.ts';
import { submitMemory } from '../services/submitMemory.ts';
import { loadForms } from '../ui/auth/panels/forms.ts';
import { requestedInspector } from './requestedInspector.ts';
import { panelOfHash } from './auth.ts';
import { storedPreferences } from './preferences.ts';
import { wirePortal } from './session.ts';
import { panelNamed } from '../machines/shared/panels.ts';

/** Starts the portal on this page. */
export async function openPortal(): Promise<Actor<typeof portalMachine>> {
  const preferences = storedPreferences();
  const { serviceBase, inspect } = await fetchClientConfig();
  const inspector = await requestedInspector(inspect);
  const actor: Actor<typeof portalMachine> = createActor(
    wirePortal(
      makeCall({
        serviceBase,
        token: browser.readToken,
        language: () =>
          actor.getSnapshot().children.preferences?.getSnapshot().context.language ?? preferences.language,
        onUnauthorized: (token) => {
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
        workspace: () => import('../ui/session/Workspace.tsx'),
        shared: () => import('../ui/saved/page/SharedPage.tsx'),
      },
    ),
    {
      ...inspector,
      input: {
        preferences,
        authPanel: () => panelOfHash(browser.readHash()),
        // a link to one order opens its panel (decision 104)
        panel:
          browser.readQuery('order') === null
            ? (panelNamed(browser.readQuery('panel')) ?? 'search')
            : 'order',
        skey: () => browser.readQuery('skey'),
        codeLockedUntil: browser.readCodeLock,
        baseMap: () => (browser.readBaseMap() === 'GMAP' ? 'GMAP' : 'OSM'),
        address: readPageAddress,
        serviceAddress: new URL(serviceBase === '' ? '/' : serviceBase, location.href).href.replace(
          /\/+$/,
          '',
        ),
        makeKey: browser.randomKey,
        submits: submitMemory,
        now: () => new Date(),
      },
    },
  );
  return actor.start();
}
