import type { Quote } from '../../../../contract/orders/quote.ts';
import { formatFactors, formatPriceLine, unitPriceLabel } from '../../shared/i18n/factors.ts';
import { formatArea, formatMoney } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Badge } from '../../shared/kit/figures/Badge.tsx';

/** §9: the final price with its factors and their units. */
export function QuotePrice({ quote }: { quote: Quote }) {
  const t = useT();
  const { price, productLevel } = quote;
  const factors = formatFactors(price, productLevel);
  const rows: [string, string, string][] = [
    [t(unitPriceLabel(price)), factors.unitPrice, t('quote.unitPrice')],
    [t('order.levelFactor', { level: productLevel }), factors.levelFactor, '×'],
    [t('order.valuationArea'), factors.valuationArea, '× km²'],
    [t('order.discount'), factors.discount, '×'],
  ];
  return (
    <section className="gt-quote__section">
      <table className="gt-quote__table" data-figures>
        <caption>{t('quote.price')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('quote.item')}</th>
            <th scope="col">{t('quote.value')}</th>
            <th scope="col">{t('quote.unit')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value, unit]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
              <td>{unit}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {t('order.finalPrice')} <Badge>{t('order.estimated')}</Badge>
            </th>
            <td className="gt-quote__sum">{formatMoney(price.finalPrice)}</td>
            <td>{t('quote.sum')}</td>
          </tr>
        </tfoot>
      </table>
      <p className="gt-quote__note">{t('quote.formula')}</p>
      <PriceLines quote={quote} />
      {price.minimumArea !== undefined && price.valuationArea === price.minimumArea && (
        <p className="gt-quote__note">{t('order.minimumArea', { area: formatArea(price.minimumArea) })}</p>
      )}
    </section>
  );
}

/** The lines of several scenes; they add up to the final price (decision 150). */
function PriceLines({ quote: { price, productLevel } }: { quote: Quote }) {
  const t = useT();
  const { lines = [] } = price;
  if (lines.length < 2) return null;
  return (
    <table className="gt-quote__table">
      <caption>{t('order.priceLines')}</caption>
      <tbody>
        {lines.map((line) => (
          <tr key={line.productId}>
            <th scope="row">{line.productId}</th>
            <td>{formatPriceLine(line, price, productLevel)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
