import { useSelector } from '@xstate/react';
import { ChevronRight, Images } from 'lucide-react';
import type { OrderItem } from '../../../../contract/orders/orders.ts';
import type { OrderKind } from '../../../machines/orders/list/orders.machine.ts';
import { isCancellable } from '../../../../contract/orders/orderStatus.ts';
import { statusKeyOf } from '../../../machines/orders/list/orders.rules.ts';
import {
  cancellingOrderNum,
  canCancelOrder,
  isOrderSought,
} from '../../../machines/orders/list/orders.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatArea, formatDateRange, formatMoney } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { TooltipButton } from '../../shared/kit/actions/TooltipButton.tsx';
import { Badge, OrderStatusBadge } from '../../shared/kit/figures/Badge.tsx';
import { Ring } from '../../shared/kit/figures/Ring.tsx';

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
  return (
    <li className="gt-row gt-order">
      <div className="gt-row__line">
        <h3 className="gt-row__name">
          <button
            ref={isSought ? focusSought : undefined}
            type="button"
            className="gt-order__open"
            onClick={() => orders.send({ type: 'order.pressed', orderNum: order.orderNum })}
          >
            {order.orderName}
          </button>
        </h3>
        <OrderStatusBadge status={order.status} label={t(statusKeyOf(order.status))} />
      </div>
      <p className="gt-row__line gt-row__facts">
        <OrderedParts order={order} kind={kind} />
        {order.finalPrice !== null && (
          <span className="gt-order__price">{formatMoney(order.finalPrice)}</span>
        )}
      </p>
      <div className="gt-row__line">
        <p className="gt-row__facts">
          <span>{order.orderNum}</span>
          <time dateTime={order.ctime}>{order.ctime.slice(0, 10)}</time>
          {order.simulated && <Badge>{t('orders.simulated')}</Badge>}
        </p>
        <div className="gt-row__acts">
          {order.downloadUrl.length > 0 && (
            <TooltipButton
              size="small"
              tip={t('delivered.open')}
              label={t('delivered.openOf', { name: order.orderName })}
              icon={<Images size={16} strokeWidth={1.75} aria-hidden="true" />}
              onPress={() => orders.send({ type: 'image.pressed', orderNum: order.orderNum })}
            />
          )}
          {isCancellable(order.status) && <CancelButton order={order} kind={kind} />}
          <ChevronRight className="gt-order__arrow" size={14} strokeWidth={1.75} aria-hidden="true" />
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
      ? t('order.scenes', { count: productIds.length })
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
