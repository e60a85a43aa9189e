import '@fontsource-variable/inter';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { PortalProvider, usePortalValue } from '../../../src/ui/shared/actors.tsx';
import { addPortalTexts, applyLanguage } from '../../../src/ui/shared/i18n/language.ts';
import { MapToolbar } from '../../../src/ui/map/controls/MapToolbar.tsx';
import { MapView } from '../../../src/ui/map/MapView.tsx';
import { ReadOut } from '../../../src/ui/map/controls/ReadOut.tsx';
import type { MapHandle } from '../../../src/ui/map/kernel/mapHandle.ts';
import { DensityLegend } from '../../../src/ui/map/layers/density/DensityLegend.tsx';
import { MapLabel } from '../../../src/ui/map/controls/MapLabel.tsx';
import { usePortalMap } from '../../../src/ui/map/kernel/mapStores.ts';
import { SearchPanel } from '../../../src/ui/search/SearchPanel.tsx';
import { applyTheme } from '../../../src/ui/shared/styles/theme.ts';
import '../../../src/ui/shared/styles/tokens.css';
import '../../../src/ui/shared/styles/base.css';
import { portalForBench } from '../support/benchPortal.ts';
import * as measure from './footprintsMeasure.ts';
import { scenesForBench } from '../support/scenesForBench.ts';

/**
 * The map alone, with production machines and generated scenes, for benchmark and browser tests. Query:
 * scenes (number), spread (degrees), theme, language, panel (open or hidden), list (with the search panel).
 */
const query = new URLSearchParams(location.search);
const scenes = scenesForBench(Number(query.get('scenes') ?? 48), Number(query.get('spread') ?? 0.3));

await addPortalTexts();
await applyLanguage(query.get('language') === 'zh' ? 'zh' : 'en');
applyTheme(query.get('theme') === 'dark' ? 'dark' : 'light');

const portal = portalForBench(scenes);

/** The handles by which benchmark and tests drive the page. */
declare global {
  interface Window {
    portal: typeof portal;
    mapHandle: MapHandle | null;
    measure: typeof measure;
  }
}
window.portal = portal;
window.measure = measure;

function Page() {
  const isSignedIn = usePortalValue((snapshot) => snapshot.matches({ session: 'signedIn' }));
  const mapHandle = usePortalMap();
  useEffect(() => {
    window.mapHandle = mapHandle;
  }, [mapHandle]);
  if (!isSignedIn) return null;
  return (
    <>
      <MapView />
      <MapLabel />
      <DensityLegend />
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
