import { useSelector } from '@xstate/react';
import { seenImage } from '../../machines/imagery/delivered/delivered.selectors.ts';
import { uppermostLayer } from '../../machines/imagery/imagery.selectors.ts';
import type { SeenImagery } from '../../machines/session/analyticsStart.rules.ts';
import { useActorOf } from '../shared/actors.tsx';

/** The imagery that is seen on the map, with which AI analytics starts. */
export function useSeenImagery(): SeenImagery {
  const layerId = useSelector(useActorOf('imagery'), uppermostLayer);
  const image = useSelector(useActorOf('delivered'), seenImage);
  return { layerId, image };
}
