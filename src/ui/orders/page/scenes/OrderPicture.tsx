import { useSelector } from '@xstate/react';
import type { OrderDetails } from '../../../../../contract/orders/orderDetails.ts';
import { billedArea } from '../../../../geo/area/billedArea.ts';
import { orderAoi } from '../../../../machines/orders/page/orderPage.selectors.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { useT } from '../../../shared/i18n/useT.ts';
import { QuoteMap } from '../../quote/QuoteMap.tsx';

/** A small map of the order: in print, and on phones, where the page covers the map until it is pressed. */
export function OrderPicture({ order, onMap }: { order: OrderDetails; onMap: () => void }) {
  const t = useT();
  const aoi = useSelector(useActorOf('orderPage'), orderAoi);
  if (aoi === null) return null;
  const scenes = order.scenes.map(({ scene }) => ({ productId: scene.id, geometry: scene.geometry }));
  const billed = order.tasking === null || order.cropByAoi ? null : billedArea(aoi.geometry, false);
  return (
    <div className="gt-order-page__map">
      <QuoteMap aoi={aoi} scenes={scenes} billed={billed} />
      <button
        type="button"
        className="gt-order-page__uncover"
        aria-label={t('orders.showOnMap')}
        onClick={onMap}
      />
    </div>
  );
}
