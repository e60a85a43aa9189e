import { useSelector } from '@xstate/react';
import { RotateCcw } from 'lucide-react';
import { levelFactor } from '../../../contract/price.ts';
import {
  canRetryPrice,
  formerCents,
  isPricing,
  orderAoi,
  orderDraft,
  orderPrice,
  priceRefusal,
  submitRefusal,
} from '../../machines/sceneOrder.selectors.ts';
import { useActorOf } from '../actors.tsx';
import { formatArea, formatFixed, formatMoney } from '../i18n/formats.ts';
import { saidText } from '../i18n/said.ts';
import { useT } from '../i18n/useT.ts';
import { Badge } from '../kit/Badge.tsx';
import { Button } from '../kit/Button.tsx';
import { Note } from '../kit/Note.tsx';
import { Ring } from '../kit/Ring.tsx';
import { Skeleton } from '../kit/Skeleton.tsx';

/** 9 → '9.00', 9.1255 → '9.1255': two decimals, four where there are more (contract/price.ts). */
function exact(value: number): string {
  return formatFixed(value, Number.isInteger(Math.round(value * 1e4) / 100) ? 2 : 4);
}

/** §9: unit price × level factor × valuation area × discount = final price, labelled estimated. */
export function PriceLines() {
  const t = useT();
  const form = useActorOf('sceneOrder');
  const aoi = useSelector(form, orderAoi);
  const level = useSelector(form, orderDraft).productLevel;
  const price = useSelector(form, orderPrice);
  const times = (what: string) => t('order.times', { what });
  return (
    <section className="gt-price" aria-label={t('order.finalPrice')}>
      <dl className="gt-price__lines">
        <Line term={t('order.aoiArea')} value={formatArea(aoi.areaKm2)} width={84} />
        <Line
          term={t('order.unitPrice')}
          value={price && t('order.perArea', { price: `$${exact(price.unitPrice)}` })}
          width={72}
        />
        <Line
          term={times(t('order.levelFactor', { level }))}
          value={formatFixed(levelFactor(level), 2)}
          width={36}
        />
        <Line
          term={times(t('order.valuationArea'))}
          value={price && formatArea(price.valuationArea)}
          width={88}
        />
        <Line term={times(t('order.discount'))} value={price && exact(price.discount)} width={36} />
      </dl>
      <FinalPrice />
      <PriceNotes />
    </section>
  );
}

interface LineProps {
  term: string;
  value: string | null;
  /** Of the bar that stands in for a value not known yet, px. */
  width: number;
}

function Line({ term, value, width }: LineProps) {
  const t = useT();
  const pricing = useSelector(useActorOf('sceneOrder'), isPricing);
  return (
    <div className="gt-price__line">
      <dt>{term}</dt>
      <dd>{value ?? (pricing ? <Skeleton width={width} height={10} /> : t('common.none'))}</dd>
    </div>
  );
}

function FinalPrice() {
  const t = useT();
  const form = useActorOf('sceneOrder');
  const price = useSelector(form, orderPrice);
  const pricing = useSelector(form, isPricing);
  return (
    <div className="gt-price__final" role="status">
      <span className="gt-price__final-label">{t('order.finalPrice')}</span>
      <Badge>{t('order.estimated')}</Badge>
      {price !== null && <strong className="gt-price__sum">{formatMoney(price.finalPrice)}</strong>}
      {price === null && pricing && (
        <span className="gt-price__pricing">
          <Ring />
          {t('order.pricing')}
        </span>
      )}
      {price === null && !pricing && <span className="gt-price__pricing">{t('common.none')}</span>}
    </div>
  );
}

/** A price that can't be had, one that changed, an order that was not taken: each in its place. */
function PriceNotes() {
  const t = useT();
  const form = useActorOf('sceneOrder');
  const price = useSelector(form, orderPrice);
  const former = useSelector(form, formerCents);
  const unpriced = useSelector(form, priceRefusal);
  const notTaken = useSelector(form, submitRefusal);
  const canRetry = useSelector(form, canRetryPrice);
  return (
    <>
      {unpriced !== null && (
        <Note
          tone="err"
          title={saidText(t, unpriced)}
          action={
            <Button
              size="small"
              icon={<RotateCcw size={14} strokeWidth={1.75} />}
              disabled={!canRetry}
              onPress={() => form.send({ type: 'price.requested' })}
            >
              {t('common.tryAgain')}
            </Button>
          }
        >
          <p>{t('order.priceFailed')}</p>
        </Note>
      )}
      {former !== null && price !== null && (
        <Note tone="warn" title={t('errors.priceChanged')}>
          <p>
            {t('order.priceChangedSums', { before: formatMoney(former), now: formatMoney(price.finalPrice) })}
          </p>
        </Note>
      )}
      {notTaken !== null && (
        <Note tone="err" title={saidText(t, notTaken)}>
          <p>{t('order.submitRefused')}</p>
        </Note>
      )}
    </>
  );
}
