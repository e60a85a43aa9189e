import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { passesMachine } from '../../../machines/orders/passes.machine.ts';
import { useActorOf } from '../../shared/actors.tsx';

/** The passes of the open form; undefined after they broke. */
export function usePasses(): ActorRefFrom<typeof passesMachine> | undefined {
  return useSelector(useActorOf('tasking'), (form) => form.children.passes);
}
