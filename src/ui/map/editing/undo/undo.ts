import { useSelector } from '@xstate/react';
import { useEffect, useSyncExternalStore } from 'react';
import { canRedo, canUndo, shownAoi } from '../../../../machines/aoi/aoi.selectors.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { valueStore } from '../../../shared/valueStore.ts';
import { undoKey } from './undoKey.ts';

/** Result of undo or redo: the new area, km², or null. `count` increases, so that repeats are announced. */
export interface UndoNews {
  kind: 'undone' | 'redone';
  areaKm2: number | null;
  count: number;
}

const news = valueStore<UndoNews | null>(null);

/** The last undo or redo, for screen readers. */
export function useUndoNews(): UndoNews | null {
  return useSyncExternalStore(news.on, news.get);
}

/** Undo and redo for every change of the AOI, however it was made. */
export function useUndo(): { canUndo: boolean; canRedo: boolean; undo: () => void; redo: () => void } {
  const aoi = useActorOf('aoi');
  const send = (type: 'aoi.undone' | 'aoi.redone', kind: UndoNews['kind']) => () => {
    if (!aoi.getSnapshot().can({ type })) return;
    aoi.send({ type });
    const areaKm2 = shownAoi(aoi.getSnapshot())?.areaKm2 ?? null;
    news.set({ kind, areaKm2, count: (news.get()?.count ?? 0) + 1 });
  };
  return {
    canUndo: useSelector(aoi, canUndo),
    canRedo: useSelector(aoi, canRedo),
    undo: send('aoi.undone', 'undone'),
    redo: send('aoi.redone', 'redone'),
  };
}

/** Fields have their own undo, and dialogs cover the map. */
const OWN_UNDO = 'input, textarea, select, [contenteditable], [role="dialog"]';

/** Undo and redo keys, unless a field has the focus or the current mode has handled the key. */
export function useUndoKeys(): void {
  const { undo, redo } = useUndo();
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const requested = undoKey(event);
      const isElsewhere = event.target instanceof Element && event.target.closest(OWN_UNDO) !== null;
      if (requested === null || event.defaultPrevented || isElsewhere) return;
      event.preventDefault();
      (requested === 'undo' ? undo : redo)();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  });
}
