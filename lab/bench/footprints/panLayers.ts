import type { Layer } from '@deck.gl/core';
import { SolidPolygonLayer } from '@deck.gl/layers';
import { FLAT } from '../../../src/ui/map/kernel/draw.ts';
import { footprintLayer } from '../../../src/ui/map/layers/footprints/footprintLayers.ts';
import { plainMarks } from '../../../src/ui/map/layers/footprints/footprintMarks.ts';
import { SYMBOLS } from '../../../src/ui/map/kernel/symbols.ts';
import { geoArrowLayer } from './geoArrowLayer.ts';
import { plainGeoJsonLayer } from './plainGeoJsonLayer.ts';
import type { FootprintMesh } from '../../../src/ui/map/layers/footprints/footprintMesh.ts';
import type { Scene } from '../../../contract/search.ts';

const SYMBOL = SYMBOLS.pale.footprint;

/** Makes the layer of a kind; it is made when it is measured. */
export const LAYERS: Record<
  'footprints' | 'fillAlone' | 'geoArrow' | 'geoJson',
  (scenes: Scene[], mesh: FootprintMesh, isFilled: boolean) => Layer
> = {
  footprints: (scenes, mesh, isFilled) =>
    footprintLayer('bench', {
      mesh,
      marks: plainMarks(scenes.length),
      symbol: SYMBOL,
      isFilled,
      pickable: true,
    }),
  fillAlone: (scenes) =>
    new SolidPolygonLayer<Scene>({
      id: 'deck-bench-fill',
      data: scenes,
      getPolygon: ({ geometry }) => geometry.coordinates as [number, number][][],
      getFillColor: [...SYMBOL.fill],
      parameters: FLAT,
    }),
  geoArrow: (scenes) => geoArrowLayer(scenes, SYMBOL),
  geoJson: (scenes) => plainGeoJsonLayer(scenes, SYMBOL),
};
