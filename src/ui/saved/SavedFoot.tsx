import { useSelector } from '@xstate/react';
import { Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { SavedItem } from '../../machines/saved/savedList.rules.ts';
import { itemsTotal, undoableCount, undoableName } from '../../machines/saved/savedList.selectors.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { ListPager } from '../shared/list/ListPager.tsx';
import { focusAct } from '../shared/rowFocus.ts';
import type { SavedListActor } from './SavedItems.tsx';

interface SavedFootProps<Item extends SavedItem> {
  list: SavedListActor<Item>;
}

/** The foot of a list of saved items: undo for the last deletion, and pagination. */
export function SavedFoot<Item extends SavedItem>({ list }: SavedFootProps<Item>) {
  return (
    <>
      <UndoStrip list={list} />
      <ListPager list={list} total={useSelector(list, itemsTotal)} />
    </>
  );
}

/** Shows the last deletion with an Undo button, for 5 seconds. */
function UndoStrip<Item extends SavedItem>({ list }: SavedFootProps<Item>) {
  const t = useT();
  const count = useSelector(list, undoableCount);
  const name = useSelector(list, undoableName);
  useRestoredFocus(count);
  const undo = () => {
    const last = list.getSnapshot().context.pending.at(-1);
    flushSync(() => list.send({ type: 'deletion.undone' }));
    focusAct(last, 'delete');
  };
  return (
    <div className="gt-undo" data-empty={count === 0 || undefined}>
      <p role="status">
        {count > 0 && t(count === 1 ? 'saved.deletedOne' : 'saved.deletedMany', { count, name })}
      </p>
      {count > 0 && (
        <Button
          id="saved-undo"
          size="small"
          variant="text"
          icon={<Undo2 size={14} strokeWidth={1.75} />}
          onPress={undo}
        >
          {t('saved.undo')}
        </Button>
      )}
    </div>
  );
}

/** The Undo button disappears after 5 seconds, so the focus moves to the list. */
function useRestoredFocus(count: number): void {
  const before = useRef(count);
  useEffect(() => {
    const hasEnded = before.current > 0 && count === 0;
    before.current = count;
    if (!hasEnded || document.activeElement !== document.body) return;
    const act = document.querySelector<HTMLElement>('.gt-saved [data-act]');
    (act ?? document.getElementById('panel'))?.focus();
  }, [count]);
}
