import { useSelector } from '@xstate/react';
import { seenImage } from '../../machines/imagery/delivered.machine.ts';
import { uppermostLayer } from '../../machines/imagery/imagery.machine.ts';
import type { SeenImagery } from '../../machines/session/shell.machine.ts';
import { useActorOf } from '../shared/actors.tsx';

/** The imagery that is seen on the map, with which AI analytics starts. */
export function useSeenImagery(): SeenImagery {
  const layerId = useSelector(useActorOf('imagery'), uppermostLayer);
  const image = useSelector(useActorOf('delivered'), seenImage);
  // AI analytics reads values of layers whose ids are numbers
  return { layerId: typeof layerId === 'number' ? layerId : null, image };
}
