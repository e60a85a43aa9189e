import { useSelector } from '@xstate/react';
import type { ExportKind } from '../../machines/exports/exports.rules.ts';
import { shownExports } from '../../machines/exports/exports.selectors.ts';
import { useActorOf, usePortal } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { EmptyState } from '../shared/kit/states/EmptyState.tsx';
import { Loading } from '../shared/kit/states/Loading.tsx';
import { ListOrState } from '../shared/list/ListOrState.tsx';
import { ExportRow } from './ExportRow.tsx';
import { moveInList } from '../shared/rowFocus.ts';

/** The exports of one kind, or the failed, loading or empty state. */
export function ExportList({ kind }: { kind: ExportKind }) {
  const t = useT();
  const exports = useActorOf(`exports.${kind}`);
  const list = useSelector(
    exports,
    shownExports,
    (before, after) => JSON.stringify(before) === JSON.stringify(after),
  );
  return (
    <ListOrState
      list={exports}
      isEmpty={list.length === 0}
      unaffected={t('exports.unaffected')}
      loading={<Loading label={t('saved.loading')} />}
      empty={<NoExports kind={kind} />}
    >
      {(isLoading) => (
        <div role="presentation" className="gt-rows" onKeyDown={moveInList}>
          <ul aria-label={t(kind === 'scene' ? 'exports.list' : 'exports.listImagery')} aria-busy={isLoading}>
            {list.map((item) => (
              <ExportRow key={item.key} item={item} kind={kind} />
            ))}
          </ul>
        </div>
      )}
    </ListOrState>
  );
}

function NoExports({ kind }: { kind: ExportKind }) {
  const t = useT();
  const portal = usePortal();
  const isScene = kind === 'scene';
  return (
    <EmptyState
      drawing="list"
      title={t(isScene ? 'exports.empty' : 'exports.emptyImagery')}
      text={t(isScene ? 'exports.emptyText' : 'exports.emptyImageryText')}
      actions={
        <Button
          size="small"
          onPress={() => portal.send({ type: 'panel.requested', panel: isScene ? 'search' : 'imagery' })}
        >
          {t(isScene ? 'exports.goSearch' : 'exports.goImagery')}
        </Button>
      }
    />
  );
}
