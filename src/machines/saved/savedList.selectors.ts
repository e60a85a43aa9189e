import type { SnapshotFrom } from 'xstate';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { savedListMachine } from './savedList.machine.ts';
import { remainingItems, type SavedItem } from './savedList.rules.ts';
import { pageCountOf } from '../shared/pages.rules.ts';

type SavedList<Item extends SavedItem> = SnapshotFrom<ReturnType<typeof savedListMachine<Item>>>;
/** The fields of a list's context that the selectors read. */
type Shown = Pick<SavedList<SavedItem>, 'context' | 'hasTag'>;

/** §9 List page size: the rows of the shown page. */
export function shownItems<Item extends SavedItem>(snapshot: SavedList<Item>): Item[] {
  const { context } = snapshot;
  return remainingItems(context.list, context).slice(
    (context.page - 1) * PAGE_SIZE,
    context.page * PAGE_SIZE,
  );
}
export const itemsTotal = ({ context }: Shown): number => remainingItems(context.list, context).length;
export const itemsPage = ({ context }: Shown): number => context.page;
export const itemsPageCount = (shown: Shown): number => pageCountOf(itemsTotal(shown));
export const isLoadingItems = (shown: Shown): boolean => shown.hasTag('busy');
export const itemsFailure = (shown: Shown): NoticeText | null =>
  shown.hasTag('failed') ? shown.context.refusal : null;
/** How many deletions can be undone now. */
export const undoableCount = ({ context }: Shown): number => context.pending.length;
/** The name of the last item whose deletion can be undone; '' without one. */
export function undoableName({ context }: Shown): string {
  const last = context.pending.at(-1);
  return context.list.find(({ id }) => id === last)?.name ?? '';
}
