import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { chosenLayer, shownBaseMap } from '../../../../machines/map/baseMap.machine.ts';
import type { PanelLayer } from '../../../../machines/imagery/imagery.rules.ts';
import {
  imageryLayers,
  layerTiles,
  layerTries,
  selectImageryShown,
} from '../../../../machines/imagery/imagery.machine.ts';
import { compareSides, isComparing } from '../../../../machines/map/map.selectors.ts';
import { baseMapSources, lostBase, withheldBase } from '../../../../machines/map/baseTiles.machine.ts';
import { useActorIf, useActorOf } from '../../../shared/actors.tsx';
import { useT } from '../../../shared/i18n/useT.ts';
import type { CompareSides } from '../../../../machines/map/map.rules.ts';
import {
  baseLayers,
  comparable,
  imageryLayer,
  layersShown,
  sidesAmong,
  withLoss,
  withPanelLayers,
  type MapLayer,
} from './mapLayers.ts';
import type { LayerId } from '../../../../machines/map/map.events.ts';
import { useDeliveredLayer, useDeliveredSides } from '../delivered/useDeliveredLayers.ts';

const NO_LAYERS: readonly PanelLayer[] = [];
const NO_TRIES: ReturnType<typeof layerTries> = {};

/** The available layers: the base maps of the settings, and the user's imagery layers. */
export function useMapLayers(): readonly MapLayer[] {
  const baseTiles = useActorOf('baseTiles');
  const basemaps = useSelector(baseTiles, baseMapSources);
  const lost = useSelector(baseTiles, lostBase);
  const withheld = useSelector(baseTiles, withheldBase);
  const imagery = useActorIf('imagery');
  const layers = useSelector(imagery, (one) => (one === undefined ? NO_LAYERS : imageryLayers(one)));
  const tiles = useSelector(imagery, (one) => (one === undefined ? '' : layerTiles(one)));
  const tries = useSelector(imagery, (one) => (one === undefined ? NO_TRIES : layerTries(one)));
  return useMemo(
    () => [
      ...withLoss(baseLayers(basemaps), lost, withheld),
      // in the server's order, because the panel's order is the user's own
      ...layers
        .toSorted((one, other) => String(one.id).localeCompare(String(other.id), 'en', { numeric: true }))
        .map((layer) => imageryLayer(layer, tiles, tries[layer.id] ?? 0)),
    ],
    [basemaps, lost, withheld, layers, tiles, tries],
  );
}

/** A layer with the layers below it, bottom to top. */
export function useLayersOf(id: LayerId): readonly MapLayer[] {
  const offered = useMapLayers();
  const delivered = useDeliveredSides();
  const base = useSelector(useActorOf('baseMap'), shownBaseMap);
  return useMemo(() => layersShown([...offered, ...delivered], base, id), [offered, delivered, base, id]);
}

/** The layers that a comparison offers, and its sides. */
export function useComparable(): { offered: readonly MapLayer[]; sides: CompareSides } {
  const t = useT();
  const layers = useMapLayers();
  const delivered = useDeliveredSides();
  const wanted = useSelector(useActorOf('map'), compareSides);
  const builtIn = t('layers.builtIn');
  return useMemo(() => {
    const offered = comparable([...layers, ...delivered], builtIn);
    return {
      offered,
      sides: sidesAmong(
        wanted,
        offered.map(({ id }) => id),
      ),
    };
  }, [layers, delivered, wanted, builtIn]);
}

/** The layers on the map: the selected one, then the Imagery panel's; while comparing, the left side's. */
export function useShownLayers(): readonly MapLayer[] {
  const chosen = useSelector(useActorOf('baseMap'), chosenLayer);
  const { sides } = useComparable();
  const before = useSelector(useActorOf('map'), isComparing) ? sides.before : null;
  const panel = useSelector(useActorIf('imagery'), (one) =>
    one === undefined || before !== null ? NO_LAYERS : selectImageryShown(one),
  );
  const offered = useMapLayers();
  const under = useLayersOf(before ?? chosen);
  const delivered = useDeliveredLayer();
  return useMemo(() => {
    const layers = withPanelLayers(under, offered, panel);
    return delivered === null || before !== null ? layers : [...layers, delivered];
  }, [under, offered, panel, delivered, before]);
}
