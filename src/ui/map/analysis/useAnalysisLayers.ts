import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import {
  analysedLayer,
  earlierLayer,
  pageBaseMap,
  pageSettings,
} from '../../../machines/analytics/analytics.selectors.ts';
import type { AnalysedLayer } from '../../../machines/analytics/ownImages.rules.ts';
import { firstStyle } from '../../../machines/imagery/delivered/delivered.rules.ts';
import { withList } from '../../../machines/imagery/imagery.rules.ts';
import { paintedTiles } from '../delivered/deliveredTiles.ts';
import { baseLayers, imageryLayer, layersShown, type MapLayer } from '../layerSelector/mapLayers.ts';
import { usePage, usePageValue } from './page.tsx';

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
