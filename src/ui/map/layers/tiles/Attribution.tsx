import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import { isComparing } from '../../../../machines/map/map.selectors.ts';
import { viewCopyright } from '../../../../machines/map/baseTiles.machine.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { useT } from '../../../shared/i18n/useT.ts';
import { attributionOf, type MapLayer } from './mapLayers.ts';
import { useShownLayers } from './useMapLayers.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { useMapPadding } from '../../kernel/mapPadding.ts';

interface AttributionProps {
  mapHandle: MapHandle;
  layers: readonly MapLayer[];
  /** beside: at the left, next to the panel · above: at the right, above the read-out. */
  place: 'beside' | 'above';
}

/** Attribution of the visible map; never hidden. */
export function Attribution({ mapHandle, layers, place }: AttributionProps) {
  const t = useT();
  const seen = useSyncExternalStore(mapHandle.tiles.seen.on, mapHandle.tiles.seen.get);
  const ofView = useSelector(useActorOf('baseTiles'), viewCopyright);
  const { left, right } = useMapPadding();
  return (
    <div
      className="gt-map__attribution gt-placed gt-push gt-caption gt-muted"
      data-place={place}
      // names of services stay as they are
      translate="no"
      // the right padding includes both toolbar and drawer; only the drawer reaches down to the attribution
      style={{ left: left + 12, ...(place === 'above' && { right: Math.max(12, right - 44) }) }}
    >
      <span>{attributionOf(layers, seen, t('map.outlineAttribution'), ofView)}</span>
    </div>
  );
}

/** The portal map's attribution, at the left while the comparison covers the right. */
export function MapAttribution({ mapHandle }: { mapHandle: MapHandle }) {
  const isAtLeft = useSelector(useActorOf('map'), isComparing);
  return (
    <Attribution mapHandle={mapHandle} layers={useShownLayers()} place={isAtLeft ? 'beside' : 'above'} />
  );
}
