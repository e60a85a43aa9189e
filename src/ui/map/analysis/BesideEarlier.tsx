import { useRef, useState } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { analysedLayer, earlierLayer } from '../../../machines/analytics/analytics.selectors.ts';
import { useT } from '../../shared/i18n/useT.ts';
import type { MapPadding } from '../camera/mapPadding.ts';
import type { MapHandle } from '../canvas/mapHandle.ts';
import { MapHost } from '../canvas/MapHost.tsx';
import '../compare/compare.css';
import { Divider } from '../compare/Divider.tsx';
import { dividerStyle, MIDDLE } from '../compare/divider.rules.ts';
import { usePairedMaps } from '../compare/usePairedMaps.ts';
import type { MapLayer } from '../layerSelector/mapLayers.ts';
import { PageAttribution } from './PageAttribution.tsx';
import { usePageValue } from './page.tsx';
import { ResultLayer } from './ResultLayer.tsx';
import { useAnalysisLayers } from './useAnalysisLayers.ts';
import { useAnalysisPicture } from './useAnalysisPicture.ts';

const LATER_MAP = 'later-map';

interface BesideEarlierProps {
  /** Id of the map below, which shows the earlier layer. */
  earlierMap: string;
  padding: MapPadding;
}

/** The later layer of a change with the result, right of a divider; the earlier layer is on the map below. */
export function BesideEarlier({ earlierMap, padding }: BesideEarlierProps) {
  const t = useT();
  const layers = useAnalysisLayers('analysed');
  const [mapHandle, setMapHandle] = useState<MapHandle | null>(null);
  const [share, setShare] = useState(MIDDLE);
  const { [earlierMap]: earlier } = useMap();
  const { lng = 0, lat = 0 } = earlier?.getCenter() ?? {};
  usePairedMaps(earlierMap, LATER_MAP);
  const handle = useRef<HTMLDivElement>(null);
  const titles = {
    before: usePageValue(earlierLayer)?.name ?? '',
    after: usePageValue(analysedLayer)?.name ?? '',
  };
  return (
    <div
      className="gt-compare"
      role="group"
      aria-label={t('compare.title')}
      style={dividerStyle(padding, share)}
    >
      <div className="gt-map__host gt-compare__after">
        <MapHost
          id={LATER_MAP}
          label={t('compare.afterMap')}
          view={{ longitude: lng, latitude: lat, zoom: earlier?.getZoom() ?? 0 }}
          layers={layers}
          onHandle={setMapHandle}
        >
          <ResultLayer />
        </MapHost>
      </div>
      {mapHandle !== null && (
        <OnLaterMap key={mapHandle.id} mapHandle={mapHandle} layers={layers} padding={padding} />
      )}
      {(['before', 'after'] as const).map((side) => (
        <p key={side} className="gt-compare__name gt-analytics__side" data-side={side}>
          {titles[side]}
        </p>
      ))}
      <Divider share={share} onShare={setShare} padding={padding} {...titles} handle={handle} />
    </div>
  );
}

interface OnLaterMapProps extends Pick<BesideEarlierProps, 'padding'> {
  mapHandle: MapHandle;
  layers: readonly MapLayer[];
}

function OnLaterMap(props: OnLaterMapProps) {
  useAnalysisPicture(props.mapHandle, false);
  return <PageAttribution {...props} place="above" />;
}
