import type { Quote } from '../../../../contract/quote.ts';
import { levelFactor } from '../../../../contract/price.ts';
import { formatArea, formatFixed, formatMoney } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Badge } from '../../shared/kit/figures/Badge.tsx';

/** At least two decimals; more if the value has more, so that the printed factors multiply out. */
const exact = (value: number, atMost: number): string => {
  const decimals = String(value).split('.')[1]?.length ?? 0;
  return formatFixed(value, Math.min(atMost, Math.max(2, decimals)));
};

/** §9: the final price with its factors and their units. */
export function QuotePrice({ quote }: { quote: Quote }) {
  const t = useT();
  const { price, productLevel } = quote;
  const rows: [string, string, string][] = [
    [t('order.unitPrice'), exact(price.unitPrice, 4), t('quote.unitPrice')],
    [t('order.levelFactor', { level: productLevel }), formatFixed(levelFactor(productLevel), 2), '×'],
    [t('order.valuationArea'), exact(price.valuationArea, 6), '× km²'],
    [t('order.discount'), exact(price.discount, 4), '×'],
  ];
  return (
    <section className="gt-quote__section">
      <table className="gt-quote__table" data-figures>
        <caption>{t('quote.price')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('quote.factor')}</th>
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
      {price.minimumArea !== undefined && price.valuationArea === price.minimumArea && (
        <p className="gt-quote__note">{t('order.minimumArea', { area: formatArea(price.minimumArea) })}</p>
      )}
    </section>
  );
}
