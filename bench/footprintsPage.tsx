import '@fontsource-variable/inter';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor, fromPromise } from 'xstate';
import type { User } from '../contract/accounts.ts';
import { CallError } from '../contract/callError.ts';
import { endpoints } from '../contract/endpoints.ts';
import type { Settings } from '../contract/settings.ts';
import { checkReply } from '../src/services/checkReply.ts';
import { aoiMachine } from '../src/machines/aoi.machine.ts';
import { mapMachine } from '../src/machines/map.machine.ts';
import { ordersMachine } from '../src/machines/orders.machine.ts';
import { sceneOrderMachine } from '../src/machines/sceneOrder.machine.ts';
import { shellMachine } from '../src/machines/shell.machine.ts';
import { portalMachine } from '../src/machines/portal.machine.ts';
import { searchMachine } from '../src/machines/search.machine.ts';
import { PortalProvider, usePortalValue } from '../src/ui/actors.tsx';
import { applyLanguage } from '../src/ui/i18n/language.ts';
import { MapToolbar } from '../src/ui/map/MapToolbar.tsx';
import { MapView } from '../src/ui/map/MapView.tsx';
import { ReadOut } from '../src/ui/map/ReadOut.tsx';
import type { MapStage } from '../src/ui/map/stage.ts';
import { useStage } from '../src/ui/map/stageStore.ts';
import { SearchPanel } from '../src/ui/search/SearchPanel.tsx';
import { applyTheme } from '../src/ui/styles/theme.ts';
import '../src/ui/styles/tokens.css';
import '../src/ui/styles/base.css';
import * as measure from './footprintsMeasure.ts';
import { scenesForBench } from './scenesForBench.ts';

/**
 * The map alone, over the production machines, with made-up scenes: what the benchmark measures and what the map's
 * browser tests use. Query: scenes (how many), spread (degrees), theme, language, panel (open or hidden), list (the
 * search panel stands in the page, too).
 */
const query = new URLSearchParams(location.search);
const scenes = scenesForBench(Number(query.get('scenes') ?? 48), Number(query.get('spread') ?? 0.3));

/** The reply as it comes over the wire: what follows on its last byte is the product's own. */
const replyText = JSON.stringify({ result: 1, type: 'FeatureCollection', features: scenes });

await applyLanguage(query.get('language') === 'zh' ? 'zh' : 'en');
applyTheme(query.get('theme') === 'dark' ? 'dark' : 'light');

const source = { tiles: [], attribution: '', maxZoom: 19 };
const settings = {
  appName: 'Groundtrack',
  registrationAllowed: false,
  apis: { order_archive: true, order_tasking: true, imagery_export: true },
  satellites: [],
  basemaps: { OSM: source, GMAP: source },
  searchCap: 200_000,
  analyticsUrl: '',
  termsUrl: '',
};
const user = {
  email: 'bench@example.org',
  firstName: 'Ben',
  lastName: 'Chmark',
  company: '',
  utype: 6,
  puc: false,
};

const portal = createActor(
  portalMachine.provide({
    actors: {
      openWorkspace: fromPromise<void>(async () => {}),
      fetchSettings: fromPromise<Settings>(async () => settings),
      fetchUser: fromPromise<User>(async () => user),
      shell: shellMachine,
      map: mapMachine,
      aoi: aoiMachine,
      orders: ordersMachine,
      sceneOrder: sceneOrderMachine,
      search: searchMachine.provide({
        actors: {
          searchScenes: fromPromise(async ({ signal }) => {
            performance.mark('reply');
            const { reply } = endpoints.searchScenes;
            const checked = await checkReply(reply, JSON.parse(replyText), signal);
            if (checked?.data.features === undefined) throw new CallError('malformed');
            return { features: checked.data.features, numberMatched: scenes.length };
          }),
        },
      }),
    },
  }),
  {
    input: {
      preferences: { language: 'en', theme: 'light' },
      authPanel: () => 'login',
      panel: 'search',
      codeLockedUntil: () => null,
      baseMap: () => 'OSM',
      makeKey: () => 'bench',
      now: () => new Date(),
    },
  },
).start();

/** What the benchmark and the tests drive the page with. */
declare global {
  interface Window {
    portal: typeof portal;
    stage: MapStage | null;
    measure: typeof measure;
  }
}
window.portal = portal;
window.measure = measure;

function Page() {
  const isSignedIn = usePortalValue((snapshot) => snapshot.matches({ session: 'signedIn' }));
  const stage = useStage();
  useEffect(() => {
    window.stage = stage;
  }, [stage]);
  if (!isSignedIn) return null;
  return (
    <>
      <MapView />
      <MapToolbar />
      <ReadOut />
      {query.has('list') && (
        <aside style={{ position: 'fixed', inset: '0 auto 0 0', width: 376, display: 'flex' }}>
          <SearchPanel />
        </aside>
      )}
    </>
  );
}

const place = document.getElementById('app');
if (place === null) throw new Error('the page has no #app');
createRoot(place).render(
  <PortalProvider portal={portal}>
    <Page />
  </PortalProvider>,
);
