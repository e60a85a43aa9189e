import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import { mappedScenes } from '../../../machines/search/results.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { drawnFootprintsStore } from './drawnFootprintsStore.ts';

/** Whether the density of the found scenes is on the map. */
export function useIsDensityShown(): boolean {
  const drawn = useSyncExternalStore(drawnFootprintsStore.on, drawnFootprintsStore.get);
  const hasScenes = useSelector(useActorOf('results'), (results) => mappedScenes(results).length > 0);
  return hasScenes && drawn === 'density';
}
