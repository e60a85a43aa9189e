import { useSelector } from '@xstate/react';
import { Download, PencilLine } from 'lucide-react';
import { useState } from 'react';
import type { ExportItem, ExportKind } from '../../machines/exports/exports.rules.ts';
import {
  cancellingExport,
  endedExports,
  exportToCancel,
  isCancelOffered,
  shownExports,
} from '../../machines/exports/exports.selectors.ts';
import { isImageryExportEnabled } from '../../machines/session/shell.machine.ts';
import { listTotal } from '../../machines/shared/pages.rules.ts';
import { ListOrState, ListPager, ReloadButton } from '../shared/ListOrState.tsx';
import { useActorOf, usePortal, usePortalValue, useExtensions } from '../shared/actors.tsx';
import { formatDate, formatNumber, formatPercent } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { ExportStatusBadge } from '../shared/kit/figures/Badge.tsx';
import { Progress } from '../shared/kit/figures/Progress.tsx';
import { Ring } from '../shared/kit/figures/Ring.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { Tabs } from '../shared/kit/layout/Tabs.tsx';
import { Confirm } from '../shared/kit/overlays/Confirm.tsx';
import { EmptyList } from '../shared/EmptyList.tsx';
import { Loading } from '../shared/kit/states/Loading.tsx';
import { moveInList } from '../shared/rowFocus.ts';
import './exports.css';

/** §2 My Export panel: scene exports, and imagery exports if that API is enabled. */
export function ExportsPanel() {
  const t = useT();
  const hasImagery = useSelector(useActorOf('shell'), isImageryExportEnabled);
  // show the list of the latest export first
  const latest = usePortalValue(({ context }) => context.exported);
  const [chosen, setKind] = useState<ExportKind>(latest);
  const kind = hasImagery ? chosen : 'scene';
  const exports = useActorOf(`exports.${kind}`);
  return (
    <Panel
      title={t('exports.title')}
      bare
      actions={<ReloadButton list={exports} />}
      footer={<ListPager list={exports} total={useSelector(exports, listTotal)} />}
    >
      <Tabs
        label={t('exports.title')}
        tabs={[
          { id: 'scene', label: t('exports.scene') },
          ...(hasImagery ? [{ id: 'imagery' as const, label: t('exports.imagery') }] : []),
        ]}
        selected={kind}
        onSelect={setKind}
      >
        <ExportList key={kind} kind={kind} />
      </Tabs>
      <EndedExports kind={kind} />
      <CancelExportQuestion />
    </Panel>
  );
}

/** Announces to screen readers which visible exports have finished. */
function EndedExports({ kind }: { kind: ExportKind }) {
  const t = useT();
  const ended = useSelector(useActorOf(`exports.${kind}`), endedExports);
  return (
    <div className="gt-visually-hidden" role="status">
      {ended.map(({ key, name, stage }) => (
        <p key={key}>{t('exports.ended', { name, stage: t(`exports.stage.${stage}`) })}</p>
      ))}
    </div>
  );
}

/** The exports of one kind, or the failed, loading or empty state. */
function ExportList({ kind }: { kind: ExportKind }) {
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
    <EmptyList
      words={isScene ? 'exports.empty' : 'exports.emptyImagery'}
      step={t(isScene ? 'exports.goSearch' : 'exports.goImagery')}
      onStep={() => portal.send({ type: 'panel.requested', panel: isScene ? 'search' : 'imagery' })}
    />
  );
}

interface RowProps {
  item: ExportItem;
  kind: ExportKind;
}

