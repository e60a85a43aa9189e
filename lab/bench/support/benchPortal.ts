import { extensions } from '../../../contract/calls/extensions.ts';
import { keptInTab } from '../../../src/services/browser/keptInTab.ts';
import { createActor } from 'xstate';
import type { User } from '../../../contract/accounts.ts';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import { tableOfScenes } from '../../../contract/calls/sceneTable.ts';
import type { Scene } from '../../../contract/search.ts';
import { tableInput } from '../../../tests/unit/contract/tableInput.ts';
import type { Settings } from '../../../contract/settings.ts';
import { writeToken } from '../../../src/services/browser/browser.ts';
import { makeCall } from '../../../src/services/call/call.ts';
import { submitMemory } from '../../../src/services/browser/submitMemory.ts';
import { wirePortal } from '../../../src/wiring/portal.ts';

const source = { tiles: [], attribution: '', maxZoom: 19 };
const settings: Settings = {
  appName: 'Groundtrack',
  registrationAllowed: false,
  apis: { order_archive: true, order_tasking: true, imagery_export: true },
  satellites: [],
  basemaps: { OSM: source, GMAP: source },
  searchCap: 200_000,
  analyticsUrl: '',
  termsUrl: '',
  extensions: Object.keys(extensions),
};
const user: User = {
  email: 'bench@example.org',
  firstName: 'Ben',
  lastName: 'Chmark',
  company: '',
  utype: 6,
  puc: false,
  token: null,
};

/** The replies of the simulated service as text, as the reference server writes them. */
function answersOf(scenes: readonly Scene[]): Record<string, string> {
  const table = tableOfScenes(
    ...tableInput(
      scenes.map(({ geometry, properties: { quicklookUrl: _, ...facts } }) => ({ geometry, facts })),
    ),
    { before: '/web/quicklook/', after: '?k=bench' },
  );
  const found = { result: 1, table, numberMatched: scenes.length };
  return {
    [endpoints.settings.path]: JSON.stringify({ result: 1, data: settings }),
    [endpoints.currentUser.path]: JSON.stringify({ result: 1, data: user }),
    [endpoints.searchScenes.path]: JSON.stringify(found),
  };
}

/**
 * The portal with its production wiring and a signed-in user, over a service simulated in this page; each
 * search finds the same scenes. The performance mark "reply" is set at the last byte of a search reply;
 * everything after it is the product's own time, including reading the text.
 */
export function portalForBench(scenes: readonly Scene[]) {
  const answers = answersOf(scenes);
  const fetched = window.fetch.bind(window);
  window.fetch = async (asked, options) => {
    const { pathname } = new URL(asked instanceof Request ? asked.url : asked, location.href);
    const text = answers[pathname];
    if (text === undefined) return fetched(asked, options);
    const answer = new Response(text, { headers: { 'content-type': 'application/json' } });
    if (pathname === endpoints.searchScenes.path) performance.mark('reply');
    return answer;
  };
  writeToken('bench');
  const call = makeCall({
    serviceBase: '',
    token: () => 'bench',
    language: () => 'en',
    onUnauthorized: () => undefined,
    onOffline: () => undefined,
    onAnswered: () => undefined,
  });
  return createActor(
    wirePortal(call, {
      forms: async () => undefined,
      workspace: async () => undefined,
      shared: async () => undefined,
    }),
    {
      input: {
        preferences: { language: 'en', theme: 'light', footprints: 'auto', hasToolKeys: true },
        hasToken: () => true,
        authPanel: () => 'login',
        panel: () => 'search',
        skey: () => null,
        address: () => ({ query: {} }),
        serviceAddress: '',
        codeLockedUntil: () => null,
        baseMap: () => 'OSM',
        isStartClosed: () => false,
        makeKey: () => 'bench',
        submits: submitMemory,
        kept: keptInTab,
        systems: (email) => keptInTab(email, 'systems'),
        now: () => new Date(),
      },
    },
  ).start();
}
