import { useActorOf } from '../../shared/actors.tsx';
import type { Delivery } from '../../../machines/imagery/delivered/deliveries.rules.ts';
import type { ImageFacts } from '../../../raster/delivered/deliveredImage.ts';
import { formatDate, formatGsd, formatTime } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Badge } from '../../shared/kit/figures/Badge.tsx';
import { Picture } from '../../search/list/row/Picture.tsx';

/** When and from where the image is. */
export function ImageSummary({ delivery, facts }: { delivery: Delivery; facts: ImageFacts | null }) {
  const t = useT();
  const { acquired, satellite, image, simulated, quicklookUrl } = delivery;
  const parts = [
    satellite,
    facts && formatGsd(facts.gsd),
    image.level,
    facts && t('delivered.bandCount', { count: facts.bands.length }),
  ];
  return (
    <div className="gt-delivered__summary">
      <div className="gt-delivered__picture">
        <Picture src={quicklookUrl} alt="" />
      </div>
      <div>
        <p className="gt-delivered__when">
          <strong>{formatDate(acquired)}</strong> {formatTime(acquired)}
        </p>
        <p>{parts.filter(Boolean).join(' · ')}</p>
        <p className="gt-delivered__badges">
          {facts !== null && <Badge>{facts.hasOverviews ? 'COG' : 'GeoTIFF'}</Badge>}
          {simulated && <Badge>{t('orders.simulated')}</Badge>}
        </p>
      </div>
    </div>
  );
}

/** 'UTM 48N' for the zones of WGS 84; null for other systems. */
function utmZone(epsg: number): string | null {
  const [isNorth, isSouth] = [epsg > 32_600 && epsg <= 32_660, epsg > 32_700 && epsg <= 32_760];
  return isNorth || isSouth ? `UTM ${epsg % 100}${isNorth ? 'N' : 'S'}` : null;
}

const BITS = { uint8: 8, uint16: 16, int16: 16, float32: 32 } as const;

/** Projection, kind of values, and the order. */
export function ImageFactsList({ delivery, facts }: { delivery: Delivery; facts: ImageFacts }) {
  const t = useT();
  const delivered = useActorOf('delivered');
  const system = facts.epsg === 3857 ? 'Web Mercator' : (utmZone(facts.epsg) ?? t('delivered.degrees'));
  const kind =
    facts.kind === 'float32'
      ? t('delivered.floating')
      : facts.kind === 'int16'
        ? t('delivered.signed')
        : t('delivered.valueKind', { bits: BITS[facts.kind] });
  return (
    <dl className="gt-delivered__facts">
      <dt>{t('delivered.projection')}</dt>
      <dd>{`${system} · EPSG:${facts.epsg}`}</dd>
      <dt>{t('delivered.values')}</dt>
      <dd>{kind}</dd>
      <dt>{t(delivery.orderNum === null ? 'details.productId' : 'delivered.order')}</dt>
      <dd>
        <button type="button" className="gt-link" onClick={() => delivered.send({ type: 'image.left' })}>
          {delivery.orderNum ?? delivery.productId}
        </button>
      </dd>
    </dl>
  );
}
