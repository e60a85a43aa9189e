import { useSelector } from '@xstate/react';
import { isAcquiring } from '../../machines/orders/acquisition/newAcquisition.selectors.ts';
import { openPanel } from '../../machines/session/shell.selectors.ts';
import { AcquisitionPanel } from '../orders/acquisition/AcquisitionPanel.tsx';
import { useActorOf } from '../shared/actors.tsx';
import { Boundary } from '../shared/kit/states/Boundary.tsx';
import { BAR_ITEMS } from './barItems.ts';

/** The panel selected in the bar (§2 Main layout); a new acquisition takes the place of the search while it is planned. */
export function OpenPanel() {
  const open = useSelector(useActorOf('shell'), openPanel);
  if (useSelector(useActorOf('newAcquisition'), isAcquiring)) return <AcquisitionPanel />;
  const View = BAR_ITEMS.find(({ panel }) => panel === open)?.view;
  if (View === undefined) return null;
  return (
    <Boundary place="panel" resetKey={open ?? ''}>
      <View />
    </Boundary>
  );
}
