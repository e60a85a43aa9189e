import { useSyncExternalStore } from 'react';
import { useT } from '../../shared/i18n/useT.ts';
import type { MapPadding } from '../camera/mapPadding.ts';
import type { MapHandle } from '../canvas/mapHandle.ts';
import { attributionOf, type MapLayer } from '../layerSelector/mapLayers.ts';

interface PageAttributionProps {
  mapHandle: MapHandle;
  layers: readonly MapLayer[];
  /** beside: at the left, next to the panel · above: at the right. */
  place: 'beside' | 'above';
  padding: MapPadding;
}

/** The attribution of what a map of the analytics page shows. */
export function PageAttribution({ mapHandle, layers, place, padding }: PageAttributionProps) {
  const t = useT();
  const seen = useSyncExternalStore(mapHandle.tiles.seen.on, mapHandle.tiles.seen.get);
  return (
    <div
      className="gt-map__attribution"
      data-place={place}
      // names of services stay as they are
      translate="no"
      style={place === 'beside' ? { left: padding.left + 12 } : { right: 12 }}
    >
      {attributionOf(layers, seen, t('map.outlineAttribution'))}
    </div>
  );
}
