import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { chosenLayer, shownBaseMap } from '../../../machines/baseMap.selectors.ts';
import { compareSides, isComparing } from '../../../machines/map.selectors.ts';
import type { LayerId } from '../../../machines/street.ts';
import { useActorOf, usePortalValue } from '../../actors.tsx';
import { baseLayers, layersShown, type MapLayer } from './mapLayers.ts';

/** The layers that can be chosen: the base maps of the settings. */
export function useMapLayers(): readonly MapLayer[] {
  const basemaps = usePortalValue(({ context }) => context.settings?.basemaps ?? null);
  return useMemo(() => (basemaps === null ? [] : baseLayers(basemaps)), [basemaps]);
}

/** What lies under a layer that is shown, and the layer itself, from below. */
export function useLayersOf(id: LayerId): readonly MapLayer[] {
  const offered = useMapLayers();
  const base = useSelector(useActorOf('baseMap'), shownBaseMap);
  return useMemo(() => layersShown(offered, base, id), [offered, base, id]);
}

/** What lies on the map: the chosen layer, or what the left side of a comparison shows. */
export function useShownLayers(): readonly MapLayer[] {
  const chosen = useSelector(useActorOf('baseMap'), chosenLayer);
  const before = useSelector(useActorOf('map'), (map) =>
    isComparing(map) ? compareSides(map).before : null,
  );
  return useLayersOf(before ?? chosen);
}
