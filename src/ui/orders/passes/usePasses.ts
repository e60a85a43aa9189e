import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { passesMachine } from '../../../machines/orders/passes.machine.ts';
import { useActorOf } from '../../shared/actors.tsx';

/** The passes actor of the open tasking form. */
export function usePasses(): ActorRefFrom<typeof passesMachine> | undefined {
  return useSelector(useActorOf('tasking'), (form) => form.children.passes);
}
