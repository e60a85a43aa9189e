import type { OrderDetails } from '../../../../contract/orderDetails.ts';
import { formatDateRange, formatDegrees, formatGsd, formatPercent } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';

/** What a tasking order asks for: the window and the limits. */
export function OrderWindow({ order: { tasking, supplier } }: { order: OrderDetails }) {
  const t = useT();
  if (tasking === null) return null;
  const facts: [string, string][] = [
    [t('quote.window'), formatDateRange(tasking.windowStart, tasking.windowEnd, true)],
    [
      t('quote.limits'),
      t('quote.limitsText', {
        cloud: formatPercent(tasking.maxCloudCover),
        angle: formatDegrees(tasking.maxOffNadirAngle),
      }),
    ],
    [t('quote.resolution'), formatGsd(tasking.resolution)],
    [t('quote.mode'), tasking.productMode],
  ];
  return (
    <section className="gt-order-block" aria-label={t('quote.window')}>
      <header className="gt-order-block__head">
        <h3>{t('orders.window')}</h3>
        <span>{`${tasking.sourceCode} · ${supplier}`}</span>
      </header>
      <dl className="gt-order-block__facts">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
