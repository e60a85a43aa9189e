import { useSelector } from '@xstate/react';
import { isBrowsing } from '../../../machines/map/map.selectors.ts';
import { isAcquiring } from '../../../machines/orders/newAcquisition.machine.ts';
import { isOrderOpen } from '../../../machines/orders/orderPage.selectors.ts';
import { openWatchId } from '../../../machines/saved/watches.selectors.ts';
import { isFlipping } from '../../../machines/search/look.machine.ts';
import { mappedScenes, openScene } from '../../../machines/search/results.selectors.ts';
import { openPanel } from '../../../machines/session/shell.machine.ts';
import { sheetStop } from '../../../machines/shared/sheet.machine.ts';
import { useActorIf, useActorOf } from '../../shared/actors.tsx';
import { PHONE, useMatches } from '../../shared/useMatches.ts';

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

/** Whether the results are cards on the map: on a phone, while the sheet is low. */
export function useAreCardsShown(): boolean {
  const isPhone = useMatches(PHONE);
  const isLow = useSelector(useActorOf('sheet'), sheetStop) === 'low';
  const isSearch = useSelector(useActorOf('shell'), openPanel) === 'search';
  const isFree = useSelector(useActorOf('map'), isBrowsing);
  // a visitor's page plans nothing
  const isPlanning = useSelector(
    useActorIf('newAcquisition'),
    (one) => one !== undefined && isAcquiring(one),
  );
  const isFlipped = useSelector(useActorOf('look'), isFlipping);
  const hasScenes = useSelector(
    useActorOf('results'),
    (results) => mappedScenes(results).length > 0 && openScene(results) === null,
  );
  return isPhone && isLow && isSearch && isFree && !isPlanning && !isFlipped && hasScenes;
}

/** Whether the map shows an order instead of the results; never on a visitor's page. */
export function useIsOrderOpen(): boolean {
  return useSelector(useActorIf('orderPage'), (page) => page !== undefined && isOrderOpen(page));
}
