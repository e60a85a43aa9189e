import { useSelector } from '@xstate/react';
import { viewBoundsOf } from '../../geo/entry/bbox.ts';
import { shownAoi } from '../../machines/aoi/aoi.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';

/** The key that goes to the AOI, while the map or its toolbar has the focus. */
export const GO_TO_AOI_KEY = 'G';

/** Shows the AOI whole, clear of the panels; null while there is none. */
export function useGoToAoi(): (() => void) | null {
  const map = useActorOf('map');
  const area = useSelector(useActorOf('aoi'), shownAoi);
  if (area === null) return null;
  return () => map.send({ type: 'place.requested', bbox: viewBoundsOf(area.geometry) });
}
