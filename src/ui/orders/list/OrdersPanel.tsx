import { useSelector } from '@xstate/react';
import { RotateCcw } from 'lucide-react';
import {
  movedOrdersOf,
  ordersFailure,
  ordersPageCount,
  ordersTotal,
  shownPage,
} from '../../../machines/orders/list/orders.selectors.ts';
import { shownOrderKind } from '../../../machines/session/portal/portal.selectors.ts';
import { isTaskingOffered } from '../../../machines/session/shell.selectors.ts';
import { statusKeyOf } from '../../../machines/orders/list/orders.rules.ts';
import { useActorOf, usePortal, usePortalValue } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { IconButton } from '../../shared/kit/actions/IconButton.tsx';
import { ListPager } from '../../shared/ListPager.tsx';
import { Panel } from '../../shared/kit/layout/Panel.tsx';
import { Tabs } from '../../shared/kit/navigation/Tabs.tsx';
import { Tooltip } from '../../shared/kit/overlays/Tooltip.tsx';
import { CancelQuestion } from './CancelQuestion.tsx';
import { OrderList } from './OrderList.tsx';
import './orders.css';
import type { OrderKind } from '../../../machines/orders/orders.events.ts';

/** §2 Order panel: archive and tasking orders; each list has its own actor. */
export function OrdersPanel() {
  const t = useT();
  const portal = usePortal();
  const kind = usePortalValue(shownOrderKind);
  const orders = useActorOf(`orders.${kind}`);
  return (
    <Panel
      title={t('orders.title')}
      bare
      actions={
        <>
          {kind === 'tasking' && <NewAcquisition />}
          <Tooltip label={t('orders.reload')} placement="bottom">
            <IconButton
              label={t('orders.reload')}
              icon={<RotateCcw size={16} strokeWidth={1.75} />}
              onPress={() => orders.send({ type: 'reload.requested' })}
            />
          </Tooltip>
        </>
      }
      footer={<OrdersPager kind={kind} />}
    >
      <Tabs
        label={t('orders.title')}
        tabs={[
          { id: 'archive', label: t('orders.archive') },
          { id: 'tasking', label: t('orders.tasking') },
        ]}
        selected={kind}
        onSelect={(chosen) => portal.send({ type: 'orderKind.chosen', kind: chosen })}
      >
        <OrderList key={kind} kind={kind} />
      </Tabs>
      <MovedOrders kind={kind} />
      <CancelQuestion kind={kind} />
    </Panel>
  );
}

/** Plans a new acquisition, if the order_tasking API is enabled. */
function NewAcquisition() {
  const t = useT();
  const portal = usePortal();
  if (!useSelector(useActorOf('shell'), isTaskingOffered)) return null;
  return (
    <Button size="small" onPress={() => portal.send({ type: 'newAcquisition.requested' })}>
      {t('acquisition.title')}
    </Button>
  );
}

/** §7 Pagination: '1–10 of 27' and the page buttons. */
function OrdersPager({ kind }: { kind: OrderKind }) {
  const orders = useActorOf(`orders.${kind}`);
  const page = useSelector(orders, shownPage);
  const total = useSelector(orders, ordersTotal);
  const pageCount = useSelector(orders, ordersPageCount);
  const failure = useSelector(orders, ordersFailure);
  if (total === 0 || failure !== null) return null;
  return (
    <ListPager
      page={page}
      pageCount={pageCount}
      total={total}
      range="orders.range"
      onPage={(next) => orders.send({ type: 'page.chosen', page: next })}
    />
  );
}

/** Announces status changes of the visible orders to screen readers. */
function MovedOrders({ kind }: { kind: OrderKind }) {
  const t = useT();
  const moved = useSelector(useActorOf(`orders.${kind}`), movedOrdersOf);
  return (
    <div className="gt-visually-hidden" role="status">
      {moved.map((order) => (
        <p key={order.orderNum}>
          {t('orders.moved', { name: order.orderName, status: t(statusKeyOf(order.status)) })}
        </p>
      ))}
    </div>
  );
}
