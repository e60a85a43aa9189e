import { useSelector } from '@xstate/react';
import { Trash2, Undo2 } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { ActorRefFrom } from 'xstate';
import type { SavedItem, savedListMachine } from '../../machines/saved/savedList.machine.ts';
import { itemsTotal, shownItems, undoableCount, undoableName } from '../../machines/saved/saved.selectors.ts';
import { ListOrState, ListPager } from '../shared/ListOrState.tsx';
import { formatDate } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Loading } from '../shared/kit/states/Loading.tsx';
import { focusAct, moveInList } from '../shared/rowFocus.ts';
import './saved.css';

export type SavedListActor<Item extends SavedItem> = ActorRefFrom<ReturnType<typeof savedListMachine<Item>>>;

interface SavedItemsProps<Item extends SavedItem> {
  list: SavedListActor<Item>;
  label: string;
  empty: ReactNode;
  row: ComponentType<{ list: SavedListActor<Item>; saved: Item }>;
  /** Puts all rows in order; the list's own without it. */
  order?: ((items: Item[]) => Item[]) | undefined;
}

/** The rows of a list of saved items, or its state: failed, loading, empty. */
export function SavedItems<Item extends SavedItem>(props: SavedItemsProps<Item>) {
  const { list, label, empty, row: Row, order } = props;
  const t = useT();
  const items = useSelector(list, (snapshot) => shownItems<Item>(snapshot, order), isSameList);
  return (
    <ListOrState
      list={list}
      isEmpty={items.length === 0}
      unaffected={t('saved.unaffected')}
      loading={<Loading label={t('saved.loading')} />}
      empty={empty}
    >
      {(isLoading) => (
        <div role="presentation" className="gt-saved" onKeyDown={moveInList}>
          <ul aria-label={label} aria-busy={isLoading}>
            {items.map((item) => (
              <Row key={item.id} list={list} saved={item} />
            ))}
          </ul>
        </div>
      )}
    </ListOrState>
  );
}

function isSameList<Item>(before: readonly Item[], after: readonly Item[]): boolean {
  return before.length === after.length && before.every((item, at) => item === after[at]);
}

interface SavedRowProps<Item extends SavedItem> {
  list: SavedListActor<Item>;
  item: Item;
  /** Whether the item is in use. */
  isCurrent?: boolean | undefined;
  badge?: ReactNode;
  /** Shown beside the date. */
  facts?: ReactNode;
  /** The actions before Delete. */
  children: ReactNode;
}

/** One saved item: its name, its UTC day and its actions. */
export function SavedRow<Item extends SavedItem>(props: SavedRowProps<Item>) {
  const { list, item, isCurrent = false, badge, facts, children } = props;
  return (
    <li className="gt-row gt-hovers gt-chooses" data-item={item.id} data-current={isCurrent || undefined}>
      <div className="gt-row__line">
        <h3 className="gt-row__name">{item.name}</h3>
        {badge}
      </div>
      <div className="gt-row__line">
        <p className="gt-row__facts gt-wrap">
          <time dateTime={item.ctime}>{formatDate(item.ctime)}</time>
          {facts}
        </p>
        <div className="gt-row__acts gt-across gt-keep">
          {children}
          <DeleteButton list={list} item={item} />
        </div>
      </div>
    </li>
  );
}

/** Deletes an item. */
export function removeItem<Item extends SavedItem>(list: SavedListActor<Item>, { id }: Item): void {
  flushSync(() => list.send({ type: 'deletion.requested', id }));
  // focus Undo for the user who pressed Delete
  document.getElementById('saved-undo')?.focus();
}

export function DeleteButton<Item extends SavedItem>({
  list,
  item,
}: {
  list: SavedListActor<Item>;
  item: Item;
}) {
  const t = useT();
  return (
    <TooltipButton
      tip={t('common.delete')}
      label={t('saved.delete', { name: item.name })}
      icon={<Trash2 size={16} strokeWidth={1.75} />}
      size="small"
      data-act="delete"
      onPress={() => removeItem(list, item)}
    />
  );
}

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
    <div
      className="gt-undo gt-beside-button gt-high-28 gt-across gt-between gt-gap-8"
      data-empty={count === 0 || undefined}
    >
      <p className="gt-shrink gt-anywhere gt-muted" role="status">
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
