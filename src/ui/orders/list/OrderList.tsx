import { useSelector } from '@xstate/react';
import type { OrderKind } from '../../../machines/orders/list/orders.machine.ts';
import { shownOrders } from '../../../machines/orders/list/orders.selectors.ts';
import { useActorOf, usePortal } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { EmptyState } from '../../shared/kit/states/EmptyState.tsx';
import { Loading } from '../../shared/kit/states/Loading.tsx';
import { ListOrState } from '../../shared/list/ListOrState.tsx';
import { OrderRow } from './OrderRow.tsx';

/** The rows of one list, or its failed, loading or empty state. */
export function OrderList({ kind }: { kind: OrderKind }) {
  const t = useT();
  const orders = useActorOf(`orders.${kind}`);
  const list = useSelector(orders, shownOrders);
  return (
    <ListOrState
      list={orders}
      isEmpty={list.length === 0}
      unaffected={t('orders.unaffected')}
      loading={<Loading label={t('orders.loading')} />}
      empty={<NoOrders kind={kind} />}
    >
      {(isLoading) => (
        <ul className="gt-rows" aria-label={t('orders.list')} aria-busy={isLoading}>
          {list.map((order) => (
            <OrderRow key={order.orderNum} order={order} kind={kind} />
          ))}
        </ul>
      )}
    </ListOrState>
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
