import type { OrderDetails } from '../../../../contract/orders/orderDetails.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { AcquisitionFacts } from '../quote/facts.tsx';

/** The requirements of a tasking order: the window and the limits. */
export function OrderWindow({ order: { tasking, supplier } }: { order: OrderDetails }) {
  const t = useT();
  if (tasking === null) return null;
  return (
    <section className="gt-order-block" aria-label={t('quote.window')}>
      <header className="gt-order-block__head">
        <h3>{t('orders.window')}</h3>
        <span>{`${tasking.sourceCode} · ${supplier}`}</span>
      </header>
      <dl className="gt-order-block__facts">
        <AcquisitionFacts tasking={tasking} />
      </dl>
    </section>
  );
}
