import { useSelector } from '@xstate/react';
import { DENSITY_STEPS, OUTLINES_MAX, OUTLINES_ZOOM } from '../../../../machines/map/map.rules.ts';
import { mappedScenes, matchedCount } from '../../../../machines/search/results.selectors.ts';
import { preferredFootprints } from '../../../../machines/shared/preferences.selectors.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { formatNumber } from '../../../shared/i18n/formats.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { useBaseGround } from '../tiles/useGround.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { usePortalMap } from '../../kernel/mapStores.ts';
import { useShownLayers } from '../tiles/useMapLayers.ts';
import { densityColors } from './densityColors.ts';
import { useIsDensityShown } from '../footprints/drawnFootprints.ts';
import './density.css';

/** The colours of the density and the counted scenes; on phones one line with the range. */
export function DensityLegend() {
  const mapHandle = usePortalMap();
  return useIsDensityShown() && mapHandle !== null ? <Card mapHandle={mapHandle} /> : null;
}

function Card({ mapHandle }: { mapHandle: MapHandle }) {
  const t = useT();
  const results = useActorOf('results');
  const counted = useSelector(results, (snapshot) => mappedScenes(snapshot).length);
  const matched = useSelector(results, matchedCount);
  const isAuto = useSelector(useActorOf('preferences'), preferredFootprints) === 'auto';
  const colors = densityColors(useBaseGround(mapHandle, useShownLayers()));
  return (
    <section
      className="gt-density gt-placed gt-float gt-round-toolbar"
      aria-label={t('map.footprintView.legend')}
    >
      <h2 className="gt-density__title gt-label">{t('map.footprintView.legend')}</h2>
      <span className="gt-phone-only gt-block" aria-hidden="true">
        {t('map.footprintView.legendShort')}
      </span>
      <ul className="gt-density__steps gt-flex">
        {DENSITY_STEPS.map((least, at) => (
          <li className="gt-grid gt-grow" key={least}>
            <span
              className="gt-density__swatch"
              style={{ background: `rgb(${colors[at]!.slice(0, 3).join(' ')} / ${colors[at]![3] / 255})` }}
              aria-hidden="true"
            />
            <span className="gt-density__from gt-caption gt-muted">
              <span className="gt-visually-hidden">{t('map.footprintView.from', { count: least })}</span>
              <span aria-hidden="true">
                {least}
                {at === DENSITY_STEPS.length - 1 && '+'}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <span className="gt-phone-only gt-block" aria-hidden="true">
        {t('map.footprintView.range', { most: Math.max(...DENSITY_STEPS) })}
      </span>
      <p className="gt-density__note gt-caption gt-muted">
        {t('map.footprintView.counted', { counted: formatNumber(counted), matched: formatNumber(matched) })}
        {isAuto && ` ${t('map.footprintView.when', { zoom: OUTLINES_ZOOM, most: OUTLINES_MAX })}`}
      </p>
    </section>
  );
}
