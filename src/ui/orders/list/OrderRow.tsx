import { useSelector } from '@xstate/react';
import { ChevronDown, ChevronUp, Link2 } from 'lucide-react';
import { useId } from 'react';
import type { OrderItem } from '../../../../contract/orders.ts';
import type { OrderKind } from '../../../machines/orders/list/orders.machine.ts';
import { isCancellable } from '../../../../contract/orderStatus.ts';
import { statusKeyOf } from '../../../machines/orders/list/orders.rules.ts';
import {
  cancellingOrderNum,
  canCancelOrder,
  isOrderOpened,
  isOrderSought,
} from '../../../machines/orders/list/orders.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Badge, OrderStatusBadge } from '../../shared/kit/figures/Badge.tsx';
import { Ring } from '../../shared/kit/figures/Ring.tsx';
import { OrderMore } from './OrderMore.tsx';

interface OrderRowProps {
  order: OrderItem;
  kind: OrderKind;
}

/** One order: name, number, UTC day and status (§4); expands to its links and history. */
export function OrderRow({ order, kind }: OrderRowProps) {
  const t = useT();
  const orders = useActorOf(`orders.${kind}`);
  const moreId = useId();
  const isOpen = useSelector(orders, isOrderOpened(order.orderNum));
  const isSought = useSelector(orders, isOrderSought(order.orderNum));
  return (
    <li className="gt-order" data-open={isOpen || undefined}>
      <div className="gt-order__head">
        <div className="gt-order__line">
          <h3 className="gt-order__name">{order.orderName}</h3>
          <OrderStatusBadge status={order.status} label={t(statusKeyOf(order.status))} />
        </div>
        <div className="gt-order__line">
          <p className="gt-order__facts">
            <span>{order.orderNum}</span>
            <time dateTime={order.ctime}>{order.ctime.slice(0, 10)}</time>
            {order.simulated && <Badge>{t('orders.simulated')}</Badge>}
          </p>
          <div className="gt-order__acts">
            {isCancellable(order.status) && <CancelButton order={order} kind={kind} />}
            <Unfold
              order={order}
              isOpen={isOpen}
              isSought={isSought}
              moreId={moreId}
              onPress={() => orders.send({ type: 'order.toggled', orderNum: order.orderNum })}
            />
          </div>
        </div>
      </div>
      {isOpen && (
        <OrderMore
          id={moreId}
          order={order}
          onSaveLinks={() => orders.send({ type: 'links.saved', orderNum: order.orderNum })}
          onCopyLink={() => orders.send({ type: 'link.requested', orderNum: order.orderNum })}
        />
      )}
    </li>
  );
}

/** §4: cancel is offered only while status is below 5. */
function CancelButton({ order, kind }: OrderRowProps) {
  const t = useT();
  const orders = useActorOf(`orders.${kind}`);
  const canCancel = useSelector(orders, canCancelOrder(order.orderNum));
  const isCancelling = useSelector(orders, cancellingOrderNum) === order.orderNum;
  if (isCancelling)
    return (
      <span className="gt-order__cancelling" role="status">
        <Ring size={12} />
        {t('orders.cancelling')}
      </span>
    );
  return (
    <button
      type="button"
      className="gt-order__cancel"
      aria-label={t('orders.cancelOf', { name: order.orderName })}
      disabled={!canCancel}
      onClick={() => orders.send({ type: 'cancel.requested', orderNum: order.orderNum })}
    >
      {t('orders.cancel')}
    </button>
  );
}

interface UnfoldProps {
  order: OrderItem;
  isOpen: boolean;
  /** Whether the user followed a link to this order. */
  isSought: boolean;
  moreId: string;
  onPress: () => void;
}

/** Focuses the linked order and scrolls it into view. */
function focusSought(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true });
  button?.closest('li')?.scrollIntoView({ block: 'nearest' });
}

/** The expand button: '3 links' with an arrow, or the arrow alone if there are no links. */
function Unfold({ order, isOpen, isSought, moreId, onPress }: UnfoldProps) {
  const t = useT();
  const count = order.downloadUrl.length;
  const name = order.orderName;
  const links = t('orders.links', { count });
  const Arrow = isOpen ? ChevronUp : ChevronDown;
  return (
    <button
      ref={isSought ? focusSought : undefined}
      type="button"
      className="gt-order__unfold"
      aria-expanded={isOpen}
      aria-controls={isOpen ? moreId : undefined}
      aria-label={count > 0 ? t('orders.linksOf', { links, name }) : t('orders.historyOf', { name })}
      onClick={onPress}
    >
      {count > 0 && (
        <>
          <Link2 size={12} strokeWidth={1.75} aria-hidden="true" />
          {links}
        </>
      )}
      <Arrow size={14} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
