import { useSelector } from '@xstate/react';
import type { OrderKind } from '../../../machines/orders/list/orders.machine.ts';
import {
  isLoadingOrders,
  ordersFailure,
  shownOrders,
} from '../../../machines/orders/list/orders.selectors.ts';
import { useActorOf, usePortal } from '../../shared/actors.tsx';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { EmptyState } from '../../shared/kit/states/EmptyState.tsx';
import { FailedState } from '../../shared/kit/states/FailedState.tsx';
import { Loading } from '../../shared/kit/states/Loading.tsx';
import { OrderRow } from './OrderRow.tsx';

/** The rows of one list, or its failed, loading or empty state. */
export function OrderList({ kind }: { kind: OrderKind }) {
  const t = useT();
  const orders = useActorOf(`orders.${kind}`);
  const list = useSelector(orders, shownOrders);
  const isLoading = useSelector(orders, isLoadingOrders);
  const failure = useSelector(orders, ordersFailure);
  if (failure !== null)
    return (
      <FailedState
        title={messageText(t, failure)}
        text={t('orders.unaffected')}
        onRetry={() => orders.send({ type: 'reload.requested' })}
      />
    );
  if (list.length === 0)
    return isLoading ? <Loading label={t('orders.loading')} /> : <NoOrders kind={kind} />;
  return (
    <ul className="gt-orders" aria-label={t('orders.list')} aria-busy={isLoading}>
      {list.map((order) => (
        <OrderRow key={order.orderNum} order={order} kind={kind} />
      ))}
    </ul>
  );
}

function NoOrders({ kind }: { kind: OrderKind }) {
  const t = useT();
  const portal = usePortal();
  return (
    <EmptyState
      drawing="list"
      title={t(kind === 'archive' ? 'orders.emptyArchive' : 'orders.emptyTasking')}
      text={t(kind === 'archive' ? 'orders.emptyArchiveText' : 'orders.emptyTaskingText')}
      actions={
        <Button size="small" onPress={() => portal.send({ type: 'panel.requested', panel: 'search' })}>
          {t('orders.goSearch')}
        </Button>
      }
    />
  );
}
