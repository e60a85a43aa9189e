import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { isImageOpen } from '../../machines/imagery/delivered/delivered.selectors.ts';
import { isAcquiring } from '../../machines/orders/acquisition/newAcquisition.selectors.ts';
import { isOrderOpen } from '../../machines/orders/page/orderPage.selectors.ts';
import { openPanel } from '../../machines/session/shell.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { Boundary } from '../shared/kit/states/Boundary.tsx';
import { BAR_ITEMS } from './bar/barItems.ts';
import { laterView } from './laterViews.ts';

const DeliveredPanel = laterView((views) => views.DeliveredPanel);
const AcquisitionPanel = laterView((views) => views.AcquisitionPanel);
const OrderPage = laterView((views) => views.OrderPage);

/**
 * The panel selected in the bar (§2 Main layout); the plan of a new acquisition replaces the search, and an order's
 * page replaces the lists.
 * @param onMap uncovers the map on a phone
 */
export function OpenPanel(props: { onMap: () => void }) {
  return (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  );
}

function Panel({ onMap }: { onMap: () => void }) {
  const open = useSelector(useActorOf('shell'), openPanel);
  const isOrder = useSelector(useActorOf('orderPage'), isOrderOpen) && open === 'order';
  const isImage = useSelector(useActorOf('delivered'), isImageOpen) && open === 'imagery';
  const isPlanning = useSelector(useActorOf('newAcquisition'), isAcquiring);
  if (isOrder)
    return (
      <Boundary place="panel" resetKey="order">
        <OrderPage onMap={onMap} />
      </Boundary>
    );
  if (isImage)
    return (
      <Boundary place="panel" resetKey="delivered">
        <DeliveredPanel onMap={onMap} />
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
