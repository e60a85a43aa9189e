import { useSelector } from '@xstate/react';
import { movedOrdersOf } from '../../../machines/orders/list/orders.selectors.ts';
import { shownOrderKind } from '../../../machines/session/portal/portal.selectors.ts';
import { isTaskingOffered } from '../../../machines/session/shell.selectors.ts';
import { statusKeyOf } from '../../../machines/orders/list/orders.rules.ts';
import { listTotal } from '../../../machines/shared/pages.rules.ts';
import { useActorOf, usePortal, usePortalValue } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Panel } from '../../shared/kit/layout/Panel.tsx';
import { Tabs } from '../../shared/kit/navigation/Tabs.tsx';
import { ListPager } from '../../shared/list/ListPager.tsx';
import { ReloadButton } from '../../shared/list/ReloadButton.tsx';
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
          <ReloadButton list={orders} />
        </>
      }
      footer={<ListPager list={orders} total={useSelector(orders, listTotal)} />}
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
