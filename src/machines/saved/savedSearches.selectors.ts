import type { SnapshotFrom } from 'xstate';
import type { savedSearchesMachine } from './savedSearches.machine.ts';

type SavedSearches = SnapshotFrom<typeof savedSearchesMachine>;

/** The share link that could not be copied to the clipboard; null without one. */
export const offeredLink = (saved: SavedSearches): string | null => saved.context.link;
/** The search that is being loaded again. */
export const recallingId = (saved: SavedSearches): number | null => saved.context.recalling?.id ?? null;
