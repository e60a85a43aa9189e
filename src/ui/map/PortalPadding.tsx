import { useSelector } from '@xstate/react';
import { useMemo, type ReactNode } from 'react';
import { takesClicks } from '../../machines/map/map.selectors.ts';
import { isAcquiring } from '../../machines/orders/newAcquisition.machine.ts';
import { sheetStop } from '../../machines/shared/sheet.machine.ts';
import { useActorIf, useActorOf, usePortalValue } from '../shared/actors.tsx';
import { mapPaddingOf, PaddingContext } from './kernel/mapPadding.ts';
import { useWindowSize } from './kernel/mapStores.ts';
import { useAreCardsShown, useIsDrawerOpen, useIsOrderOpen } from './layers/besideMap.ts';

/** Says how much of the portal's map the panels and drawers cover. */
export function PortalPadding({ children }: { children: ReactNode }) {
  const isPanelOpen = useSelector(useActorOf('shell'), (shell) => shell.matches('open'));
  // a visitor's page has no such panel
  const isPanelWide = useSelector(
    useActorIf('newAcquisition'),
    (one) => one !== undefined && isAcquiring(one),
  );
  const isDrawerOpen = useIsDrawerOpen();
  const isOrderShown = useIsOrderOpen();
  const isInMode = useSelector(useActorOf('map'), takesClicks);
  const stop = useSelector(useActorOf('sheet'), sheetStop);
  const hasCards = useAreCardsShown();
  const isBare = usePortalValue((portal) => portal.matches({ session: 'sharedView' }));
  const { width, height } = useWindowSize();
  const padding = useMemo(
    () =>
      mapPaddingOf({
        width,
        height,
        isPanelOpen,
        isPanelWide,
        isOrderShown,
        isDrawerOpen,
        stop,
        isInMode,
        hasCards,
        isBare,
      }),
    [width, height, isPanelOpen, isPanelWide, isOrderShown, isDrawerOpen, stop, isInMode, hasCards, isBare],
  );
  return <PaddingContext value={padding}>{children}</PaddingContext>;
}
