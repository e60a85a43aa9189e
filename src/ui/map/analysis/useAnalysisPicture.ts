import type { ImageSource, RasterTileSource } from 'maplibre-gl';
import { useEffect, useMemo } from 'react';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import { readAreaWkt } from '../../../geo/wkt/wkt.ts';
import {
  analysedLayer,
  analysisAoi,
  resultOpacity,
  shownAnalysis,
} from '../../../machines/analytics/analytics.selectors.ts';
import { cornersOf } from '../../../raster/grid.ts';
import { usePage, usePageValue } from './page.tsx';
import { onSketch, sketchNow } from '../drawing/sketchStore.ts';
import { EMPTY_PICTURE, picturePainter } from '../canvas/picture.ts';
import type { MapStage } from '../canvas/stage.ts';

const LAYER = 'analysis-layer';
const RESULT = 'analysis-result';
/** Finest zoom that tiles of layers are asked at. */
const ZOOM_MAX = 22;

/** Below what deck.gl draws: the AOI's outline stays on top. */
const belowDeck = ({ map }: MapStage) => map.getStyle().layers.find(({ id }) => id.startsWith('deck'))?.id;

/** The chosen layer's own colours. */
function useLayerTiles(stage: MapStage): void {
  const { tilesOf } = usePage();
  const id = usePageValue((page) => analysedLayer(page)?.id ?? null);
  useEffect(
    () =>
      stage.whenStyled(() => {
        const { map } = stage;
        const source = map.getSource<RasterTileSource>(LAYER);
        if (id === null) {
          if (map.getLayer(LAYER) !== undefined) map.removeLayer(LAYER);
          if (source !== undefined) map.removeSource(LAYER);
          return;
        }
        const tiles = [
          new URL(tilesOf(id), location.href).href.replaceAll('%7B', '{').replaceAll('%7D', '}'),
        ];
        if (source !== undefined) {
          source.setTiles(tiles);
          return;
        }
        map.addSource(LAYER, { type: 'raster', tiles, tileSize: 256, maxzoom: ZOOM_MAX, scheme: 'tms' });
        const above = map.getLayer(RESULT) === undefined ? belowDeck(stage) : RESULT;
        map.addLayer(
          { id: LAYER, type: 'raster', source: LAYER, paint: { 'raster-fade-duration': 0 } },
          above,
        );
      }),
    [stage, tilesOf, id],
  );
}

/** What was worked out, over the layer. */
function useResult(stage: MapStage): void {
  const shown = usePageValue(shownAnalysis);
  const opacity = usePageValue(resultOpacity);
  useEffect(() => {
    if (shown === null) return undefined;
    const url = URL.createObjectURL(shown.picture);
    const coordinates = cornersOf(shown.analysis.grid) as [
      [number, number],
      [number, number],
      [number, number],
      [number, number],
    ];
    stage.whenStyled(() => {
      const { map } = stage;
      const source = map.getSource<ImageSource>(RESULT);
      if (source !== undefined) {
        source.updateImage({ url, coordinates });
        return;
      }
      map.addSource(RESULT, { type: 'image', url, coordinates });
      const paint = { 'raster-fade-duration': 0, 'raster-resampling': 'nearest' } as const;
      map.addLayer({ id: RESULT, type: 'raster', source: RESULT, paint }, belowDeck(stage));
    });
    return () => URL.revokeObjectURL(url);
  }, [stage, shown]);
  useEffect(() => {
    // another result comes into the same layer, which keeps its opacity
    if (shown === null) return;
    stage.whenStyled(() => stage.map.setPaintProperty(RESULT, 'raster-opacity', opacity / 100));
  }, [stage, shown, opacity]);
}

/** Everything that lies on the map of the analytics page, and where the camera goes. */
export function useAnalysisPicture(stage: MapStage): void {
  const { actor } = usePage();
  const paint = useMemo(() => picturePainter(), []);
  useEffect(() => {
    const begin = actor.getSnapshot();
    const [area, layer] = [analysisAoi(begin), analysedLayer(begin)];
    if (area !== null) stage.fit(viewBoundsOf(area.geometry));
    else if (layer?.footprint !== undefined)
      stage.fit(viewBoundsOf(readAreaWkt(layer.footprint, ['POLYGON', 'MULTIPOLYGON'])));
    const wanted = actor.on('camera.requested', ({ bbox }) => stage.fit(bbox));
    return () => wanted.unsubscribe();
  }, [stage, actor]);
  useEffect(() => {
    let shown: readonly unknown[] = [];
    const show = () => {
      const next = [analysisAoi(actor.getSnapshot())?.geometry ?? null, sketchNow()] as const;
      if (next.every((one, at) => one === shown[at]) && shown.length > 0) return;
      shown = next;
      stage.showLayers(paint({ ...EMPTY_PICTURE, ground: 'imagery', aoi: next[0], sketch: next[1] }));
    };
    show();
    const changed = actor.subscribe(show);
    const leave = onSketch(show);
    return () => {
      changed.unsubscribe();
      leave();
    };
  }, [stage, actor, paint]);
  useLayerTiles(stage);
  useResult(stage);
}