/** One export: name, type, day, status (§4) and expiry, with rename, cancel and download buttons. */
function ExportRow({ item, kind }: RowProps) {
  const t = useT();
  const { key, name, stage, progress } = item;
  return (
    <li className="gt-row gt-hovers gt-export" data-item={key}>
      <div className="gt-row__line">
        <h3 className="gt-row__name">{name}</h3>
        <ExportStatusBadge stage={stage} label={t(`exports.stage.${stage}`)} />
      </div>
      <div className="gt-row__line">
        <Facts item={item} />
        <div className="gt-row__acts gt-high-28 gt-across gt-gap-4 gt-keep">
          {kind === 'scene' && <RenameButton item={item} />}
          <CancelButton item={item} kind={kind} />
          <DownloadButton item={item} kind={kind} />
        </div>
      </div>
      {progress !== null && (
        <Progress
          label={t('exports.progressOf', { name })}
          share={progress / 100}
          message={formatPercent(progress)}
        />
      )}
    </li>
  );
}

function Facts({ item: { type, ctime, cost, stage, expiredTime } }: { item: ExportItem }) {
  const t = useT();
  const amount = cost === null ? null : t('account.amount', { count: cost, amount: formatNumber(cost) });
  return (
    <p className="gt-row__facts gt-wrap">
      {type !== null && <span>{t(`sceneExport.types.${type}`)}</span>}
      {ctime !== null && <time dateTime={ctime}>{formatDate(ctime)}</time>}
      {amount !== null && <span>{stage === 'failed' ? t('exports.refunded', { amount }) : amount}</span>}
      {stage === 'done' && expiredTime !== null && (
        <span>{t('exports.expires', { date: formatDate(expiredTime) })}</span>
      )}
    </p>
  );
}

/** §2: scene export items can be renamed. */
function RenameButton({ item: { key, name } }: Pick<RowProps, 'item'>) {
  const t = useT();
  const exports = useActorOf('exports.scene');
  return (
    <TooltipButton
      tip={t('exports.renameOn')}
      label={t('exports.rename', { name })}
      icon={<PencilLine size={16} strokeWidth={1.75} />}
      size="small"
      data-act="rename"
      onPress={() => exports.send({ type: 'rename.requested', key })}
    />
  );
}

/** Whether this export can be cancelled: a pending imagery export. */
function CancelButton({ item, kind }: RowProps) {
  const t = useT();
  const exports = useActorOf(`exports.${kind}`);
  const hasCall = useExtensions('cancelImageryExport');
  const isOffered = useSelector(exports, isCancelOffered(item)) && hasCall;
  const isCancelling = useSelector(exports, cancellingExport) === item.key;
  if (!isOffered) return null;
  if (isCancelling)
    return (
      <span className="gt-inline gt-gap-6 gt-quiet" role="status">
        <Ring size={12} />
        {t('exports.cancelling')}
      </span>
    );
  return (
    <Button
      size="small"
      variant="text"
      aria-label={t('exports.cancelOf', { name: item.name })}
      data-act="cancel"
      onPress={() => exports.send({ type: 'cancel.requested', key: item.key })}
    >
      {t('exports.cancel')}
    </Button>
  );
}

/** §4: download is enabled once the export is done. */
function DownloadButton({ item: { key, name, files }, kind }: RowProps) {
  const t = useT();
  const exports = useActorOf(`exports.${kind}`);
  if (files.length === 0) return null;
  return (
    <Button
      size="small"
      icon={<Download size={14} strokeWidth={1.75} />}
      aria-label={t('exports.downloadOf', { name })}
      data-act="download"
      onPress={() => exports.send({ type: 'download.requested', key })}
    >
      {t('exports.download')}
    </Button>
  );
}

/** Asks before an imagery export is cancelled, naming the export. */
function CancelExportQuestion() {
  const t = useT();
  const exports = useActorOf('exports.imagery');
  const item = useSelector(exports, exportToCancel);
  if (item === null) return null;
  return (
    <Confirm
      title={t('exports.cancelTitle')}
      destructive
      confirmLabel={t('exports.cancelYes')}
      cancelLabel={t('exports.cancelNo')}
      onConfirm={() => exports.send({ type: 'cancel.confirmed' })}
      onCancel={() => exports.send({ type: 'cancel.declined' })}
    >
      <p className="gt-anywhere">{t('exports.cancelText', { name: item.name })}</p>
    </Confirm>
  );
}
