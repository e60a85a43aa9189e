import { useSelector } from '@xstate/react';
import { RotateCcw } from 'lucide-react';
import type { ImageryExportEstimate } from '../../../../contract/imagery.ts';
import {
  exportCreditsRefusal,
  exportQuote,
  isQuoting,
  quoteRefusal,
} from '../../../machines/imagery/imageryExport.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatArea, formatBytes, formatNumber } from '../../shared/i18n/formats.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { type Translate } from '../../shared/i18n/language.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Badge } from '../../shared/kit/figures/Badge.tsx';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { Ring } from '../../shared/kit/figures/Ring.tsx';
import { Skeleton } from '../../shared/kit/layout/Skeleton.tsx';
import '../../orders/scene/sceneOrder.css';
import './imageryExport.css';

const credits = (t: Translate, count: number): string =>
  t('account.amount', { count, amount: formatNumber(count) });

/** §5: the price in credits as a sum, against the balance; and how large the file is at most, before it starts. */
export function ImageryExportPrice() {
  const t = useT();
  const form = useActorOf('imageryExport');
  const quote = useSelector(form, exportQuote);
  const isPending = useSelector(form, isQuoting);
  const short = useSelector(form, exportCreditsRefusal);
  return (
    <section className="gt-price gt-export-price" aria-label={t('imageryExport.cost')}>
      <dl className="gt-price__lines">
        <EstimateLines estimate={quote?.estimate ?? null} isPending={isPending} />
        <Line
          term={t('imageryExport.balance')}
          value={quote && credits(t, quote.balance)}
          isPending={isPending}
        />
      </dl>
      <div className="gt-price__final" role="status">
        <span className="gt-price__final-label">{t('imageryExport.cost')}</span>
        <Badge>{t('order.estimated')}</Badge>
        {quote !== null && <strong className="gt-price__sum">{credits(t, quote.cost)}</strong>}
        {quote === null && (
          <span className="gt-price__pricing">
            {isPending && <Ring />}
            {t(isPending ? 'order.pricing' : 'common.none')}
          </span>
        )}
      </div>
      {quote !== null && short === null && (
        <p className="gt-price__minimum">
          {t('imageryExport.left', { amount: credits(t, quote.balance - quote.cost) })}
        </p>
      )}
      {quote !== null && short !== null && (
        <Note tone="err" title={messageText(t, short)}>
          <p>{t('imageryExport.short', { amount: credits(t, quote.cost - quote.balance) })}</p>
        </Note>
      )}
      <PriceFailed />
    </section>
  );
}

interface LineProps {
  term: string;
  value: string | null;
  isPending: boolean;
}

function Line({ term, value, isPending }: LineProps) {
  const t = useT();
  return (
    <div className="gt-price__line">
      <dt>{term}</dt>
      <dd>{value ?? (isPending ? <Skeleton width={84} height={10} /> : t('common.none'))}</dd>
    </div>
  );
}

/** How the cost comes about, and the size of what is written. */
function EstimateLines({
  estimate,
  isPending,
}: {
  estimate: ImageryExportEstimate | null;
  isPending: boolean;
}) {
  const t = useT();
  const size =
    estimate &&
    t('imageryExport.pixels', {
      width: formatNumber(estimate.width),
      height: formatNumber(estimate.height),
      bytes: formatBytes(estimate.bytes),
    });
  return (
    <>
      <Line term={t('imageryExport.size')} value={size} isPending={isPending} />
      <Line
        term={t('imageryExport.area')}
        value={estimate && formatArea(estimate.areaKm2)}
        isPending={isPending}
      />
      <Line
        term={t('order.times', { what: t('imageryExport.perKm2') })}
        value={estimate && credits(t, estimate.creditsPerKm2)}
        isPending={isPending}
      />
    </>
  );
}

/** §8 Price pre-check failure, with the way to try again. */
function PriceFailed() {
  const t = useT();
  const form = useActorOf('imageryExport');
  const refusal = useSelector(form, quoteRefusal);
  if (refusal === null) return null;
  return (
    <Note
      tone="err"
      title={messageText(t, refusal)}
      action={
        <Button
          size="small"
          icon={<RotateCcw size={14} strokeWidth={1.75} />}
          onPress={() => form.send({ type: 'price.requested' })}
        >
          {t('common.tryAgain')}
        </Button>
      }
    >
      <p>{t('order.priceFailed')}</p>
    </Note>
  );
}
