import { useSelector } from '@xstate/react';
import { createContext, use, type ReactNode } from 'react';
import type { Actor, SnapshotFrom } from 'xstate';
import { type ExtensionName, hasExtensions } from '../../../contract/calls/extensionNames.ts';
import type { portalMachine } from '../../machines/session/portal.machine.ts';
import { known } from '../../geo/known.ts';

type Portal = Actor<typeof portalMachine>;
type Children = SnapshotFrom<typeof portalMachine>['children'];
export type ActorName = keyof Children & string;

const PortalContext = createContext<Portal | null>(null);

export function PortalProvider({ portal, children }: { portal: Portal; children: ReactNode }) {
  return <PortalContext value={portal}>{children}</PortalContext>;
}

/** The portal's actor. @throws Error outside of PortalProvider */
export function usePortal(): Portal {
  return known(use(PortalContext), 'no portal here');
}

/** A value of the portal; the component renders again when it changes. */
export function usePortalValue<T>(select: (snapshot: SnapshotFrom<typeof portalMachine>) => T): T {
  return useSelector(usePortal(), select);
}

/** Whether the back end has some calls beyond section 7; what needs them is absent otherwise. */
export const useExtensions = (...names: ExtensionName[]): boolean =>
  usePortalValue(({ context: { settings } }) => settings !== null && hasExtensions(settings, ...names));

/** A child of the portal by name; undefined while it isn't running. */
export function useActorIf<Name extends ActorName>(name: Name): Children[Name] {
  return useSelector(usePortal(), (snapshot) => snapshot.children[name]);
}

/** A child of the portal by name. @throws Error if it isn't running: only for use while its state is on */
export function useActorOf<Name extends ActorName>(name: Name): NonNullable<Children[Name]> {
  return known(useActorIf(name), `${name} does not run`);
}
