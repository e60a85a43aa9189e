import { useSelector } from '@xstate/react';
import { isOrderOpen } from '../../../machines/orders/orderPage.selectors.ts';
import { openWatchId } from '../../../machines/saved/watches.selectors.ts';
import { openScene } from '../../../machines/search/results.selectors.ts';
import { openPanel } from '../../../machines/session/shell.machine.ts';
import { useActorIf, useActorOf } from '../../shared/actors.tsx';

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

/** Whether the map shows an order instead of the results; never on a visitor's page. */
export function useIsOrderOpen(): boolean {
  return useSelector(useActorIf('orderPage'), (page) => page !== undefined && isOrderOpen(page));
}
