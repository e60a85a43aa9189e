import { Minus, Plus } from 'lucide-react';
import { useEffect, useMemo, useState, useRef, useSyncExternalStore } from 'react';
import { MapProvider, useMap } from 'react-map-gl/maplibre';
import {
  analysedLayer,
  drawMode,
  earlierLayer,
  isComparingSides,
} from '../../../machines/analytics/analytics.machine.ts';
import { usePage, usePageValue } from './page.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { TooltipButton } from '../../shared/kit/actions/TooltipButton.tsx';
import { type MapLayer, attributionOf } from '../layers/tiles/mapLayers.ts';
import { ActiveDrawing } from '../tools/draw/Drawing.tsx';
import '../kernel/map.css';
import { mapPaddingOf, PaddingContext, useMapPadding } from '../kernel/mapPadding.ts';
import type { MapHandle } from '../kernel/mapHandle.ts';
import { GroundMap } from '../layers/GroundMap.tsx';
import { useWindowSize } from '../kernel/mapStores.ts';
import { ResultLayer, useAnalysisLayers, useAnalysisPicture } from './analysisLayers.tsx';
import '../tools/compare/compare.css';
import { Divider } from '../tools/compare/Divider.tsx';
import { dividerStyle, MIDDLE } from '../tools/compare/divider.rules.ts';
import { usePairedMaps } from '../tools/compare/usePairedMaps.ts';

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
        isInMode: isDrawing,
        isBare: true,
      }),
    [width, height, isDrawing],
  );
  const isComparing = usePageValue(isComparingSides);
  const layers = useAnalysisLayers(isComparing ? 'earlier' : 'analysed');
  return (
    <PaddingContext value={padding}>
      <div className="gt-map gt-clip">
        <div className="gt-map__host">
          <GroundMap
            id={MAP}
            label={t('map.label')}
            cursor={isDrawing ? 'crosshair' : ''}
            layers={layers}
            onHandle={setMapHandle}
          >
            {!isComparing && <ResultLayer />}
          </GroundMap>
        </div>
        {isComparing && mapHandle !== null && <BesideEarlier earlierMap={MAP} />}
        {mapHandle !== null && <OnMap key={mapHandle.id} mapHandle={mapHandle} layers={layers} />}
      </div>
    </PaddingContext>
  );
}

interface OnMapProps {
  mapHandle: MapHandle;
  layers: readonly MapLayer[];
}

function OnMap({ mapHandle, layers }: OnMapProps) {
  const t = useT();
  const padding = useMapPadding();
  const { actor } = usePage();
  const mode = usePageValue(drawMode);
  useEffect(() => {
    mapHandle.setPadding(padding);
  }, [mapHandle, padding]);
  useAnalysisPicture(mapHandle, true);
  return (
    <>
      <PageAttribution mapHandle={mapHandle} layers={layers} place="beside" />
      {mode !== null && (
        <ActiveDrawing
          key={mode}
          mapHandle={mapHandle}
          mode={mode}
          onCompleted={(geometry) => actor.send({ type: 'shape.completed', geometry })}
          onLeft={() => actor.send({ type: 'mode.left' })}
        />
      )}
      <div
        className="gt-analytics__zoom gt-desk-only gt-map-layer gt-pad-4 gt-grid gt-float gt-round-toolbar"
        role="group"
        aria-label={t('map.zoom')}
      >
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

const LATER_MAP = 'later-map';

interface BesideEarlierProps {
  /** Id of the map below, which shows the earlier layer. */
  earlierMap: string;
}

/** The later layer of a change with the result, right of a divider; the earlier layer is on the map below. */
export function BesideEarlier({ earlierMap }: BesideEarlierProps) {
  const t = useT();
  const padding = useMapPadding();
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
        <GroundMap
          id={LATER_MAP}
          label={t('compare.afterMap')}
          view={{ longitude: lng, latitude: lat, zoom: earlier?.getZoom() ?? 0 }}
          layers={layers}
          onHandle={setMapHandle}
        >
          <ResultLayer />
        </GroundMap>
      </div>
      {mapHandle !== null && <OnLaterMap key={mapHandle.id} mapHandle={mapHandle} layers={layers} />}
      {(['before', 'after'] as const).map((side) => (
        <p
          key={side}
          className="gt-compare__name gt-placed gt-float gt-round-field gt-analytics__side gt-truncate gt-heading"
          data-side={side}
        >
          {titles[side]}
        </p>
      ))}
      <Divider share={share} onShare={setShare} {...titles} handle={handle} />
    </div>
  );
}

function OnLaterMap(props: OnMapProps) {
  useAnalysisPicture(props.mapHandle, false);
  return <PageAttribution {...props} place="above" />;
}

interface PageAttributionProps {
  mapHandle: MapHandle;
  layers: readonly MapLayer[];
  /** beside: at the left, next to the panel · above: at the right. */
  place: 'beside' | 'above';
}

/** The attribution of what a map of the analytics page shows. */
export function PageAttribution({ mapHandle, layers, place }: PageAttributionProps) {
  const t = useT();
  const { left } = useMapPadding();
  const seen = useSyncExternalStore(mapHandle.tiles.seen.on, mapHandle.tiles.seen.get);
  return (
    <div
      className="gt-map__attribution gt-placed gt-caption gt-muted"
      data-place={place}
      // names of services stay as they are
      translate="no"
      style={place === 'beside' ? { left: left + 12 } : { right: 12 }}
    >
      {attributionOf(layers, seen, t('map.outlineAttribution'))}
    </div>
  );
}
