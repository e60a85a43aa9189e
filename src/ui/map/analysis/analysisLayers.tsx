import { useSelector } from '@xstate/react';
import { useMemo, useEffect, useState } from 'react';
import {
  analysedLayer,
  analysisAoi,
  earlierLayer,
  pageBaseMap,
  pageSettings,
  resultOpacity,
  shownAnalysis,
} from '../../../machines/analytics/analytics.machine.ts';
import type { AnalysedLayer } from '../../../machines/analytics/ownImages.machine.ts';
import { firstStyle } from '../../../machines/imagery/delivered.rules.ts';
import { withList } from '../../../machines/imagery/imagery.rules.ts';
import { paintedTiles } from '../layers/delivered/deliveredTiles.ts';
import { baseLayers, imageryLayer, layersShown, type MapLayer } from '../layers/tiles/mapLayers.ts';
import { usePage, usePageValue } from './page.tsx';
import { Layer, Source } from 'react-map-gl/maplibre';
import { cornersOf } from '../../../raster/grid.ts';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import { readAreaWkt } from '../../../geo/wkt/wkt.ts';
import { maskOf, outlineOf } from '../layers/area.ts';
import { sketch } from '../layers/sketch.ts';
import type { PictureLayer } from '../kernel/layer.ts';
import { usePicture } from '../kernel/usePicture.ts';
import type { MapHandle } from '../kernel/mapHandle.ts';

/** Tiles are asked for up to the map's own finest zoom: pixels become squares. */
const FINEST_ZOOM = 22;

/** What the map shows of an analysed layer: the server's tiles, or an image that is drawn here. */
function useMapLayer(layer: AnalysedLayer | null): MapLayer | null {
  const { actor, tiles } = usePage();
  const own = useSelector(actor, ({ children }) => children.ownImages);
  const draw = useSelector(own, (one) => one?.context.draw ?? null);
  const tries = useSelector(own, (one) => one?.context.tries ?? 0);
  return useMemo(() => {
    if (layer === null) return null;
    if (layer.own === undefined)
      return withList([], [layer]).map((one) => imageryLayer(one, tiles, 0))[0] ?? null;
    const { image, facts, attribution, name, id } = layer.own;
    if (facts === null || draw === null) return null;
    const { style } = firstStyle(facts);
    const onFault = (error: unknown) => own?.send({ type: 'drawing.failed', error });
    return {
      id: `delivered:${-id}`,
      title: name,
      picture: '',
      source: {
        tiles: [paintedTiles({ image, style, draw, facts, tries, onFault })],
        attribution,
        maxZoom: FINEST_ZOOM,
        isSharp: true,
        bounds: [...facts.bbox],
      },
    };
  }, [layer, tiles, own, draw, tries]);
}

/** The layers of the map, bottom to top: the base map, and the analysed layer or the earlier one of a change. */
export function useAnalysisLayers(which: 'analysed' | 'earlier'): readonly MapLayer[] {
  const settings = usePageValue(pageSettings);
  const base = usePageValue(pageBaseMap);
  const layer = useMapLayer(usePageValue(which === 'analysed' ? analysedLayer : earlierLayer));
  return useMemo(() => {
    const under = settings === null ? [] : layersShown(baseLayers(settings.basemaps), base, base);
    return layer === null ? under : [...under, layer];
  }, [settings, base, layer]);
}

const RESULT = 'analysis-result';

type Corners = [[number, number], [number, number], [number, number], [number, number]];

/** The result of the analysis, above the layers. */
export function ResultLayer() {
  const picture = useResultPicture();
  const opacity = usePageValue(resultOpacity);
  if (picture === null) return null;
  return (
    <Source id={RESULT} type="image" {...picture}>
      <Layer
        id={RESULT}
        type="raster"
        paint={{
          'raster-fade-duration': 0,
          'raster-resampling': 'nearest',
          'raster-opacity': opacity / 100,
        }}
      />
    </Source>
  );
}

/** Object URL of the result's picture, revoked when it is no longer shown, and its corners in degrees. */
function useResultPicture(): { url: string; coordinates: Corners } | null {
  const shown = usePageValue(shownAnalysis);
  const [picture, setPicture] = useState<{ url: string; coordinates: Corners } | null>(null);
  useEffect(() => {
    if (shown === null) return undefined;
    const url = URL.createObjectURL(shown.picture);
    // the address must be released with the effect, so it can't be made while rendering
    // oxlint-disable-next-line react/set-state-in-effect
    setPicture({ url, coordinates: cornersOf(shown.analysis.grid) as Corners });
    return () => URL.revokeObjectURL(url);
  }, [shown]);
  return picture;
}

type PageActor = ReturnType<typeof usePage>['actor'];

const AOI: Parameters<typeof maskOf<PageActor>>[0] = {
  subscribe: (actor, changed) => {
    const subscription = actor.subscribe(changed);
    return [() => subscription.unsubscribe()];
  },
  read: (actor) => analysisAoi(actor.getSnapshot())?.geometry ?? null,
};

const LAYERS: readonly PictureLayer<PageActor>[] = [maskOf(AOI), outlineOf(AOI), sketch];

/** Draws the AOI and the sketch on a map of the analytics page, and moves its camera if it leads. */
export function useAnalysisPicture(mapHandle: MapHandle, leads: boolean): void {
  const { actor } = usePage();
  useEffect(() => {
    if (!leads) return undefined;
    const begin = actor.getSnapshot();
    const [area, layer] = [analysisAoi(begin), analysedLayer(begin)];
    if (area !== null) mapHandle.fit(viewBoundsOf(area.geometry));
    else if (layer?.footprint !== undefined)
      mapHandle.fit(viewBoundsOf(readAreaWkt(layer.footprint, ['POLYGON', 'MULTIPOLYGON'])));
    const requested = actor.on('camera.requested', ({ bbox }) => mapHandle.fit(bbox));
    return () => requested.unsubscribe();
  }, [mapHandle, actor, leads]);
  usePicture(mapHandle, LAYERS, actor, 'imagery');
}
