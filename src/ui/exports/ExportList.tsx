import { useSelector } from '@xstate/react';
import type { ExportKind } from '../../machines/exports/exports.rules.ts';
import { exportsFailure, isLoadingExports, shownExports } from '../../machines/exports/exports.selectors.ts';
import { useActorOf, usePortal } from '../shared/actors.tsx';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { EmptyState } from '../shared/kit/states/EmptyState.tsx';
import { FailedState } from '../shared/kit/states/FailedState.tsx';
import { Loading } from '../shared/kit/states/Loading.tsx';
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
  const isLoading = useSelector(exports, isLoadingExports);
  const failure = useSelector(exports, exportsFailure);
  if (failure !== null)
    return (
      <FailedState
        title={messageText(t, failure)}
        text={t('exports.unaffected')}
        onRetry={() => exports.send({ type: 'reload.requested' })}
      />
    );
  if (list.length === 0)
    return isLoading ? <Loading label={t('saved.loading')} /> : <NoExports kind={kind} />;
  return (
    <div role="presentation" className="gt-exports" onKeyDown={moveInList}>
      <ul aria-label={t(kind === 'scene' ? 'exports.list' : 'exports.listImagery')} aria-busy={isLoading}>
        {list.map((item) => (
          <ExportRow key={item.key} item={item} kind={kind} />
        ))}
      </ul>
    </div>
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
