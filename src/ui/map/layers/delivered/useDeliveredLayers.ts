import { useSelector } from '@xstate/react';
import { useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import type { Delivery } from '../../../../machines/imagery/delivered.rules.ts';
import {
  deliveries,
  drawImage,
  imageFacts,
  imageOpacity,
  imageStyle,
  imageTries,
  shownDelivery,
} from '../../../../machines/imagery/delivered.machine.ts';
import { useActorIf } from '../../../shared/actors.tsx';
import { formatDate } from '../../../shared/i18n/formats.ts';
import { slidingStyle } from './panel.ts';
import type { MapLayer } from '../tiles/mapLayers.ts';
import type { LayerId } from '../../../../machines/map/map.events.ts';
import { paintedTiles, type Painting } from './deliveredTiles.ts';

/** Tiles are asked for up to the map's own finest zoom: pixels become squares. */
const FINEST_ZOOM = 22;
const NONE: readonly Delivery[] = [];

function layerOf(id: LayerId, delivery: Delivery, painting: Painting, opacity: number): MapLayer {
  return {
    id,
    title: `${formatDate(delivery.acquired)} · ${delivery.title}`,
    picture: delivery.quicklookUrl ?? '',
    opacity,
    source: {
      tiles: [paintedTiles(painting)],
      attribution: delivery.attribution,
      maxZoom: FINEST_ZOOM,
      isRedrawn: true,
      isSharp: painting.style.pixels === 'sharp',
      ...(painting.facts !== null && { bounds: [...painting.facts.bbox] }),
    },
  };
}

/** What is drawn: nothing before the first image is opened. */
function usePainted() {
  const delivered = useActorIf('delivered');
  const style = useSelector(delivered, (one) => (one === undefined ? null : imageStyle(one)));
  const draw = useSelector(delivered, (one) => (one === undefined ? null : drawImage(one)));
  // drawing follows a dragged handle when the page has time
  const sliding = useDeferredValue(useSyncExternalStore(slidingStyle.on, slidingStyle.get));
  const tries = useSelector(delivered, (one) => (one === undefined ? 0 : imageTries(one)));
  return useMemo(() => {
    if (delivered === undefined || style === null || draw === null) return null;
    const onFault = (error: unknown) => delivered.send({ type: 'drawing.failed', error });
    return { style: { ...style, ...sliding }, draw, onFault, tries };
  }, [delivered, style, draw, sliding, tries]);
}

/** The delivered image on the map; null without one. */
export function useDeliveredLayer(): MapLayer | null {
  const delivered = useActorIf('delivered');
  const painted = usePainted();
  const shown = useSelector(delivered, (one) => (one === undefined ? null : shownDelivery(one)));
  const facts = useSelector(delivered, (one) => (one === undefined ? null : imageFacts(one)));
  const opacity = useSelector(delivered, (one) => (one === undefined ? 100 : imageOpacity(one)));
  return useMemo(() => {
    if (painted === null || shown === null || facts === null) return null;
    return layerOf('delivered', shown, { ...painted, image: shown.image, facts }, opacity);
  }, [painted, shown, facts, opacity]);
}

/** The deliveries that a comparison offers, in the style of the shown one. */
export function useDeliveredSides(): readonly MapLayer[] {
  const list = useSelector(useActorIf('delivered'), (one) => (one === undefined ? NONE : deliveries(one)));
  const painted = usePainted();
  return useMemo(
    () =>
      painted === null
        ? []
        : list.map((delivery, at) =>
            layerOf(`delivered:${at}`, delivery, { ...painted, image: delivery.image, facts: null }, 100),
          ),
    [list, painted],
  );
}
