import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { idSet } from '../../../machines/search/results/choice.rules.ts';
import {
  requestedAoi,
  chosenIds,
  hasClearShares,
  openScene,
  shownArrangement,
  shownViewOptions,
} from '../../../machines/search/results/results.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatDate } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import {
  itemWindow,
  layoutOf,
  CLEAR_ROW_HEIGHT,
  ROW_HEIGHT,
  rowOfKey,
  scrollTopFor,
  type ListItem,
  type ListLayout,
} from './listLayout.ts';
import { ResultRow } from './row/ResultRow.tsx';
import { useElementSize } from '../../shared/kit/layout/useElementSize.ts';

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
  const rowHeight = useSelector(results, hasClearShares) ? CLEAR_ROW_HEIGHT : ROW_HEIGHT;
  const layout = useMemo(
    () => layoutOf(arrangement, hasHeads, rowHeight),
    [arrangement, hasHeads, rowHeight],
  );
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
    const page = Math.max(1, Math.floor(height / layout.rowHeight) - 1);
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
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      onKeyDown={moved}
    >
      <div role="rowgroup" className="gt-results__rows" style={{ height: layout.height }}>
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
              height={layout.rowHeight}
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
    <div role="row" className="gt-group" style={{ transform: `translateY(${item.top}px)` }}>
      <div role="rowheader" aria-colspan={3} className="gt-group__name">
        {name}
        <span className="gt-group__count">{t('results.title', { count: item.count })}</span>
      </div>
    </div>
  );
}
