import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { authMachine } from '../../machines/auth/auth.machine.ts';
import { useActorOf } from '../shared/actors.tsx';

type AuthChildren = SnapshotFrom<typeof authMachine>['children'];

/** A child of the auth panels by name. @throws Error if it isn't running: only for use inside the panels */
export function useAuthActor<Name extends keyof AuthChildren & string>(
  name: Name,
): NonNullable<AuthChildren[Name]> {
  const actor = useSelector(useActorOf('auth'), (snapshot) => snapshot.children[name]);
  if (actor === undefined) throw new Error(`${name} does not run`);
  return actor;
}
