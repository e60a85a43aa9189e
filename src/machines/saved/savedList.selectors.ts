import type { SnapshotFrom } from 'xstate';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import type { savedListMachine } from './savedList.machine.ts';
import { remainingItems, type SavedItem } from './savedList.rules.ts';

type SavedList<Item extends SavedItem> = SnapshotFrom<ReturnType<typeof savedListMachine<Item>>>;
type Shown = Pick<SavedList<SavedItem>, 'context'>;

/** §9 List page size: the rows of the shown page. */
export function shownItems<Item extends SavedItem>(snapshot: SavedList<Item>): Item[] {
  const { context } = snapshot;
  return remainingItems(context.list, context).slice(
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
