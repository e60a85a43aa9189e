import type { SnapshotFrom } from 'xstate';
import type { AreaGeometry } from '../../geo/aoi.ts';
import type { savedAoisMachine } from './savedAois.machine.ts';

type SavedAois = SnapshotFrom<typeof savedAoisMachine>;

/** The saved area that the map shows beside the AOI; null without one. */
export const shownSavedArea = (saved: SavedAois): AreaGeometry | null => saved.context.shown?.area ?? null;
/** The saved area that is being fetched; null without one. */
export const fetchedAoiId = (saved: SavedAois): number | null => saved.context.wanted?.saved.id ?? null;
export const isSavedAreaShown =
  (id: number) =>
  (saved: SavedAois): boolean =>
    saved.context.shown?.id === id;
