import { useSelector } from '@xstate/react';
import { Suspense, useEffect, useState } from 'react';
import { isImageOpen } from '../../machines/imagery/delivered.machine.ts';
import { isComparing, takesClicks } from '../../machines/map/map.selectors.ts';
import { isAcquiring } from '../../machines/orders/newAcquisition.machine.ts';
import { isOrderOpen } from '../../machines/orders/orderPage.selectors.ts';
import { isFlipping } from '../../machines/search/look.machine.ts';
import { hasChosen } from '../../machines/search/results.selectors.ts';
import { isStartCardShown } from '../../machines/search/startCard.machine.ts';
import { appName } from '../../machines/session/portal.machine.ts';
import { openPanel } from '../../machines/session/shell.machine.ts';
import { useActorOf, usePortalValue, useExtensions } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { KitLocale } from '../shared/kit/layout/KitLocale.tsx';
import { DensityLegend } from '../map/layers/density/DensityLegend.tsx';
import { MapLabel } from '../map/controls/MapLabel.tsx';
import { MapToolbar } from '../map/controls/MapToolbar.tsx';
import { afterFirstFrame } from '../map/kernel/firstFrame.ts';
import { MapView } from '../map/MapView.tsx';
import { PortalPadding } from '../map/PortalPadding.tsx';
import { TileNotice } from '../map/layers/tiles/TileNotice.tsx';
import { PlaceSearch } from '../map/controls/PlaceSearch.tsx';
import { ReadOut } from '../map/controls/ReadOut.tsx';
import { Notices } from '../shared/Notices.tsx';
import { useAreCardsShown, useIsDrawerOpen, useIsWatchShown } from '../map/layers/besideMap.ts';
import { ActionBar } from '../search/ActionBar.tsx';
import { Legend } from '../search/Legend.tsx';
import { SceneCards } from '../search/SceneCards.tsx';
import { StartCard } from '../search/StartCard.tsx';
import { Sheet } from '../shared/kit/layout/Sheet.tsx';
import { Boundary } from '../shared/kit/states/Boundary.tsx';
import { Turn } from '../shared/kit/states/earlyView.tsx';
import { PHONE, useMatches } from '../shared/useMatches.ts';
import { Bar } from './Bar.tsx';
import { BAR_ITEMS } from './barItems.ts';
import { laterView, loadLaterViews } from './laterViews.ts';
import { loadDrawings } from '../map/tools.ts';
import '../shared/styles/workspace.css';
import './bar.css';

/** The open panel leaves less than the start card needs. */
const NO_CARD_ROOM = '(max-width: 887.98px)';

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
        // what fails is loaded again when it is shown
        loadDrawings().catch(() => {});
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
  const isOrderShown = isOrder && panel === 'order';
  const sheet = useActorOf('sheet');
  const hasCards = useAreCardsShown();
  const hasPlaces = useExtensions('places');
  // next to the panel the map has no room for it
  const isStartInPanel = useMatches(NO_CARD_ROOM) && panel !== null;
  const isStarting =
    useSelector(useActorOf('startCard'), isStartCardShown) &&
    isSearching &&
    !isDrawing &&
    (isStartInPanel || !isPhone);
  return (
    <div
      className="gt-workspace gt-fill"
      data-panel={panel ?? 'none'}
      data-drawer={isDrawerOpen || undefined}
      data-order={isOrderShown || undefined}
      data-action={isActionOpen || undefined}
      data-comparing={isCompared || undefined}
      data-acquiring={isPlanning || undefined}
      data-drawing={isDrawing || undefined}
      data-cards={hasCards || undefined}
    >
      <a className="gt-skip gt-strong gt-round-field" href={panel === null ? '#map' : '#panel'}>
        {t(panel === null ? 'bar.skipToMap' : 'bar.skip')}
      </a>
      {isStarting && !isStartInPanel && (
        <Turn>
          <StartCard />
        </Turn>
      )}
      <Bar />
      <main id="map" className="gt-workspace__map gt-no-outline gt-fill" tabIndex={-1}>
        <h1 className="gt-visually-hidden">{title}</h1>
        <PortalPadding>
          <MapView />
          <Turn>
            <Boundary place="map">
              {hasPlaces && !isStarting && <PlaceSearch />}
              <TileNotice />
              <MapLabel />
              <MapToolbar />
              <ReadOut />
            </Boundary>
          </Turn>
        </PortalPadding>
      </main>
      {hasCards && (
        <Boundary place="panel">
          <SceneCards />
        </Boundary>
      )}
      {panel !== null && (
        <Sheet sheet={sheet} isLow={isFlipped}>
          <Turn>
            {isStarting && isStartInPanel ? (
              <div className="gt-start-above gt-tall gt-scroll">
                <StartCard />
                <OpenPanel />
              </div>
            ) : (
              <OpenPanel />
            )}
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
              <div className="gt-time-place gt-placed gt-flex gt-middle gt-through">
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

const DeliveredPanel = laterView((views) => views.DeliveredPanel);
const AcquisitionPanel = laterView((views) => views.AcquisitionPanel);
const OrderPage = laterView((views) => views.OrderPage);

/**
 * The panel selected in the bar (§2 Main layout); the plan of a new acquisition replaces the search, and an order's
 * page replaces the lists.
 */
function OpenPanel() {
  return (
    <Suspense fallback={null}>
      <Panel />
    </Suspense>
  );
}

function Panel() {
  const open = useSelector(useActorOf('shell'), openPanel);
  const isOrder = useSelector(useActorOf('orderPage'), isOrderOpen) && open === 'order';
  const isImage = useSelector(useActorOf('delivered'), isImageOpen) && open === 'imagery';
  const isPlanning = useSelector(useActorOf('newAcquisition'), isAcquiring);
  if (isOrder)
    return (
      <Boundary place="panel" resetKey="order">
        <OrderPage />
      </Boundary>
    );
  if (isImage)
    return (
      <Boundary place="panel" resetKey="delivered">
        <DeliveredPanel />
      </Boundary>
    );
  if (isPlanning)
    return (
      <Boundary place="panel" resetKey="acquisition">
        <AcquisitionPanel />
      </Boundary>
    );
  const View = BAR_ITEMS.find(({ panel }) => panel === open)?.view;
  if (View === undefined) return null;
  return (
    <Boundary place="panel" resetKey={open ?? ''}>
      <View />
    </Boundary>
  );
}
