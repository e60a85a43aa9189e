import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, use } from 'react';
import type { Actor, SnapshotFrom } from 'xstate';
import type { viewerMachine } from '../../machines/inspector/viewer.machine.ts';
import { known } from '../../geo/known.ts';

type Viewer = Actor<typeof viewerMachine>;

const ViewerContext = createContext<Viewer | null>(null);

export function ViewerProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

/** The viewer's actor. @throws Error outside ViewerProvider */
export function useViewer(): Viewer {
  return known(use(ViewerContext), 'no viewer here');
}

/** A value of the viewer; rerenders if it changes. */
export function useViewerValue<T>(select: (snapshot: SnapshotFrom<typeof viewerMachine>) => T): T {
  return useSelector(useViewer(), select);
}

/** A state value in one line, such as `session.signedIn.noForm, connection.online`. */
export function stateWords(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .flatMap(([key, inner]) => {
      const below = stateWords(inner);
      return below === '' ? [key] : below.split(', ').map((one) => `${key}.${one}`);
    })
    .join(', ');
}
