import { useSelector } from '@xstate/react';
import { Suspense, useEffect, useState } from 'react';
import { isImageOpen } from '../../machines/imagery/delivered/delivered.selectors.ts';
import { isComparing, takesClicks } from '../../machines/map/map.selectors.ts';
import { isAcquiring } from '../../machines/orders/acquisition/newAcquisition.selectors.ts';
import { isOrderOpen } from '../../machines/orders/page/orderPage.selectors.ts';
import { appName } from '../../machines/session/portal/portal.selectors.ts';
import { hasChosen } from '../../machines/search/results/results.selectors.ts';
import { isFlipping } from '../../machines/search/look/look.selectors.ts';
import { openPanel } from '../../machines/session/shell.selectors.ts';
import { useActorOf, usePortalValue } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { Boundary } from '../shared/kit/states/Boundary.tsx';
import { Turn } from '../shared/kit/states/Turn.tsx';
import { KitLocale } from '../shared/kit/layout/KitLocale.tsx';
import { DensityLegend } from '../map/layers/density/DensityLegend.tsx';
import { FootprintSwitch } from '../map/layers/density/FootprintSwitch.tsx';
import { MapToolbar } from '../map/controls/MapToolbar.tsx';
import { afterFirstFrame } from '../map/kernel/firstFrame.ts';
import { MapView } from '../map/MapView.tsx';
import { TileNotice } from '../map/layers/tiles/TileNotice.tsx';
import { PlaceSearch } from '../map/controls/PlaceSearch.tsx';
import { ReadOut } from '../map/controls/ReadOut.tsx';
import { Notices } from '../shared/Notices.tsx';
import { useIsDrawerOpen, useIsWatchShown } from '../map/kernel/useMapPadding.ts';
import { ActionBar } from '../search/list/ActionBar.tsx';
import { Legend } from '../search/refine/Legend.tsx';
import { Bar } from './bar/Bar.tsx';
import { laterView, loadLaterViews } from './laterViews.ts';
import { OpenPanel } from './OpenPanel.tsx';
import { SearchSummary } from './SearchSummary.tsx';
import { Sheet } from '../shared/kit/layout/Sheet.tsx';
import type { SheetStop } from '../shared/kit/layout/sheetStops.ts';
import { PHONE, useMatches } from '../shared/useMatches.ts';
import '../shared/styles/workspace.css';

const Dialogs = laterView((views) => views.Dialogs);
const DetailsDrawer = laterView((views) => views.DetailsDrawer);
const FlipCard = laterView((views) => views.FlipCard);
const TimeSlider = laterView((views) => views.TimeSlider);
const WatchDrawer = laterView((views) => views.WatchDrawer);

/** The portal of a signed-in user (§2 Main layout): bar, panel, map and the dialogs over them. */
export function Workspace() {
  return (
    <KitLocale>
      <Layout />
    </KitLocale>
  );
}

/** Whether the map can be used, so that views which are not in sight may load. */
function useLaterViews(): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(
    () =>
      afterFirstFrame(async () => {
        await loadLaterViews().finally(() => setIsLater(true));
      }),
    [],
  );
  return isLater;
}

function Layout() {
  const t = useT();
  const panel = useSelector(useActorOf('shell'), openPanel);
  const isDrawing = useSelector(useActorOf('map'), takesClicks);
  const isCompared = useSelector(useActorOf('map'), isComparing);
  const isFlipped = useSelector(useActorOf('look'), isFlipping);
  const isImageShown =
    useSelector(useActorOf('delivered'), isImageOpen) && panel === 'imagery' && !isCompared;
  const isPlanning = useSelector(useActorOf('newAcquisition'), isAcquiring);
  const results = useActorOf('results');
  const isDrawerOpen = useIsDrawerOpen();
  const isOrder = useSelector(useActorOf('orderPage'), isOrderOpen);
  // the action bar belongs to the search: visible even if the panel is hidden, but not during a comparison
  const isSearching = (panel === 'search' || (panel === null && !isOrder)) && !isCompared && !isPlanning;
  const isActionOpen = useSelector(results, hasChosen) && isSearching;
  const isWatchShown = useIsWatchShown();
  const isLater = useLaterViews();
  const title = usePortalValue(appName);
  const isPhone = useMatches(PHONE);
  const [stop, setStop] = useState<SheetStop>('middle');
  // an order's page opens at full height
  const [orderStop, setOrderStop] = useState<SheetStop>('full');
  const isOrderShown = isOrder && panel === 'order';
  const raise = () => setStop((now) => (now === 'low' ? 'middle' : now));
  const uncover = () => {
    setOrderStop('low');
    setStop((now) => (now === 'full' ? 'middle' : now));
  };
  return (
    <div
      className="gt-workspace"
      data-panel={panel ?? 'none'}
      data-drawer={isDrawerOpen || undefined}
      data-order={isOrderShown || undefined}
      data-action={isActionOpen || undefined}
      data-comparing={isCompared || undefined}
      data-acquiring={isPlanning || undefined}
    >
      <a className="gt-skip" href={panel === null ? '#map' : '#panel'}>
        {t(panel === null ? 'bar.skipToMap' : 'bar.skip')}
      </a>
      <Bar onChosen={raise} />
      <main id="map" className="gt-workspace__map" tabIndex={-1}>
        <h1 className="gt-visually-hidden">{title}</h1>
        <MapView />
        <Turn>
          <Boundary place="map">
            <PlaceSearch />
            <TileNotice />
            <FootprintSwitch />
            <MapToolbar />
            <ReadOut />
          </Boundary>
        </Turn>
      </main>
      {isPhone && !isCompared && <SearchSummary onPress={raise} />}
      {panel !== null && (
        // the sheet moves down while the user draws or looks at scenes on the map, to uncover the map
        <Sheet
          stop={isDrawing || isFlipped ? 'low' : isOrderShown ? orderStop : stop}
          onStop={isOrderShown ? setOrderStop : setStop}
        >
          <Turn>
            <OpenPanel onMap={uncover} />
          </Turn>
        </Sheet>
      )}
      {isSearching && (
        <Turn>
          <Legend />
          <DensityLegend />
        </Turn>
      )}
      {isActionOpen && <ActionBar />}
      {isLater && (
        <Suspense fallback={null}>
          <Boundary place="dialog">
            <Turn>
              <DetailsDrawer />
              <FlipCard />
            </Turn>
            {isImageShown && !isPhone && (
              <div className="gt-time-place">
                <TimeSlider />
              </div>
            )}
            {isWatchShown && <WatchDrawer />}
          </Boundary>
          <Boundary place="dialog">
            <Dialogs />
          </Boundary>
        </Suspense>
      )}
      <Notices />
    </div>
  );
}
