import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import { mappedScenes } from '../../../machines/search/results/results.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { drawnFootprintsStore } from './drawnFootprintsStore.ts';
import { useIsOrderOpen } from '../orders/useIsOrderOpen.ts';

/** Whether the density of the found scenes is on the map. */
export function useIsDensityShown(): boolean {
  const drawn = useSyncExternalStore(drawnFootprintsStore.on, drawnFootprintsStore.get);
  const hasResults = useSelector(useActorOf('results'), (results) => mappedScenes(results).length > 0);
  const hasScenes = !useIsOrderOpen() && hasResults;
  return hasScenes && drawn === 'density';
}
