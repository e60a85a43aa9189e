import { useSelector } from '@xstate/react';
import { useEffect, useSyncExternalStore } from 'react';
import { canRedo, canUndo, shownAoi } from '../../../../machines/aoi/aoi.machine.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { valueStore } from '../../../shared/valueStore.ts';
import { undoKey } from '../../kernel/pointing.ts';
import { Redo2, Undo2 } from 'lucide-react';
import { useT } from '../../../shared/i18n/useT.ts';
import { TooltipButton } from '../../../shared/kit/actions/TooltipButton.tsx';
import { formatArea } from '../../../shared/i18n/formats.ts';

/** Result of undo or redo: the new area, km², or null. `count` increases, so that repeats are announced. */
export interface UndoNews {
  kind: 'undone' | 'redone';
  areaKm2: number | null;
  count: number;
}

const news = valueStore<UndoNews | null>(null);

/** The last undo or redo, for screen readers. */
function useUndoNews(): UndoNews | null {
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
function useUndoKeys(): void {
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

/** Undo and redo buttons, which keep the focus when they become disabled. */
export function UndoButtons() {
  const t = useT();
  const { canUndo, canRedo, undo, redo } = useUndo();
  const ways = [
    { label: t(canUndo ? 'map.edit.undo' : 'map.edit.undoNone'), Icon: Undo2, isOpen: canUndo, press: undo },
    { label: t(canRedo ? 'map.edit.redo' : 'map.edit.redoNone'), Icon: Redo2, isOpen: canRedo, press: redo },
  ];
  return ways.map(({ label, Icon, isOpen, press }) => (
    <TooltipButton
      key={Icon.displayName ?? label}
      label={label}
      size="small"
      aria-disabled={!isOpen || undefined}
      icon={<Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
      onPress={press}
    />
  ));
}

/** Undo and redo keys, and announcements of their results to screen readers. */
export function UndoNews() {
  const t = useT();
  const news = useUndoNews();
  useUndoKeys();
  const area = news?.areaKm2 ?? null;
  return (
    <p className="gt-visually-hidden" role="status">
      {news !== null && (
        <span key={news.count}>
          {t(`map.edit.${news.kind}`)}{' '}
          {area === null ? t('map.edit.areaNone') : t('map.edit.areaNow', { area: formatArea(area) })}
        </span>
      )}
    </p>
  );
}
