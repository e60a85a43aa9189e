import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { useEffect } from 'react';
import { graticuleOf } from './graticule.ts';

/** Updates the graticule after every movement of the map. */
export function useGraticule(map: MapLibre): void {
  useEffect(() => {
    const show = () => {
      const bounds = map.getBounds();
      map.getSource<GeoJSONSource>('graticule')?.setData(
        graticuleOf({
          west: bounds.getWest(),
          south: bounds.getSouth(),
          east: bounds.getEast(),
          north: bounds.getNorth(),
          width: map.getContainer().clientWidth,
        }),
      );
    };
    const rested = map.on('moveend', show);
    show();
    return () => rested.unsubscribe();
  }, [map]);
}
