import { useSelector } from '@xstate/react';
import { FileText, Images, MapPinned, Printer, RotateCcw, X } from 'lucide-react';
import type { OrderDetails } from '../../../../contract/orders/orderDetails.ts';
import { isCancellable } from '../../../../contract/orders/orderStatus.ts';
import { canCancelOrder } from '../../../machines/orders/list/orders.selectors.ts';
import { canOrderAgain, canShowImage } from '../../../machines/orders/page/orderPage.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';

/** The actions on the order. */
export function OrderFoot({ order, onMap }: { order: OrderDetails; onMap: () => void }) {
  const t = useT();
  const page = useActorOf('orderPage');
  const canAgain = useSelector(page, canOrderAgain);
  const canOpen = useSelector(page, canShowImage);
  const size = { size: 16, strokeWidth: 1.75 } as const;
  return (
    <>
      <Button
        variant="primary"
        icon={<Images {...size} />}
        disabled={!canOpen}
        reason={t('delivered.notYet')}
        onPress={() => page.send({ type: 'image.requested' })}
      >
        {t('delivered.open')}
      </Button>
      <Button
        icon={<MapPinned {...size} />}
        onPress={() => {
          onMap();
          page.send({ type: 'orderMap.requested' });
        }}
      >
        {t('orders.showOnMap')}
      </Button>
      {order.files.length > 0 && (
        <Button icon={<FileText {...size} />} onPress={() => page.send({ type: 'links.saved' })}>
          {t('orders.saveLinks')}
        </Button>
      )}
      <Button
        icon={<RotateCcw {...size} />}
        disabled={!canAgain}
        reason={t('orders.againNone')}
        onPress={() => page.send({ type: 'again.requested' })}
      >
        {t('orders.again')}
      </Button>
      <Button icon={<Printer {...size} />} onPress={() => page.send({ type: 'print.requested' })}>
        {t('orders.print')}
      </Button>
      {isCancellable(order.status) && <CancelOrder order={order} />}
    </>
  );
}

/** §4: cancel is offered only while status is below 5. */
function CancelOrder({ order: { kind, orderNum } }: { order: OrderDetails }) {
  const t = useT();
  const orders = useActorOf(`orders.${kind}`);
  const canCancel = useSelector(orders, canCancelOrder(orderNum));
  return (
    <Button
      variant="danger"
      icon={<X size={16} strokeWidth={1.75} />}
      disabled={!canCancel}
      onPress={() => orders.send({ type: 'cancel.requested', orderNum })}
    >
      {t('orders.cancelYes')}
    </Button>
  );
}
