import { useSelector } from '@xstate/react';
import type { OrderDetails } from '../../../../contract/orders/orderDetails.ts';
import { orderAoi } from '../../../machines/orders/page/orderPage.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatFactors, unitPriceLabel } from '../../shared/i18n/factors.ts';
import { formatArea, formatMoney } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Fact, productText } from '../quote/facts.tsx';
import './scenes/orderScenes.css';

/** 3f9c…a71e: the first and last four digits of a checksum. */
export const shortSha = (sha256: string) => `${sha256.slice(0, 4)}…${sha256.slice(-4)}`;

/** §9: the factors with the digits that multiply out to the final price, the product and its terms. */
export function OrderPriceLines({ order }: { order: OrderDetails }) {
  const t = useT();
  const aoi = useSelector(useActorOf('orderPage'), orderAoi);
  const { price, productLevel, contractNum } = order;
  const factors = formatFactors(price, productLevel);
  const times = (what: string) => t('order.times', { what });
  const lines: [string, string][] = [
    [t(unitPriceLabel(price)), t('order.perArea', { price: `$${factors.unitPrice}` })],
    [times(t('order.levelFactor', { level: productLevel })), factors.levelFactor],
    [times(t('order.valuationArea')), `${factors.valuationArea} km²`],
    [times(t('order.discount')), factors.discount],
  ];
  return (
    <section className="gt-order-block" aria-label={t('orders.price')}>
      <header className="gt-order-block__head">
        <h3>{t('orders.price')}</h3>
      </header>
      <dl className="gt-order-price">
        {lines.map(([term, value]) => (
          <Fact key={term} term={term}>
            {value}
          </Fact>
        ))}
        <div className="gt-order-price__final">
          <dt>{t('order.finalPrice')}</dt>
          <dd>{formatMoney(price.finalPrice)}</dd>
        </div>
      </dl>
      {price.minimumArea !== undefined && price.valuationArea === price.minimumArea && (
        <p className="gt-order-block__note">
          {t('order.minimumArea', { area: formatArea(price.minimumArea) })}
        </p>
      )}
      <p className="gt-order-block__note">
        {aoi !== null && `AOI ${formatArea(aoi.areaKm2)} · `}
        {productText(t, order)}
        {contractNum !== null && ` · ${t('order.contractNum')} ${contractNum}`}
      </p>
      <Terms terms={order.terms} />
    </section>
  );
}

/** The accepted version of the terms; linked while it is still the current one. */
function Terms({ terms }: Pick<OrderDetails, 'terms'>) {
  const t = useT();
  if (terms === null) return null;
  const version = terms.sha256 === null ? terms.url : t('orders.version', { sha: shortSha(terms.sha256) });
  return (
    <p className="gt-order-block__note" title={terms.sha256 ?? undefined}>
      {t('orders.termsAgreed')}{' '}
      {terms.isCurrent ? (
        <a className="gt-link" href={terms.url} target="_blank" rel="noreferrer">
          {version}
        </a>
      ) : (
        `${version}, ${t('orders.termsFormer')}`
      )}
    </p>
  );
}
