import { Minus, Plus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { drawMode, pageSettings } from '../../../machines/analytics/analytics.selectors.ts';
import { usePage, usePageValue } from './page.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { TooltipButton } from '../../shared/kit/actions/TooltipButton.tsx';
import { attributionOf, baseLayers } from '../layerSelector/mapLayers.ts';
import { ActiveDrawing } from '../drawing/ActiveDrawing.tsx';
import '../canvas/map.css';
import { hasTiles } from '../base/tiles.ts';
import { mapPaddingOf, type MapPadding } from '../camera/mapPadding.ts';
import type { MapHandle } from '../canvas/mapHandle.ts';
import { MapHost } from '../canvas/MapHost.tsx';
import { useWindowSize } from '../canvas/useWindowSize.ts';
import { AnalysisLayers } from './AnalysisLayers.tsx';
import { useAnalysisPicture } from './useAnalysisPicture.ts';

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The map of the analytics page: the layer, the AOI, and the result. */
export function AnalysisMap() {
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
  const settings = usePageValue(pageSettings);
  const layers = useMemo(
    () => (settings === null ? [] : baseLayers(settings.basemaps).filter(({ id }) => id === 'OSM')),
    [settings],
  );
  return (
    <div className="gt-map">
      <div className="gt-map__host">
        <MapHost
          id="analysis-map"
          label={t('map.label')}
          cursor={isDrawing ? 'crosshair' : ''}
          layers={layers}
          onHandle={setMapHandle}
        >
          {settings !== null && <AnalysisLayers />}
        </MapHost>
      </div>
      {mapHandle !== null && <OnMap key={mapHandle.id} mapHandle={mapHandle} padding={padding} />}
      <div className="gt-map__attribution" data-place="beside">
        {attributionOf(layers, layers.some(hasTiles) ? ['OSM'] : [], t('map.outlineAttribution'))}
      </div>
    </div>
  );
}

function OnMap({ mapHandle, padding }: { mapHandle: MapHandle; padding: MapPadding }) {
  const t = useT();
  const { actor } = usePage();
  const mode = usePageValue(drawMode);
  useEffect(() => {
    mapHandle.setPadding(padding);
  }, [mapHandle, padding]);
  useAnalysisPicture(mapHandle);
  return (
    <>
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
