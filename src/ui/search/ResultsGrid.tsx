import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Scene } from '../../../contract/search.ts';
import { askedAoi, openScene } from '../../machines/search.selectors.ts';
import { useActorOf } from '../actors.tsx';
import { useT } from '../i18n/useT.ts';
import { ResultRow } from './ResultRow.tsx';
import { ROW_HEIGHT, rowOfKey, rowWindow, scrollTopFor } from './rowWindow.ts';
import { useElementHeight } from './useElementHeight.ts';

function show(grid: HTMLElement | null, row: number): void {
  if (grid !== null) grid.scrollTop = scrollTopFor(row, grid.scrollTop, grid.clientHeight);
}

/** The rows of the results, of which those in sight stand in the page. One row is reached by Tab, arrows move on. */
export function ResultsGrid({ scenes }: { scenes: readonly Scene[] }) {
  const t = useT();
  const search = useActorOf('search');
  const aoi = useSelector(search, askedAoi);
  const openId = useSelector(search, (snapshot) => openScene(snapshot)?.id ?? null);
  const grid = useRef<HTMLDivElement>(null);
  const height = useElementHeight(grid);
  const [scrollTop, setScrollTop] = useState(0);
  const [active, setActive] = useState(0);
  const openRow = openId === null ? -1 : scenes.findIndex(({ id }) => id === openId);

  // details opened elsewhere, on the map or by 'next': their row becomes the active one, and comes into sight
  const [followed, setFollowed] = useState(openRow);
  if (followed !== openRow) {
    setFollowed(openRow);
    if (openRow !== -1) setActive(openRow);
  }
  useLayoutEffect(() => {
    if (openRow !== -1) show(grid.current, openRow);
  }, [openRow]);

  const open = useCallback(
    (id: string) => {
      flushSync(() => search.send({ type: 'details.opened', id }));
      document.getElementById('details')?.focus();
    },
    [search],
  );
  const moved = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape' && openId !== null) search.send({ type: 'details.closed' });
    const row = rowOfKey(event.key, active, scenes.length, Math.max(1, Math.floor(height / ROW_HEIGHT) - 1));
    if (row === null) return;
    event.preventDefault();
    flushSync(() => {
      setActive(row);
      show(grid.current, row);
    });
    grid.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus({ preventScroll: true });
  };

  const { first, end } = rowWindow(scrollTop, height, scenes.length);
  const rows = Array.from({ length: end - first }, (_, index) => first + index);
  const at = Math.min(active, scenes.length - 1);
  // the row with the focus stays in the page when it is scrolled away
  if (at >= 0 && (at < first || at >= end)) rows.push(at);
  return (
    <div
      ref={grid}
      id="results"
      role="grid"
      tabIndex={-1}
      className="gt-results"
      aria-label={t('results.list')}
      aria-rowcount={scenes.length}
      aria-multiselectable="true"
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      onKeyDown={moved}
    >
      <div role="rowgroup" className="gt-results__rows" style={{ height: scenes.length * ROW_HEIGHT }}>
        {rows.map((row) => {
          const scene = scenes[row];
          return scene === undefined ? null : (
            <ResultRow
              key={scene.id}
              scene={scene}
              aoi={aoi}
              row={row}
              isActive={row === at}
              onActive={setActive}
              onOpen={open}
            />
          );
        })}
      </div>
    </div>
  );
}
