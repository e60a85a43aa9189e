import { useSelector } from '@xstate/react';
import { Download, PencilLine } from 'lucide-react';
import type { ExportItem, ExportKind } from '../../machines/exports/exports.rules.ts';
import { cancellingExport, isCancelOffered } from '../../machines/exports/exports.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { formatDate, formatNumber, formatPercent } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { ExportStatusBadge } from '../shared/kit/figures/Badge.tsx';
import { Button } from '../shared/kit/actions/Button.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Progress } from '../shared/kit/figures/Progress.tsx';
import { Ring } from '../shared/kit/figures/Ring.tsx';

interface RowProps {
  item: ExportItem;
  kind: ExportKind;
}

/** One export: name, type, day, status (§4) and expiry, with rename, cancel and download buttons. */
export function ExportRow({ item, kind }: RowProps) {
  const t = useT();
  const { key, name, stage, progress } = item;
  return (
    <li className="gt-row gt-export" data-item={key}>
      <div className="gt-row__line">
        <h3 className="gt-row__name">{name}</h3>
        <ExportStatusBadge stage={stage} label={t(`exports.stage.${stage}`)} />
      </div>
      <div className="gt-row__line">
        <Facts item={item} />
        <div className="gt-row__acts">
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
    <p className="gt-row__facts">
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
  const isOffered = useSelector(exports, isCancelOffered(item));
  const isCancelling = useSelector(exports, cancellingExport) === item.key;
  if (!isOffered) return null;
  if (isCancelling)
    return (
      <span className="gt-export__cancelling" role="status">
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
