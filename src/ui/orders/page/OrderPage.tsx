import { Fragment } from 'react';
import { useSelector } from '@xstate/react';
import { Link2 } from 'lucide-react';
import type { OrderDetails } from '../../../../contract/orders/orderDetails.ts';
import { ORDER_STATUS } from '../../../../contract/orders/orderStatus.ts';
import { statusKeyOf } from '../../../machines/orders/list/orders.rules.ts';
import { orderFailure, orderHead, shownOrder } from '../../../machines/orders/page/orderPage.selectors.ts';
import { causeKeyOf, type OrderHead } from '../../../machines/orders/page/orderPage.rules.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatDate, formatMoney } from '../../shared/i18n/formats.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Badge, OrderStatusBadge } from '../../shared/kit/figures/Badge.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { Panel } from '../../shared/kit/layout/Panel.tsx';
import { FailedState } from '../../shared/kit/states/FailedState.tsx';
import { SkeletonRows } from '../../shared/kit/states/Skeleton.tsx';
import { CancelQuestion } from '../list/CancelQuestion.tsx';
import { OrderFiles } from './scenes/OrderFiles.tsx';
import { OrderFoot } from './OrderFoot.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { OrderPicture } from './scenes/OrderPicture.tsx';
import { OrderPriceLines } from './OrderPriceLines.tsx';
import { OrderScenes } from './scenes/OrderScenes.tsx';
import { OrderWindow } from './OrderWindow.tsx';
import './orderPage.css';
import './orderPrint.css';

/** The page of one order (decision 145). @param onMap uncovers the map on a phone */
export function OrderPage({ onMap }: { onMap: () => void }) {
  const t = useT();
  const page = useActorOf('orderPage');
  const head = useSelector(page, orderHead);
  const order = useSelector(page, shownOrder);
  const failure = useSelector(page, orderFailure);
  const leave = () => page.send({ type: 'order.left' });
  return (
    <div
      className="gt-order-page"
      role="presentation"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) leave();
      }}
    >
      <Panel
        key={head?.orderNum}
        title={head?.orderName ?? t('orders.title')}
        focused
        onBack={leave}
        backLabel={t('orders.back')}
        actions={
          <Button
            variant="text"
            size="small"
            icon={<Link2 size={14} strokeWidth={1.75} />}
            onPress={() => page.send({ type: 'link.requested' })}
          >
            {t('orders.copyLink')}
          </Button>
        }
        footer={order !== null && <OrderFoot order={order} onMap={onMap} />}
      >
        {head !== null && <Head head={head} order={order} />}
        {failure !== null ? (
          <FailedState
            title={messageText(t, failure)}
            onRetry={() => page.send({ type: 'reload.requested' })}
          />
        ) : order === null ? (
          <SkeletonRows count={3} height={54} picture />
        ) : (
          <Contents order={order} onMap={onMap} />
        )}
      </Panel>
      {order !== null && <CancelQuestion kind={order.kind} />}
    </div>
  );
}

function Head({ head, order }: { head: OrderHead; order: OrderDetails | null }) {
  const t = useT();
  const facts = [head.orderNum, order && t(`orders.${order.kind}`), formatDate(head.ctime)];
  return (
    <div className="gt-order-page__summary">
      <div>
        <p className="gt-order-page__badges">
          <OrderStatusBadge status={head.status} label={t(statusKeyOf(head.status))} />
          {head.simulated && <Badge>{t('orders.simulated')}</Badge>}
        </p>
        <p>
          {facts.filter(Boolean).map((fact, at) => (
            <Fragment key={fact}>
              {at > 0 && ' · '}
              <span className="gt-order-page__fact">{fact}</span>
            </Fragment>
          ))}
        </p>
      </div>
      {order !== null && (
        <p className="gt-order-page__total">
          {t('order.finalPrice')}
          <strong>{formatMoney(order.price.finalPrice)}</strong>
        </p>
      )}
    </div>
  );
}

function Contents({ order, onMap }: { order: OrderDetails; onMap: () => void }) {
  return (
    <>
      <OrderFailed order={order} />
      <OrderPicture order={order} onMap={onMap} />
      <OrderWindow order={order} />
      <OrderScenes order={order} />
      <div className="gt-order-page__columns">
        <OrderPriceLines order={order} />
        <OrderHistory order={order} />
      </div>
      <OrderFiles order={order} />
    </>
  );
}

/** Why the order failed, with the note that it costs nothing. */
function OrderFailed({ order }: { order: OrderDetails }) {
  const t = useT();
  if (order.status !== ORDER_STATUS.failed) return null;
  const last = order.history.findLast((step) => step.status === ORDER_STATUS.failed);
  return (
    <Note tone="err" title={t((last && causeKeyOf(last)) ?? 'orders.cause.unknown')}>
      <p>{t('orders.failedFree')}</p>
    </Note>
  );
}
