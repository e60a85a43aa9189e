import { actorRows } from '../actors.ts';
import type { PortalContext } from './portal.context.ts';
import type { portalSetup } from './portal.setup.ts';

type StateConfig = Parameters<typeof portalSetup.createStateConfig>[0];
type Invoke = Extract<NonNullable<StateConfig['invoke']>, readonly unknown[]>[number];
type ActorRow = (typeof actorRows)[number];

const invokeOf = ({ id, name }: ActorRow, input: ActorRow['input']): Invoke =>
  ({
    id,
    src: name,
    ...(input && { input: ({ context }: { context: PortalContext }) => input(context) }),
    // the other actors go on without one that breaks
    onError: {},
  }) as unknown as Invoke;

/** The actors of the workspace. */
export const workspaceInvokes = actorRows.map((row) => invokeOf(row, row.input));

/** The actors of the page of a shared search, with the rights of a visitor. */
export const visitorInvokes = actorRows.flatMap((row) =>
  row.visitors === undefined ? [] : [invokeOf(row, row.visitors.input)],
);
