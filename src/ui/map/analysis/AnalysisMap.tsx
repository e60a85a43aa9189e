import { Minus, Plus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { MapProvider } from 'react-map-gl/maplibre';
import { drawMode, isComparingSides } from '../../../machines/analytics/analytics.selectors.ts';
import { usePage, usePageValue } from './page.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { TooltipButton } from '../../shared/kit/actions/TooltipButton.tsx';
import type { MapLayer } from '../layerSelector/mapLayers.ts';
import { ActiveDrawing } from '../drawing/ActiveDrawing.tsx';
import '../canvas/map.css';
import { mapPaddingOf, type MapPadding } from '../camera/mapPadding.ts';
import type { MapHandle } from '../canvas/mapHandle.ts';
import { MapHost } from '../canvas/MapHost.tsx';
import { useWindowSize } from '../canvas/useWindowSize.ts';
import { BesideEarlier } from './BesideEarlier.tsx';
import { PageAttribution } from './PageAttribution.tsx';
import { ResultLayer } from './ResultLayer.tsx';
import { useAnalysisLayers } from './useAnalysisLayers.ts';
import { useAnalysisPicture } from './useAnalysisPicture.ts';

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

const MAP = 'analysis-map';

/** The map of the analytics page: the layer, the AOI, and the result. */
export function AnalysisMap() {
  return (
    <MapProvider>
      <Maps />
    </MapProvider>
  );
}

function Maps() {
  const t = useT();
  const [mapHandle, setMapHandle] = useState<MapHandle | null>(null);
  const { width, height } = useWindowSize();
  const isDrawing = usePageValue(drawMode) !== null;
  const padding = useMemo(
    () =>
      mapPaddingOf({
        width,
        height,
        isPanelOpen: true,
        isDrawerOpen: false,
        isSheetLow: isDrawing,
        isBare: true,
      }),
    [width, height, isDrawing],
  );
  const isComparing = usePageValue(isComparingSides);
  const layers = useAnalysisLayers(isComparing ? 'earlier' : 'analysed');
  return (
    <div className="gt-map">
      <div className="gt-map__host">
        <MapHost
          id={MAP}
          label={t('map.label')}
          cursor={isDrawing ? 'crosshair' : ''}
          layers={layers}
          onHandle={setMapHandle}
        >
          {!isComparing && <ResultLayer />}
        </MapHost>
      </div>
      {isComparing && mapHandle !== null && <BesideEarlier earlierMap={MAP} padding={padding} />}
      {mapHandle !== null && (
        <OnMap key={mapHandle.id} mapHandle={mapHandle} padding={padding} layers={layers} />
      )}
    </div>
  );
}

interface OnMapProps {
  mapHandle: MapHandle;
  padding: MapPadding;
  layers: readonly MapLayer[];
}

function OnMap({ mapHandle, padding, layers }: OnMapProps) {
  const t = useT();
  const { actor } = usePage();
  const mode = usePageValue(drawMode);
  useEffect(() => {
    mapHandle.setPadding(padding);
  }, [mapHandle, padding]);
  useAnalysisPicture(mapHandle, true);
  return (
    <>
      <PageAttribution mapHandle={mapHandle} layers={layers} place="beside" padding={padding} />
      {mode !== null && (
        <ActiveDrawing
          key={mode}
          mapHandle={mapHandle}
          mode={mode}
          padding={padding}
          onCompleted={(geometry) => actor.send({ type: 'shape.completed', geometry })}
          onLeft={() => actor.send({ type: 'mode.left' })}
        />
      )}
      <div className="gt-analytics__zoom" role="group" aria-label={t('map.zoom')}>
        {(
          [
            [1, 'zoomIn'],
            [-1, 'zoomOut'],
          ] as const
        ).map(([step, name]) => (
          <TooltipButton
            key={name}
            placement="left"
            label={t(`map.${name}`)}
            icon={step === 1 ? <Plus {...ICON} /> : <Minus {...ICON} />}
            onPress={() => mapHandle.zoomBy(step)}
          />
        ))}
      </div>
    </>
  );
}
