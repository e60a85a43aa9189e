/** look.md: a results row is 82 high. */
export const ROW_HEIGHT = 82;
/** Rows beyond the edges, so that a quick scroll shows no gap. */
const BEYOND = 6;
/** goals.md: at most 60 rows of a list in the page; one is kept for the row that has the focus. */
const ROWS_MAX = 59;

/** The rows [first, end) that stand in the page. Pixels of the list's own scroll position and height. */
export function rowWindow(scrollTop: number, height: number, count: number): { first: number; end: number } {
  const first = Math.max(0, Math.min(count - 1, Math.floor(scrollTop / ROW_HEIGHT)) - BEYOND);
  const visible = Math.ceil(height / ROW_HEIGHT) + 1;
  return { first, end: Math.min(count, first + Math.min(ROWS_MAX, visible + 2 * BEYOND)) };
}

/** Where the list must be scrolled to for this row to be wholly in sight; as near as can be. */
export function scrollTopFor(row: number, scrollTop: number, height: number): number {
  const top = row * ROW_HEIGHT;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, top + ROW_HEIGHT - height);
}

/** The row that a key moves to; null for keys that move nothing. */
export function rowOfKey(key: string, row: number, count: number, pageRows: number): number | null {
  const to: Partial<Record<string, number>> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + pageRows,
    PageUp: row - pageRows,
    Home: 0,
    End: count - 1,
  };
  const next = to[key];
  return next === undefined || count === 0 ? null : Math.min(count - 1, Math.max(0, next));
}
