import { useSelector } from '@xstate/react';
import { ChevronRight, Download, Images, Sheet } from 'lucide-react';
import { isCancellable } from '../../../contract/orders/orderStatus.ts';
import type { OrderItem } from '../../../contract/orders/orders.ts';
import { statusKeyOf } from '../../machines/orders/orders.machine.ts';
import {
  canCancelOrder,
  cancellingOrderNum,
  canSaveOrders,
  isOrderSought,
  movedOrdersOf,
  orderToCancel,
  shownOrders,
} from '../../machines/orders/orders.selectors.ts';
import type { OrderKind } from '../../machines/orders/orders.events.ts';
import { shownOrderKind } from '../../machines/session/portal.machine.ts';
import { listTotal } from '../../machines/shared/pages.rules.ts';
import { ListOrState, ListPager, ReloadButton } from '../shared/ListOrState.tsx';
import { useActorOf, usePortal, usePortalValue, useExtensions } from '../shared/actors.tsx';
import { formatArea, formatDateRange, formatMoney, UNKNOWN } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Badge, OrderStatusBadge } from '../shared/kit/figures/Badge.tsx';
import { Ring } from '../shared/kit/figures/Ring.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { Tabs } from '../shared/kit/layout/Tabs.tsx';
import { Confirm } from '../shared/kit/overlays/Confirm.tsx';
import { EmptyList } from '../shared/EmptyList.tsx';
import { Loading } from '../shared/kit/states/Loading.tsx';
import './orders.css';
import './priced/priced.css';

interface OrderRowProps {
  order: OrderItem;
  kind: OrderKind;
}

/** Focuses the order whose page was open and scrolls it into view. */
function focusSought(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true });
  button?.closest('li')?.scrollIntoView({ block: 'nearest' });
}

/** One order: name, status (§4), number, UTC day, what is ordered and its price; a press opens its page. */
export function OrderRow({ order, kind }: OrderRowProps) {
  const t = useT();
  const orders = useActorOf(`orders.${kind}`);
  const isSought = useSelector(orders, isOrderSought(order.orderNum));
  const hasPage = useExtensions('orderDetails');
  const name = order.orderName;
  return (
    <li className="gt-row gt-hovers gt-order">
      <div className="gt-row__line">
        <h3 className="gt-row__name">
          {hasPage ? (
            <button
              ref={isSought ? focusSought : undefined}
              type="button"
              className="gt-order__open gt-round-bar gt-text-start"
              onClick={() => orders.send({ type: 'order.pressed', orderNum: order.orderNum })}
            >
              {name}
            </button>
          ) : (
            name
          )}
        </h3>
        <OrderStatusBadge status={order.status} label={t(statusKeyOf(order.status))} />
      </div>
      <p className="gt-row__line gt-row__facts gt-wrap">
        <OrderedParts order={order} kind={kind} />
        {order.finalPrice !== null && <span className="gt-bold gt-ink">{formatMoney(order.finalPrice)}</span>}
      </p>
      <div className="gt-row__line">
        <p className="gt-row__facts gt-wrap">
          <span className="gt-code">{order.orderNum}</span>
          <time dateTime={order.ctime}>{order.ctime.slice(0, 10) || UNKNOWN}</time>
          {order.simulated && <Badge>{t('orders.simulated')}</Badge>}
        </p>
        <div className="gt-row__acts gt-across gt-gap-4 gt-keep">
          {hasPage && order.downloadUrl.length > 0 && (
            <TooltipButton
              size="small"
              tip={t('delivered.open')}
              label={t('delivered.openOf', { name: order.orderName })}
              icon={<Images size={16} strokeWidth={1.75} aria-hidden="true" />}
              onPress={() => orders.send({ type: 'image.pressed', orderNum: order.orderNum })}
            />
          )}
          {!hasPage && order.downloadUrl.length > 0 && (
            <TooltipButton
              size="small"
              tip={t('orders.saveLinks')}
              label={t('orders.saveLinksOf', { name })}
              icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
              onPress={() => orders.send({ type: 'links.requested', orderNum: order.orderNum })}
            />
          )}
          {isCancellable(order.status) && <CancelButton order={order} kind={kind} />}
          {hasPage && <ChevronRight className="gt-muted" size={14} strokeWidth={1.75} aria-hidden="true" />}
        </div>
      </div>
    </li>
  );
}

/** 'Archive · 3 scenes · 412.36 km²', or for tasking the window. */
function OrderedParts({ order, kind }: OrderRowProps) {
  const t = useT();
  const { tasking, productIds, valuationArea } = order;
  const ordered =
    kind === 'archive'
      ? productIds.length > 0 && t('order.scenes', { count: productIds.length })
      : tasking && formatDateRange(tasking.windowStart, tasking.windowEnd);
  const parts = [t(`orders.${kind}`), ordered, valuationArea === undefined ? '' : formatArea(valuationArea)];
  return <span>{parts.filter(Boolean).join(' · ')}</span>;
}

/** §4: cancel is offered only while status is below 5. */
function CancelButton({ order, kind }: OrderRowProps) {
  const t = useT();
  const orders = useActorOf(`orders.${kind}`);
  const canCancel = useSelector(orders, canCancelOrder(order.orderNum));
  const isCancelling = useSelector(orders, cancellingOrderNum) === order.orderNum;
  if (isCancelling)
    return (
      <span
        className="gt-order__cancelling gt-press-24 gt-inline gt-nowrap gt-anchor gt-label gt-muted"
        role="status"
      >
        <Ring size={12} />
        {t('orders.cancelling')}
      </span>
    );
  return (
    <button
      type="button"
      className="gt-order__cancel gt-press-24 gt-round-bar gt-inline gt-nowrap gt-anchor gt-label gt-ink"
      aria-label={t('orders.cancelOf', { name: order.orderName })}
      disabled={!canCancel}
      onClick={() => orders.send({ type: 'cancel.requested', orderNum: order.orderNum })}
    >
      {t('orders.cancel')}
    </button>
  );
}

/** §2 Order panel: archive and tasking orders; each list has its own actor. */
export function OrdersPanel() {
  const t = useT();
  const portal = usePortal();
  const kind = usePortalValue(shownOrderKind);
  const orders = useActorOf(`orders.${kind}`);
  const hasFile = useExtensions('statement');
  const canSave = useSelector(orders, canSaveOrders);
  return (
    <Panel
      title={t('orders.title')}
      bare
      actions={
        <>
          {hasFile && (
            <TooltipButton
              label={t('orders.csv')}
              icon={<Sheet size={16} strokeWidth={1.75} />}
              disabled={!canSave}
              onPress={() => orders.send({ type: 'csv.requested' })}
            />
          )}
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

/** The rows of one list, or its failed, loading or empty state. */
function OrderList({ kind }: { kind: OrderKind }) {
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
    <EmptyList
      words={kind === 'archive' ? 'orders.emptyArchive' : 'orders.emptyTasking'}
      step={t('orders.goSearch')}
      onStep={() => portal.send({ type: 'panel.requested', panel: 'search' })}
    />
  );
}

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
      <p className="gt-anywhere">
        {t('orders.cancelText', { name: order.orderName, orderNum: order.orderNum })}
      </p>
    </Confirm>
  );
}
