import { useId, useMemo } from 'react';
import type { Quote } from '../../../../contract/orders/quote.ts';
import { areaOfPolygons, polygonsOf } from '../../../geo/area/areaGeometry.ts';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import { sketchOf } from '../../../geo/area/sketch.ts';
import { formatLatitude, formatLongitude, formatNumber } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import './quoteMap.css';

/** The size of the map in drawing units. */
const BOX = { width: 720, height: 300 } as const;
const MARGIN = 34;
/** Labels closer to the edge would be cut off, drawing units. */
const EDGE = 14;

interface QuoteMapProps {
  aoi: Pick<Quote['aoi'], 'geometry'>;
  scenes: readonly Pick<Quote['scenes'][number], 'productId' | 'geometry'>[];
  billed: Quote['billed'];
}

/** A printable map of the AOI with the footprints of the scenes or the billed area. */
export function QuoteMap({ aoi, scenes, billed }: QuoteMapProps) {
  const t = useT();
  const clip = useId();
  const sketch = useMemo(() => {
    const shown = [aoi.geometry, ...scenes.map(({ geometry }) => geometry), ...(billed ? [billed] : [])];
    return sketchOf(viewBoundsOf(areaOfPolygons(shown.flatMap(polygonsOf))), BOX, MARGIN);
  }, [aoi, scenes, billed]);
  const { meridians, parallels, digits, scale } = sketch;
  const { width, height } = BOX;
  return (
    <figure className="gt-quote__map">
      <svg
        className="gt-wide gt-round-field"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('quote.mapOf')}
      >
        <clipPath id={clip}>
          <rect width={width} height={height} />
        </clipPath>
        <g clipPath={`url(#${clip})`}>
          <rect className="gt-drawn-ground" width={width} height={height} />
          {meridians.map(({ at, degrees }) => (
            <path key={degrees} className="gt-quote-map__grid gt-drawn-line" d={`M${at} 0V${height}`} />
          ))}
          {parallels.map(({ at, degrees }) => (
            <path key={degrees} className="gt-quote-map__grid gt-drawn-line" d={`M0 ${at}H${width}`} />
          ))}
          {scenes.map(({ productId, geometry }) => (
            <path
              key={productId}
              className="gt-quote-map__footprint"
              d={sketch.path(geometry)}
              fillRule="evenodd"
            />
          ))}
          {billed !== null && (
            <path className="gt-quote-map__billed" d={sketch.path(billed)} fillRule="evenodd" />
          )}
          <path className="gt-quote-map__casing gt-drawn-line" d={sketch.path(aoi.geometry)} />
          <path
            className="gt-quote-map__aoi gt-drawn-line"
            d={sketch.path(aoi.geometry)}
            fillRule="evenodd"
          />
          {meridians
            .filter(({ at }) => at > 4 * EDGE && at < width - 4 * EDGE)
            .map(({ at, degrees }) => (
              <text
                key={degrees}
                className="gt-quote-map__degrees gt-drawn-names gt-axis"
                x={at}
                y={height - 5}
                textAnchor="middle"
              >
                {formatLongitude(degrees, digits)}
              </text>
            ))}
          {parallels
            .filter(({ at }) => at > EDGE && at < height - 2 * EDGE)
            .map(({ at, degrees }) => (
              <text key={degrees} className="gt-quote-map__degrees gt-drawn-names gt-axis" x="5" y={at - 4}>
                {formatLatitude(degrees, digits)}
              </text>
            ))}
          <path
            className="gt-quote-map__scale gt-drawn-line"
            d={`M${width - 14 - scale.length} 14v6h${scale.length}v-6`}
          />
          <text
            className="gt-quote-map__degrees gt-drawn-names gt-axis"
            x={width - 18}
            y="15"
            textAnchor="end"
          >
            {`${formatNumber(scale.km, 3)} km`}
          </text>
        </g>
      </svg>
      <figcaption className="gt-quote__legend gt-flex gt-wrap gt-quiet">
        <span data-of="aoi">{t('quote.aoi')}</span>
        {billed !== null && <span data-of="billed">{t('quote.billed')}</span>}
        {scenes.length > 0 && <span data-of="footprint">{t('quote.footprints')}</span>}
      </figcaption>
    </figure>
  );
}
