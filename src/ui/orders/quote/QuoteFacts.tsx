import type { Quote } from '../../../../contract/orders/quote.ts';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import {
  formatArea,
  formatGsd,
  formatLatitude,
  formatLongitude,
  formatTimestamp,
} from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { AcquisitionFacts, Fact, productText } from './facts.tsx';

/** The area, the product, and the scenes or the window. */
export function QuoteFacts({ quote }: { quote: Quote }) {
  const t = useT();
  const { aoi, orderName, contractNum, tasking } = quote;
  const [west, south, east, north] = viewBoundsOf(aoi.geometry);
  return (
    <section className="gt-quote__section">
      <dl className="gt-quote__facts">
        {orderName !== '' && <Fact term={t('quote.orderName')}>{orderName}</Fact>}
        {contractNum !== '' && <Fact term={t('quote.contractNum')}>{contractNum}</Fact>}
        <Fact term={t('quote.area')}>{formatArea(aoi.areaKm2)}</Fact>
        <Fact term={t('quote.extent')}>
          {`${formatLatitude(south, 4)} – ${formatLatitude(north, 4)}, ${formatLongitude(west, 4)} – ${formatLongitude(east, 4)}`}
        </Fact>
        <Fact term={t('quote.delivery')}>{productText(t, quote)}</Fact>
        {tasking !== null && (
          <>
            <Fact term={t('quote.satellite')}>{tasking.satellite}</Fact>
            <AcquisitionFacts tasking={tasking} />
          </>
        )}
      </dl>
      {quote.scenes.length > 0 && <ScenesTable scenes={quote.scenes} />}
    </section>
  );
}

function ScenesTable({ scenes }: { scenes: Quote['scenes'] }) {
  const t = useT();
  return (
    <table className="gt-quote__table">
      <caption>{t('order.scenes', { count: scenes.length })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('quote.productId')}</th>
          <th scope="col">{t('quote.satellite')}</th>
          <th scope="col">{t('quote.acquired')}</th>
          <th scope="col">{t('quote.gsd')}</th>
        </tr>
      </thead>
      <tbody>
        {scenes.map((scene) => (
          <tr key={scene.productId}>
            <th scope="row">
              {scene.productId}
              {scene.simulated && ` (${t('quote.simulated')})`}
            </th>
            <td>{scene.satellite ?? t('common.none')}</td>
            <td>{formatTimestamp(scene.acquisitionDate)}</td>
            <td>{scene.gsd === null ? t('common.none') : formatGsd(scene.gsd)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
