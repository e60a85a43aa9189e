import { useSelector } from '@xstate/react';
import type { OrderKind } from '../../../machines/orders/list/orders.machine.ts';
import { orderToCancel } from '../../../machines/orders/list/orders.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Confirm } from '../../shared/kit/overlays/Confirm.tsx';
import '../priced/priced.css';

/** Asks before an order is cancelled, naming the order. */
export function CancelQuestion({ kind }: { kind: OrderKind }) {
  const t = useT();
  const orders = useActorOf(`orders.${kind}`);
  const order = useSelector(orders, orderToCancel);
  if (order === null) return null;
  return (
    <Confirm
      title={t('orders.cancelTitle')}
      destructive
      confirmLabel={t('orders.cancelYes')}
      cancelLabel={t('orders.cancelNo')}
      onConfirm={() => orders.send({ type: 'cancel.confirmed' })}
      onCancel={() => orders.send({ type: 'cancel.declined' })}
    >
      <p className="gt-order-question">
        {t('orders.cancelText', { name: order.orderName, orderNum: order.orderNum })}
      </p>
    </Confirm>
  );
}
