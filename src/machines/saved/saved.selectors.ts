import type { SnapshotFrom } from 'xstate';
import type { Id } from '../../../contract/calls/envelope.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import type { AreaGeometry } from '../../geo/aoi.ts';
import type { savedAoisMachine } from './savedAois.machine.ts';
import { remainingItems, type SavedItem, type savedListMachine } from './savedList.machine.ts';
import type { savedSearchesMachine } from './savedSearches.machine.ts';

type SavedAois = SnapshotFrom<typeof savedAoisMachine>;

/** The saved area that the map shows beside the AOI; null without one. */
export const shownSavedArea = (saved: SavedAois): AreaGeometry | null => saved.context.shown?.area ?? null;
/** The saved area that is being fetched; null without one. */
export const fetchedAoiId = (saved: SavedAois): Id | null => saved.context.wanted?.saved.id ?? null;
export const isSavedAreaShown =
  (id: Id) =>
  (saved: SavedAois): boolean =>
    saved.context.shown?.id === id;

type SavedList<Item extends SavedItem> = SnapshotFrom<ReturnType<typeof savedListMachine<Item>>>;
type Shown = Pick<SavedList<SavedItem>, 'context'>;

/** §9 List page size: the rows of the shown page. @param order puts all rows in order; the list's own without it */
export function shownItems<Item extends SavedItem>(
  { context }: SavedList<Item>,
  order: (items: Item[]) => Item[] = (items) => items,
): Item[] {
  return order(remainingItems(context.list, context)).slice(
    (context.page - 1) * PAGE_SIZE,
    context.page * PAGE_SIZE,
  );
}
export const itemsTotal = ({ context }: Shown): number => remainingItems(context.list, context).length;
/** How many deletions can be undone now. */
export const undoableCount = ({ context }: Shown): number => context.pending.length;
/** The name of the last item whose deletion can be undone; '' without one. */
export function undoableName({ context }: Shown): string {
  const last = context.pending.at(-1);
  return context.list.find(({ id }) => id === last)?.name ?? '';
}

type SavedSearches = SnapshotFrom<typeof savedSearchesMachine>;

/** The search that is being loaded again. */
export const recallingId = (saved: SavedSearches): Id | null => saved.context.recalling?.id ?? null;
