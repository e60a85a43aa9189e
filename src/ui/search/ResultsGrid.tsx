import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Scene } from '../../../contract/search.ts';
import { idSet } from '../../machines/search/loadedSet.rules.ts';
import type { Arrangement } from '../../machines/search/results.rules.ts';
import {
  chosenIds,
  hasChosen,
  openScene,
  requestedAoi,
  shownArrangement,
  shownViewOptions,
} from '../../machines/search/results.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { formatDate } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { useElementSize } from '../shared/kit/layout/useElementSize.ts';
import { ResultRow } from './ResultRow.tsx';

function show(grid: HTMLElement | null, layout: ListLayout, row: number): void {
  if (grid !== null) grid.scrollTop = scrollTopFor(layout, row, grid.scrollTop, grid.clientHeight);
}

/** The visible items and the focused row, which stays in the page when it is scrolled away. */
function itemsInPage(layout: ListLayout, scrollTop: number, height: number, active: number): ListItem[] {
  const { first, end } = itemWindow(layout, scrollTop, height);
  const items = layout.items.slice(first, end);
  const place = layout.placeOfRow[active];
  if (place === undefined || (place >= first && place < end)) return items;
  return [...items, layout.items[place]!];
}

/** The list's layout, and its active row. */
function useRows() {
  const results = useActorOf('results');
  const arrangement = useSelector(results, shownArrangement);
  const hasHeads = useSelector(results, shownViewOptions).group !== 'none';
  const layout = useMemo(() => layoutOf(arrangement, hasHeads), [arrangement, hasHeads]);
  const { scenes } = arrangement;
  const openId = useSelector(results, (snapshot) => openScene(snapshot)?.id ?? null);
  const openRow = openId === null ? -1 : scenes.findIndex(({ id }) => id === openId);
  const [active, setActive] = useState(0);
  // when details are opened elsewhere (on the map, by 'next'), their row becomes active and scrolls into view
  const [followed, setFollowed] = useState(openRow);
  if (followed !== openRow) {
    setFollowed(openRow);
    if (openRow !== -1) setActive(openRow);
  }
  return { layout, scenes, openRow, active: Math.min(active, scenes.length - 1), setActive };
}

/** The result rows; only visible ones are rendered. Tab reaches one row, arrow keys move between rows. */
export function ResultsGrid() {
  const t = useT();
  const results = useActorOf('results');
  const aoi = useSelector(results, requestedAoi);
  const isChoosing = useSelector(results, hasChosen);
  const { layout, scenes, openRow, active, setActive } = useRows();
  const grid = useRef<HTMLDivElement>(null);
  const { height } = useElementSize(grid);
  const [scrollTop, setScrollTop] = useState(0);
  useLayoutEffect(() => {
    if (openRow !== -1) show(grid.current, layout, openRow);
  }, [layout, openRow]);

  const open = useCallback(
    (id: string) => {
      flushSync(() => results.send({ type: 'details.opened', id }));
      document.getElementById('details')?.focus();
    },
    [results],
  );
  const chooseAll = () => {
    const chosen = idSet(chosenIds(results.getSnapshot()));
    if (!scenes.every(({ id }) => chosen.has(id))) results.send({ type: 'shown.toggled' });
  };
  const moved = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      chooseAll();
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape' && openRow !== -1) results.send({ type: 'details.closed' });
    const page = Math.max(1, Math.floor(height / ROW_HEIGHT) - 1);
    const row = rowOfKey(event.key, active, scenes.length, page);
    if (row === null) return;
    event.preventDefault();
    const [from, to] = [scenes[active]?.id, scenes[row]?.id];
    if (event.shiftKey && from !== undefined && to !== undefined)
      results.send({ type: 'choice.extended', from, id: to });
    flushSync(() => {
      setActive(row);
      show(grid.current, layout, row);
    });
    grid.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus({ preventScroll: true });
  };
  return (
    <div
      ref={grid}
      id="results"
      role="grid"
      tabIndex={-1}
      className="gt-results"
      aria-label={t('results.list')}
      aria-rowcount={layout.items.length}
      aria-multiselectable="true"
      data-choosing={isChoosing || undefined}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      onKeyDown={moved}
    >
      <div role="rowgroup" className="gt-anchor" style={{ height: layout.height }}>
        {itemsInPage(layout, scrollTop, height, active).map((item) =>
          item.kind === 'head' ? (
            <GroupHead key={`head ${item.key}`} item={item} />
          ) : (
            <ResultRow
              key={item.scene.id}
              scene={item.scene}
              aoi={aoi}
              row={item.row}
              place={layout.placeOfRow[item.row] ?? 0}
              top={item.top}
              isActive={item.row === active}
              onActive={setActive}
              onOpen={open}
            />
          ),
        )}
      </div>
    </div>
  );
}

/** The day, the satellite or the supplier of the rows below. */
function GroupHead({ item }: { item: Extract<ListItem, { kind: 'head' }> }) {
  const t = useT();
  const group = useSelector(useActorOf('results'), shownViewOptions).group;
  const unknown = t(group === 'supplier' ? 'details.unknownSupplier' : 'details.unknownSatellite');
  const name = item.key === '' ? unknown : group === 'day' ? formatDate(item.key) : item.key;
  return (
    <div
      role="row"
      className="gt-group gt-pad-side gt-placed gt-across gt-sunken gt-edge-below"
      style={{ transform: `translateY(${item.top}px)` }}
    >
      <div role="rowheader" aria-colspan={2} className="gt-flex gt-between gt-gap-12 gt-grow gt-label">
        {name}
        <span className="gt-caption gt-muted">{t('results.title', { count: item.count })}</span>
      </div>
    </div>
  );
}

/** Row height in px (docs/design.md, List rows). */
export const ROW_HEIGHT = 91;
/** Height of a group's head in px. */
export const HEAD_HEIGHT = 32;
/** Overscan in px, so that fast scrolling shows no gap. */
const BEYOND = 6 * ROW_HEIGHT;
/** At most 60 rows of a list are in the page (docs/design.md, Long lists); one is reserved for the focused row. */
const ITEMS_MAX = 59;

/** An item of the list: a row with its index from 0, or the head of a group. `top` in pixels. */
type ListItem =
  | { kind: 'row'; top: number; row: number; scene: Scene }
  | { kind: 'head'; top: number; key: string; count: number };

/** The positions of a list's items. */
interface ListLayout {
  items: readonly ListItem[];
  /** The index of each row among the items. */
  placeOfRow: Uint32Array;
  height: number;
}

/** @param hasHeads whether groups have heads */
export function layoutOf({ groups, scenes }: Arrangement, hasHeads: boolean): ListLayout {
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
      top += ROW_HEIGHT;
    }
  }
  return { items, placeOfRow, height: top };
}

/** The first item that ends below `y`. */
function firstBelow({ items }: ListLayout, y: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle]!;
    if (item.top + (item.kind === 'row' ? ROW_HEIGHT : HEAD_HEIGHT) <= y) low = middle + 1;
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
  return Math.max(scrollTop, item.top + ROW_HEIGHT - height);
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

/** Moves a lost focus to the list's active row, or to the panel if there is no list. */
export function focusList(): void {
  const row = document.querySelector<HTMLElement>('#results [role="row"][tabindex="0"]');
  (row ?? document.getElementById('panel'))?.focus();
}
