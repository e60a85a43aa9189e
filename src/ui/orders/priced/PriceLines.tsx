import { Printer, RotateCcw } from 'lucide-react';
import type { ProductLevel } from '../../../../contract/limits.ts';
import type { PriceResult } from '../../../../contract/orders.ts';
import { levelFactor } from '../../../../contract/price.ts';
import type { NoticeText } from '../../../machines/shared/notice.ts';
import { formatArea, formatFixed, formatMoney } from '../../shared/i18n/formats.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Badge } from '../../shared/kit/figures/Badge.tsx';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { Ring } from '../../shared/kit/figures/Ring.tsx';
import { Skeleton } from '../../shared/kit/layout/Skeleton.tsx';

/** 9 → '9.00', 9.1255 → '9.1255': two decimals, four where there are more (contract/price.ts). */
function exact(value: number): string {
  return formatFixed(value, Number.isInteger(Math.round(value * 1e4) / 100) ? 2 : 4);
}

export interface PriceLinesProps {
  /** km². */
  aoiArea: number;
  level: ProductLevel;
  price: PriceResult | null;
  isPricing: boolean;
  /** Integer cents: the sum before the server named another. */
  former: number | null;
  /** Why the price can't be had. */
  unpriced: NoticeText | null;
  /** Why the order was not taken. */
  notTaken: NoticeText | null;
  canRetry: boolean;
  onRetry: () => void;
  /** Whether there is a quote to print. */
  canQuote: boolean;
  onQuote: () => void;
}

/** §9: unit price × level factor × valuation area × discount = final price, labelled estimated. */
export function PriceLines(props: PriceLinesProps) {
  const { aoiArea, level, price, isPricing } = props;
  const t = useT();
  const times = (what: string) => t('order.times', { what });
  return (
    <section className="gt-price" aria-label={t('order.finalPrice')}>
      <dl className="gt-price__lines">
        <Line term={t('order.aoiArea')} value={formatArea(aoiArea)} width={84} isPricing={isPricing} />
        <Line
          term={t('order.unitPrice')}
          value={price && t('order.perArea', { price: `$${exact(price.unitPrice)}` })}
          width={72}
          isPricing={isPricing}
        />
        <Line
          term={times(t('order.levelFactor', { level }))}
          value={formatFixed(levelFactor(level), 2)}
          width={36}
          isPricing={isPricing}
        />
        <Line
          term={times(t('order.valuationArea'))}
          value={price && formatArea(price.valuationArea)}
          width={88}
          isPricing={isPricing}
        />
        <Line
          term={times(t('order.discount'))}
          value={price && exact(price.discount)}
          width={36}
          isPricing={isPricing}
        />
      </dl>
      {price?.minimumArea !== undefined && price.valuationArea === price.minimumArea && (
        <p className="gt-price__minimum">{t('order.minimumArea', { area: formatArea(price.minimumArea) })}</p>
      )}
      <FinalPrice price={price} isPricing={isPricing} />
      {price !== null && (
        <Button
          variant="text"
          size="small"
          icon={<Printer size={14} strokeWidth={1.75} />}
          disabled={!props.canQuote}
          onPress={props.onQuote}
        >
          {t('quote.open')}
          <span className="gt-visually-hidden"> ({t('order.opensNewTab')})</span>
        </Button>
      )}
      <PriceNotes {...props} />
    </section>
  );
}

interface LineProps {
  term: string;
  value: string | null;
  /** Of the bar that stands in for a value not known yet, px. */
  width: number;
  isPricing: boolean;
}

function Line({ term, value, width, isPricing }: LineProps) {
  const t = useT();
  return (
    <div className="gt-price__line">
      <dt>{term}</dt>
      <dd>{value ?? (isPricing ? <Skeleton width={width} height={10} /> : t('common.none'))}</dd>
    </div>
  );
}

function FinalPrice({ price, isPricing }: Pick<PriceLinesProps, 'price' | 'isPricing'>) {
  const t = useT();
  return (
    <div className="gt-price__final" role="status">
      <span className="gt-price__final-label">{t('order.finalPrice')}</span>
      <Badge>{t('order.estimated')}</Badge>
      {price !== null && <strong className="gt-price__sum">{formatMoney(price.finalPrice)}</strong>}
      {price === null && isPricing && (
        <span className="gt-price__pricing">
          <Ring />
          {t('order.pricing')}
        </span>
      )}
      {price === null && !isPricing && <span className="gt-price__pricing">{t('common.none')}</span>}
    </div>
  );
}

/** A price that can't be had, one that changed, an order that was not taken: each in its place. */
function PriceNotes({ price, former, unpriced, notTaken, canRetry, onRetry }: PriceLinesProps) {
  const t = useT();
  return (
    <>
      {unpriced !== null && (
        <Note
          tone="err"
          title={messageText(t, unpriced)}
          action={
            <Button
              size="small"
              icon={<RotateCcw size={14} strokeWidth={1.75} />}
              disabled={!canRetry}
              onPress={onRetry}
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
        <Note tone="err" title={messageText(t, notTaken)}>
          <p>{t('order.submitRefused')}</p>
        </Note>
      )}
    </>
  );
}
