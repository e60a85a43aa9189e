import { useSelector } from '@xstate/react';
import {
  Ellipsis,
  FileText,
  Images,
  Link2,
  MapPinned,
  Printer,
  RotateCcw,
  X,
  SquareTerminal,
} from 'lucide-react';
import { Fragment } from 'react';
import type { OrderDetails, OrderStep } from '../../../contract/orders/orderDetails.ts';
import { isCancellable, ORDER_STATUS, orderStatusRow } from '../../../contract/orders/orderStatus.ts';
import { billedArea } from '../../geo/area/billedArea.ts';
import { statusKeyOf } from '../../machines/orders/orders.machine.ts';
import { canCancelOrder } from '../../machines/orders/orders.selectors.ts';
import {
  causeKeyOf,
  minutesTaken,
  type OrderHead,
  processOf,
  shownSteps,
} from '../../machines/orders/orderPage.machine.ts';
import {
  canOrderAgain,
  canShowImage,
  isLateOrder,
  orderAoi,
  orderFailure,
  orderHead,
  shownOrder,
} from '../../machines/orders/orderPage.selectors.ts';
import { SHELL_TOOLS } from '../../machines/orders/shellLines.rules.ts';
import { isGlMissing } from '../map/kernel/graphics.ts';
import { useActorOf } from '../shared/actors.tsx';
import { formatDate, formatDayOfYear, formatMoney } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Menu } from '../shared/kit/actions/Menu.tsx';
import { Badge, OrderStatusBadge } from '../shared/kit/figures/Badge.tsx';
import { Progress } from '../shared/kit/figures/Progress.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { FailedState } from '../shared/kit/states/FailedState.tsx';
import { SkeletonRows } from '../shared/kit/states/Loading.tsx';
import { OrderFiles, OrderPriceLines, OrderScenes } from './OrderScenes.tsx';
import { CancelQuestion } from './OrdersPanel.tsx';
import { QuoteMap } from './quote/QuoteMap.tsx';
import { AcquisitionFacts } from './quote/facts.tsx';
import './orders.css';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The page of one order (decision 145). */
export function OrderPage() {
  const t = useT();
  const page = useActorOf('orderPage');
  const head = useSelector(page, orderHead);
  const order = useSelector(page, shownOrder);
  const failure = useSelector(page, orderFailure);
  const leave = () => page.send({ type: 'order.left' });
  return (
    <div
      className="gt-order-page gt-tall gt-low"
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
        footer={order !== null && <OrderFoot order={order} />}
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
          <Contents order={order} />
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
    <div className="gt-flex gt-wrap gt-gap-8-16 gt-quiet">
      <div>
        <p className="gt-room-6 gt-flex gt-gap-8">
          <OrderStatusBadge status={head.status} label={t(statusKeyOf(head.status))} />
          {head.simulated && <Badge>{t('orders.simulated')}</Badge>}
        </p>
        <p>
          {facts.filter(Boolean).map((fact, at) => (
            <Fragment key={fact}>
              {at > 0 && ' · '}
              <span className="gt-code">{fact}</span>
            </Fragment>
          ))}
        </p>
      </div>
      {order !== null && (
        <p className="gt-order-page__total gt-push gt-end">
          {t('order.finalPrice')}
          <strong className="gt-block gt-ink">{formatMoney(order.price.finalPrice)}</strong>
        </p>
      )}
    </div>
  );
}

