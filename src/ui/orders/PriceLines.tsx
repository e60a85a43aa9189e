import type { ProductLevel } from '../../../contract/limits.ts';
import type { AgreedQuote, PriceResult } from '../../../contract/orders/orders.ts';
import { formatProduct, printedLines } from '../shared/i18n/factors.ts';
import { formatMoney } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import './orders.css';

/** The number of a scene of an order, as on its map. */
export function Disc({ number, tone }: { number: number; tone?: 'warn' | undefined }) {
  return (
    <span className="gt-order-disc gt-filled gt-centre gt-keep gt-round" data-tone={tone}>
      {number}
    </span>
  );
}

interface PriceLinesProps {
  price: PriceResult;
  level: ProductLevel;
  /** Whether a line of this place is billed for far more than it covers. */
  isMarked?: (at: number) => boolean;
}

/** §9: the factors of each line as they multiply out, and its price. The lines of several scenes have their numbers. */
export function PriceLines({ price, level, isMarked }: PriceLinesProps) {
  const t = useT();
  return (
    <div className="gt-stack gt-gap-6">
      <p className="gt-caption gt-muted">{t('order.product')}</p>
      <ol className="gt-stack gt-gap-6" aria-label={t('order.priceLines')}>
        {printedLines(price).map((line, at) => (
          <li key={line.productId ?? at} className="gt-across gt-gap-10 gt-high-20">
            {line.productId !== null && <Disc number={at + 1} tone={isMarked?.(at) ? 'warn' : undefined} />}
            <span className="gt-shrink gt-grow gt-label gt-muted">{formatProduct(line, level)}</span>
            <span className="gt-strong gt-keep">{formatMoney(line.finalPrice)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The quote of a price, and both prices where the tariff or a scene has changed since. */
export function QuoteLine({ quote, price }: { quote: AgreedQuote; price: PriceResult }) {
  const t = useT();
  return (
    <p className="gt-anywhere gt-quiet">
      {t(quote.finalPrice === price.finalPrice ? 'orders.quote' : 'orders.quoteDiffers', {
        number: quote.number,
        price: formatMoney(quote.finalPrice),
      })}
    </p>
  );
}
