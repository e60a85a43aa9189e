/** The fields of every saved item; ctime is ISO 8601 in UTC. */
export interface SavedItem {
  id: number;
  name: string;
  ctime: string;
}
interface Deletions {
  pending: readonly number[];
  due: readonly number[];
}

/** The deletions that have not reached the server: those that can be undone, and those being sent. */
export function unsentDeletions({ pending, due }: Deletions): number[] {
  return [...due, ...pending];
}

/** The shown list: without items whose deletion is pending, also after a reload. */
export function remainingItems<Item extends SavedItem>(list: readonly Item[], deletions: Deletions): Item[] {
  const gone = new Set(unsentDeletions(deletions));
  return gone.size === 0 ? [...list] : list.filter(({ id }) => !gone.has(id));
}
