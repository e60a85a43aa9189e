import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { takesClicks } from '../../../machines/map/map.selectors.ts';
import { openWatchId } from '../../../machines/saved/watches.selectors.ts';
import { openScene } from '../../../machines/search/results.selectors.ts';
import { openPanel } from '../../../machines/session/shell.machine.ts';
import { isAcquiring } from '../../../machines/orders/newAcquisition.machine.ts';
import { useActorIf, useActorOf, usePortalValue } from '../../shared/actors.tsx';
import { mapPaddingOf, type MapPadding } from './mapPadding.ts';
import { useWindowSize } from './mapStores.ts';
import { isOrderOpen } from '../../../machines/orders/orderPage.selectors.ts';

/** Whether the drawer of a watch is open, on the right of the map as the details are. */
export function useIsWatchShown(): boolean {
  const isPanelOpen = useSelector(useActorOf('shell'), (shell) => openPanel(shell) === 'mysearch');
  // a visitor's page has no watches
  const watches = useActorIf('watches');
  return useSelector(watches, (one) => one !== undefined && openWatchId(one) !== null) && isPanelOpen;
}

/** Whether a drawer is open; toolbar and zoom buttons then move aside. */
export function useIsDrawerOpen(): boolean {
  const isWatchShown = useIsWatchShown();
  return useSelector(useActorOf('results'), (results) => openScene(results) !== null) || isWatchShown;
}

/** The current padding of the map. */
export function useMapPadding(): MapPadding {
  const isPanelOpen = useSelector(useActorOf('shell'), (shell) => shell.matches('open'));
  // a visitor's page has no such panel
  const isPanelWide = useSelector(
    useActorIf('newAcquisition'),
    (one) => one !== undefined && isAcquiring(one),
  );
  const isDrawerOpen = useIsDrawerOpen();
  const isOrderShown = useIsOrderOpen();
  const isSheetLow = useSelector(useActorOf('map'), takesClicks);
  const isBare = usePortalValue((portal) => portal.matches({ session: 'sharedView' }));
  const { width, height } = useWindowSize();
  return useMemo(
    () =>
      mapPaddingOf({
        width,
        height,
        isPanelOpen,
        isPanelWide,
        isOrderShown,
        isDrawerOpen,
        isSheetLow,
        isBare,
      }),
    [width, height, isPanelOpen, isPanelWide, isOrderShown, isDrawerOpen, isSheetLow, isBare],
  );
}

/** Whether the map shows an order instead of the results; never on a visitor's page. */
export function useIsOrderOpen(): boolean {
  return useSelector(useActorIf('orderPage'), (page) => page !== undefined && isOrderOpen(page));
}
