import { Download, FileText, Link2 } from 'lucide-react';
import type { OrderItem } from '../../../../contract/orders.ts';
import { linkNameOf, statusKeyOf } from '../../../machines/orders/list/orders.rules.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';

interface OrderMoreProps {
  id: string;
  order: OrderItem;
  onSaveLinks: () => void;
  onCopyLink: () => void;
}

/** The expanded part of an order: delivered files, the links as text (§4), a link to the order, history. */
export function OrderMore({ id, order, onSaveLinks, onCopyLink }: OrderMoreProps) {
  const t = useT();
  return (
    <div id={id} className="gt-order__more">
      {order.downloadUrl.length > 0 && (
        <ul className="gt-order__links">
          {order.downloadUrl.map((link) => (
            <li key={link}>
              <DeliveredFile link={link} />
            </li>
          ))}
        </ul>
      )}
      <div className="gt-order__buttons">
        {order.downloadUrl.length > 0 && (
          <Button size="small" icon={<FileText size={14} strokeWidth={1.75} />} onPress={onSaveLinks}>
            {t('orders.saveLinks')}
          </Button>
        )}
        <Button size="small" icon={<Link2 size={14} strokeWidth={1.75} />} onPress={onCopyLink}>
          {t('orders.copyLink')}
        </Button>
      </div>
      <StatusHistory order={order} />
    </div>
  );
}

/** A plain link, so that the browser downloads the file. */
function DeliveredFile({ link }: { link: string }) {
  const t = useT();
  const file = linkNameOf(link);
  return (
    <a className="gt-order__link" href={link} download aria-label={t('orders.download', { file })}>
      <span className="gt-order__file">{file}</span>
      <Download size={14} strokeWidth={1.75} aria-hidden="true" />
    </a>
  );
}

/** 2026-11-14T03:22:05Z → 2026-11-14 03:22 UTC. */
const minuteOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

function StatusHistory({ order }: { order: OrderItem }) {
  const t = useT();
  return (
    <section className="gt-order__history">
      <h4 className="gt-field__label">{t('orders.history')}</h4>
      {order.history.length === 0 ? (
        <p className="gt-order__step">{t('orders.noHistory')}</p>
      ) : (
        <ol>
          {order.history.map((step) => (
            <li key={`${step.status} ${step.at}`} className="gt-order__step">
              <span>{t(statusKeyOf(step.status))}</span>
              <time dateTime={step.at}>{minuteOf(step.at)}</time>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
