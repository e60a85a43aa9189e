import { GeoJsonLayer } from '@deck.gl/layers';
import type { Scene } from '../../../contract/search.ts';
import { FLAT } from '../../../src/ui/map/kernel/draw.ts';
import type { OutlineSymbol } from '../../../src/ui/map/kernel/symbols.ts';

/** Scenes in deck.gl's GeoJsonLayer, filled and outlined like ours. */
export function plainGeoJsonLayer(scenes: Scene[], symbol: OutlineSymbol): GeoJsonLayer {
  return new GeoJsonLayer({
    id: 'deck-bench-geojson',
    data: scenes as never,
    filled: true,
    stroked: true,
    getFillColor: [...symbol.fill],
    getLineColor: [...symbol.line],
    getLineWidth: symbol.lineWidth,
    lineWidthUnits: 'pixels',
    parameters: FLAT,
  });
}
