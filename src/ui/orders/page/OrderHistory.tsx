import type { OrderDetails, OrderStep } from '../../../../contract/orders/orderDetails.ts';
import { ORDER_STATUS, orderStatusRow } from '../../../../contract/orders/orderStatus.ts';
import { statusKeyOf } from '../../../machines/orders/list/orders.rules.ts';
import { causeKeyOf, minutesTaken } from '../../../machines/orders/page/orderPage.rules.ts';
import { formatDayOfYear } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import './orderHistory.css';

/** The status changes, newest first, each with its time and what happened. */
export function OrderHistory({ order }: { order: OrderDetails }) {
  const t = useT();
  return (
    <section className="gt-order-block" aria-label={t('orders.history')}>
      <header className="gt-order-block__head">
        <h3>{t('orders.history')}</h3>
        <span>UTC</span>
      </header>
      <ol className="gt-order-history">
        {order.history.toReversed().map((step) => (
          <li key={`${step.status} ${step.at}`} data-tone={orderStatusRow(step.status).tone}>
            <span className="gt-order-history__label">{t(statusKeyOf(step.status))}</span>
            <time dateTime={step.at}>
              {formatDayOfYear(step.at)} <b>{new Date(step.at).toISOString().slice(11, 16)}</b>
            </time>
            <StepNote order={order} step={step} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** §4: 'in process' has three numbers. */
const IN_PROCESS = [4, 5, 6];

function StepNote({ order, step }: { order: OrderDetails; step: OrderStep }) {
  const t = useT();
  const text = () => {
    if (step.status === ORDER_STATUS.completed) {
      const minutes = minutesTaken(order) ?? 0;
      const files = t('orders.files', { count: order.files.length });
      if (minutes === 0) return t('orders.takenShort', { files });
      const hours = Math.floor(minutes / 60);
      return t(hours > 0 ? 'orders.taken' : 'orders.takenMinutes', { files, hours, minutes: minutes % 60 });
    }
    const at = IN_PROCESS.indexOf(step.status);
    if (at >= 0) return t('orders.step', { at: at + 1, of: IN_PROCESS.length });
    const cause = causeKeyOf(step);
    return cause === null ? '' : t(cause);
  };
  const shown = text();
  return shown === '' ? null : <span className="gt-order-history__note">{shown}</span>;
}