function Contents({ order }: { order: OrderDetails }) {
  const t = useT();
  const isLate = useSelector(useActorOf('orderPage'), isLateOrder);
  return (
    <>
      <OrderFailed order={order} />
      {isLate && <Note tone="info" title={t('orders.late')} />}
      {!isLate && order.readySeconds !== undefined && (
        <Note tone="info" title={t('orders.readyAfter', { count: order.readySeconds })} />
      )}
      <OrderPicture order={order} />
      <OrderWindow order={order} />
      <OrderScenes order={order} />
      <div className="gt-order-page__columns gt-grid">
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

/** The requirements of a tasking order: the window and the limits. */
function OrderWindow({ order: { tasking, supplier } }: { order: OrderDetails }) {
  const t = useT();
  if (tasking === null) return null;
  return (
    <section className="gt-shrink" aria-label={t('quote.window')}>
      <header className="gt-order-block__head gt-flex gt-between gt-baseline gt-gap-8 gt-quiet">
        <h3 className="gt-strong gt-ink">{t('orders.window')}</h3>
        <span>{`${tasking.sourceCode} · ${supplier}`}</span>
      </header>
      <dl className="gt-order-block__facts gt-grid gt-two">
        <AcquisitionFacts tasking={tasking} />
      </dl>
    </section>
  );
}

/** The status changes, newest first, each with its time and what happened. */
function OrderHistory({ order }: { order: OrderDetails }) {
  const t = useT();
  return (
    <section className="gt-shrink" aria-label={t('orders.history')}>
      <header className="gt-order-block__head gt-flex gt-between gt-baseline gt-gap-8 gt-quiet">
        <h3 className="gt-strong gt-ink">{t('orders.history')}</h3>
        <span>UTC</span>
      </header>
      <ol className="gt-order-history">
        {shownSteps(order.history).map((step) => (
          <li
            className="gt-grid gt-anchor gt-quiet"
            key={`${step.status} ${step.at}`}
            data-tone={orderStatusRow(step.status).tone}
          >
            <span className="gt-strong gt-ink">{t(statusKeyOf(step.status))}</span>
            <time dateTime={step.at}>
              {formatDayOfYear(step.at)}{' '}
              <b className="gt-bold gt-ink">{new Date(step.at).toISOString().slice(11, 16)}</b>
            </time>
            <StepNote order={order} step={step} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepNote({ order, step }: { order: OrderDetails; step: OrderStep }) {
  const t = useT();
  const process = processOf(step.status);
  const text = () => {
    if (step.status === ORDER_STATUS.completed) {
      const minutes = minutesTaken(order) ?? 0;
      const files = t('orders.files', { count: order.files.length });
      if (minutes === 0) return t('orders.takenShort', { files });
      const hours = Math.floor(minutes / 60);
      return t(hours > 0 ? 'orders.taken' : 'orders.takenMinutes', { files, hours, minutes: minutes % 60 });
    }
    // past steps are no news
    if (process !== null) return order.status === step.status ? t('orders.step', process) : '';
    const cause = causeKeyOf(step);
    return cause === null ? '' : t(cause);
  };
  const shown = text();
  if (shown === '') return null;
  return (
    <span className="gt-whole-row">
      {shown}
      {process !== null && (
        <Progress
          label={t('orders.progressOf', { name: order.orderName })}
          share={process.at / process.of}
          message={shown}
        />
      )}
    </span>
  );
}

/** A small map of the order: in print, and on phones, where the page covers the map until it is pressed. */
function OrderPicture({ order }: { order: OrderDetails }) {
  const t = useT();
  const page = useActorOf('orderPage');
  const aoi = useSelector(page, orderAoi);
  if (aoi === null) return null;
  const scenes = order.scenes.map(({ scene }) => ({ productId: scene.id, geometry: scene.geometry }));
  const billed = order.tasking === null || order.cropByAoi ? null : billedArea(aoi.geometry, false);
  return (
    <div className="gt-order-page__map gt-anchor">
      <QuoteMap aoi={aoi} scenes={scenes} billed={billed} />
      <button
        type="button"
        className="gt-order-page__uncover gt-fill gt-round-field"
        aria-label={t('orders.showOnMap')}
        onClick={() => page.send({ type: 'orderMap.requested' })}
      />
    </div>
  );
}

/** The main actions on the order, and a menu of the others. */
function OrderFoot({ order }: { order: OrderDetails }) {
  const t = useT();
  const page = useActorOf('orderPage');
  const canOpen = useSelector(page, canShowImage);
  return (
    <>
      <Button
        variant="primary"
        icon={<Images {...ICON} />}
        disabled={!canOpen}
        reason={t('delivered.notYet')}
        onPress={() => page.send({ type: 'image.requested' })}
      >
        {t('delivered.open')}
      </Button>
      {!isGlMissing() && (
        <Button icon={<MapPinned {...ICON} />} onPress={() => page.send({ type: 'orderMap.requested' })}>
          {t('orders.showOnMap')}
        </Button>
      )}
      <OrderMenu order={order} />
    </>
  );
}

/** §4: cancel is offered only while status is below 5. */
function OrderMenu({ order: { kind, orderNum, status, files } }: { order: OrderDetails }) {
  const t = useT();
  const page = useActorOf('orderPage');
  const orders = useActorOf(`orders.${kind}`);
  const canAgain = useSelector(page, canOrderAgain);
  const canCancel = useSelector(orders, canCancelOrder(orderNum));
  const acts = {
    links: () => page.send({ type: 'links.saved' }),
    curl: () => page.send({ type: 'commands.requested', tool: 'curl' }),
    rclone: () => page.send({ type: 'commands.requested', tool: 'rclone' }),
    aws: () => page.send({ type: 'commands.requested', tool: 'aws' }),
    again: () => page.send({ type: 'again.requested' }),
    print: () => page.send({ type: 'print.requested' }),
    cancel: () => orders.send({ type: 'cancel.requested', orderNum }),
  };
  return (
    <Menu
      look="icon"
      label={t('results.more')}
      icon={<Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />}
      placement="top end"
      items={[
        ...(files.length > 0
          ? [
              { id: 'links' as const, label: t('orders.saveLinks'), icon: <FileText {...ICON} /> },
              ...SHELL_TOOLS.map((tool) => ({
                id: tool,
                label: t('orders.copyCommands', { tool: tool === 'aws' ? 'aws s3 cp' : tool }),
                icon: <SquareTerminal {...ICON} />,
              })),
            ]
          : []),
        {
          id: 'again' as const,
          label: t('orders.again'),
          icon: <RotateCcw {...ICON} />,
          disabled: !canAgain,
          note: canAgain ? undefined : t('orders.againNone'),
        },
        { id: 'print' as const, label: t('orders.print'), icon: <Printer {...ICON} /> },
        ...(isCancellable(status)
          ? [
              {
                id: 'cancel' as const,
                label: t('orders.cancelYes'),
                icon: <X {...ICON} />,
                disabled: !canCancel,
              },
            ]
          : []),
      ]}
      onChoose={(id) => acts[id]()}
    />
  );
}
