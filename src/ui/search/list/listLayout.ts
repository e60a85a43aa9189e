import type { Scene } from '../../../../contract/search.ts';
import type { Arrangement } from '../../../machines/search/results/results.rules.ts';

/** Row height in px, without and with a line for the clear share (docs/design.md, List rows). */
export const ROW_HEIGHT = 88;
export const CLEAR_ROW_HEIGHT = 104;
/** Height of a group's head in px. */
export const HEAD_HEIGHT = 32;
/** Overscan in px, so that fast scrolling shows no gap. */
const BEYOND = 6 * ROW_HEIGHT;
/** At most 60 rows of a list are in the page (docs/design.md, Long lists); one is reserved for the focused row. */
const ITEMS_MAX = 59;

/** An item of the list: a row with its index from 0, or the head of a group. `top` in pixels. */
export type ListItem =
  | { kind: 'row'; top: number; row: number; scene: Scene }
  | { kind: 'head'; top: number; key: string; count: number };

/** The positions of a list's items. */
export interface ListLayout {
  items: readonly ListItem[];
  /** The index of each row among the items. */
  placeOfRow: Uint32Array;
  height: number;
  rowHeight: number;
}

/** @param hasHeads whether groups have heads */
export function layoutOf(
  { groups, scenes }: Arrangement,
  hasHeads: boolean,
  rowHeight = ROW_HEIGHT,
): ListLayout {
  const items: ListItem[] = [];
  const placeOfRow = new Uint32Array(scenes.length);
  let [top, row] = [0, 0];
  for (const group of groups) {
    if (hasHeads) {
      items.push({ kind: 'head', top, key: group.key, count: group.scenes.length });
      top += HEAD_HEIGHT;
    }
    for (const scene of group.scenes) {
      placeOfRow[row] = items.length;
      items.push({ kind: 'row', top, row, scene });
      row++;
      top += rowHeight;
    }
  }
  return { items, placeOfRow, height: top, rowHeight };
}

/** The first item that ends below `y`. */
function firstBelow({ items, rowHeight }: ListLayout, y: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle]!;
    if (item.top + (item.kind === 'row' ? rowHeight : HEAD_HEIGHT) <= y) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The items [first, end) that are rendered, for the list's scroll position and height in pixels. */
export function itemWindow(
  layout: ListLayout,
  scrollTop: number,
  height: number,
): { first: number; end: number } {
  const { length } = layout.items;
  const first = Math.max(0, Math.min(length - 1, firstBelow(layout, scrollTop - BEYOND)));
  const end = Math.min(length, firstBelow(layout, scrollTop + height + BEYOND) + 1);
  return { first, end: Math.min(end, first + ITEMS_MAX) };
}

/** The scroll position that shows the whole row with the least movement. */
export function scrollTopFor(layout: ListLayout, row: number, scrollTop: number, height: number): number {
  const place = layout.placeOfRow[row];
  const item = place === undefined ? undefined : layout.items[place];
  if (item === undefined || place === undefined) return scrollTop;
  // the first row of a group also shows its head
  const above = layout.items[place - 1];
  const top = above?.kind === 'head' ? above.top : item.top;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, item.top + layout.rowHeight - height);
}

/** The row that a key moves to; null for other keys. */
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
