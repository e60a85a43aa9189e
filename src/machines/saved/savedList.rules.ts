/** What every kept thing has; ctime ISO 8601 UTC. */
export interface SavedItem {
  id: number;
  name: string;
  ctime: string;
}
interface Deletions {
  pending: readonly number[];
  due: readonly number[];
}

/** The deletions that the server has not heard of: those that can be undone, and those on their way. */
export function unsentDeletions({ pending, due }: Deletions): number[] {
  return [...due, ...pending];
}

/** The list as it is shown: what was deleted is gone at once, also from a list that comes anew meanwhile. */
export function remainingItems<Item extends SavedItem>(list: readonly Item[], deletions: Deletions): Item[] {
  const gone = new Set(unsentDeletions(deletions));
  return gone.size === 0 ? [...list] : list.filter(({ id }) => !gone.has(id));
}
