import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import { isComparing } from '../../../machines/map/map.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { attributionOf, type MapLayer } from '../layerSelector/mapLayers.ts';
import { useShownLayers } from '../layerSelector/useMapLayers.ts';
import type { MapHandle } from '../canvas/mapHandle.ts';
import { useIsDrawerOpen, useMapPadding } from '../canvas/useMapPadding.ts';

interface AttributionProps {
  mapHandle: MapHandle;
  layers: readonly MapLayer[];
  /** beside: at the left, beside the panel · above: at the right, above the read-out. */
  place: 'beside' | 'above';
}

/** Whose map it is; always visible. */
export function Attribution({ mapHandle, layers, place }: AttributionProps) {
  const t = useT();
  const seen = useSyncExternalStore(mapHandle.tiles.seen.on, mapHandle.tiles.seen.get);
  const { left, right } = useMapPadding();
  return (
    <div
      className="gt-map__attribution"
      data-place={place}
      // the padding at the right includes the toolbar, which ends higher up, and the drawer, which does not
      style={place === 'beside' ? { left: left + 12 } : { right: Math.max(12, right - 44) }}
    >
      {attributionOf(layers, seen, t('map.outlineAttribution'))}
    </div>
  );
}

/** The portal map's attribution: at the left while the drawer or the comparison's other side is at the right. */
export function MapAttribution({ mapHandle }: { mapHandle: MapHandle }) {
  const isDrawerOpen = useIsDrawerOpen();
  const isAtLeft = useSelector(useActorOf('map'), isComparing) || isDrawerOpen;
  return (
    <Attribution mapHandle={mapHandle} layers={useShownLayers()} place={isAtLeft ? 'beside' : 'above'} />
  );
}
