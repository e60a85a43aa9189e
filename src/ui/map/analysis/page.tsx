import { useSelector } from '@xstate/react';
import { createContext, use, type ReactNode } from 'react';
import type { Actor, SnapshotFrom } from 'xstate';
import type { analyticsMachine } from '../../../machines/analytics/analytics.machine.ts';
import { known } from '../../../geo/known.ts';

/** The page's actor, and the other dependencies of its views. */
interface Page {
  actor: Actor<typeof analyticsMachine>;
  /** URL of a layer's tiles, with {layer}, {z}, {x} and {y}. */
  tiles: string;
}

const PageContext = createContext<Page | null>(null);

export function PageProvider({ page, children }: { page: Page; children: ReactNode }) {
  return <PageContext value={page}>{children}</PageContext>;
}

/** @throws Error outside of PageProvider */
export function usePage(): Page {
  return known(use(PageContext), 'no analytics page here');
}

/** Selects a value from the page's actor; the component renders again when it changes. */
export function usePageValue<T>(select: (snapshot: SnapshotFrom<typeof analyticsMachine>) => T): T {
  return useSelector(usePage().actor, select);
}
