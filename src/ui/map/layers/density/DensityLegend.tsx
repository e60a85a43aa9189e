import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import { OUTLINES_MAX, OUTLINES_ZOOM } from '../../../../machines/map/map.rules.ts';
import { mappedScenes, matchedCount } from '../../../../machines/search/results.selectors.ts';
import { preferredFootprints } from '../../../../machines/shared/preferences.selectors.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { formatNumber, inOneLine } from '../../../shared/i18n/formats.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { CoverageLegend, useIsCoverageShown } from '../coverage/CoverageLegend.tsx';
import { useBaseGround } from '../tiles/useGround.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { usePortalMap } from '../../kernel/mapStores.ts';
import { useShownLayers } from '../tiles/useMapLayers.ts';
import { densityStepsStore } from './useDensity.ts';
import { densityColors } from './densityColors.ts';
import { StepsCard } from './StepsCard.tsx';
import { useIsDensityShown } from '../footprints/drawnFootprints.ts';

/** The colours of the coverage, or of the density with the counted scenes. */
export function DensityLegend() {
  const mapHandle = usePortalMap();
  const isCoverage = useIsCoverageShown();
  const isDensity = useIsDensityShown();
  if (mapHandle === null) return null;
  if (isCoverage) return <CoverageLegend mapHandle={mapHandle} />;
  return isDensity ? <Card mapHandle={mapHandle} /> : null;
}

function Card({ mapHandle }: { mapHandle: MapHandle }) {
  const t = useT();
  const results = useActorOf('results');
  const counted = useSelector(results, (snapshot) => mappedScenes(snapshot).length);
  const matched = useSelector(results, matchedCount);
  const isAuto = useSelector(useActorOf('preferences'), preferredFootprints) === 'auto';
  const steps = useSyncExternalStore(densityStepsStore.on, densityStepsStore.get);
  const colors = densityColors(useBaseGround(mapHandle, useShownLayers()));
  return (
    <StepsCard
      title={t('map.footprintView.legend')}
      short={t('map.footprintView.legendShort')}
      note={inOneLine(
        t('map.footprintView.counted', { counted: formatNumber(counted), matched: formatNumber(matched) }),
        isAuto && t('map.footprintView.when', { zoom: OUTLINES_ZOOM, most: OUTLINES_MAX }),
      )}
      steps={steps.map((least, at) => ({
        color: colors[at]!,
        label: String(least),
        said: t('map.footprintView.from', { count: least }),
      }))}
      range={t('map.footprintView.range', { most: Math.max(...steps) })}
    />
  );
}
