import { useSelector } from '@xstate/react';
import { Download, PencilLine } from 'lucide-react';
import type { ExportItem } from '../../machines/exports.rules.ts';
import { exportsFailure, isLoadingExports, shownExports } from '../../machines/exports.selectors.ts';
import { useActorOf } from '../actors.tsx';
import { formatDate, formatPercent } from '../i18n/formats.ts';
import { saidText } from '../i18n/said.ts';
import { useT } from '../i18n/useT.ts';
import { ExportStatusBadge } from '../kit/Badge.tsx';
import { Button } from '../kit/Button.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { FailedState } from '../kit/FailedState.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Loading } from '../kit/Loading.tsx';
import { Progress } from '../kit/Progress.tsx';
import { Tooltip } from '../kit/Tooltip.tsx';
import { moveInList } from '../saved/savedFocus.ts';

/** The rows of the exports of scenes, or what stands in their place: failed, loading, empty. */
export function ExportList() {
  const t = useT();
  const exports = useActorOf('exports.scene');
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
        title={saidText(t, failure)}
        text={t('common.nothingChanged')}
        onRetry={() => exports.send({ type: 'reload.requested' })}
      />
    );
  if (list.length === 0) return isLoading ? <Loading label={t('saved.loading')} /> : <NoExports />;
  return (
    <div role="presentation" className="gt-exports" onKeyDown={moveInList}>
      <ul aria-label={t('exports.list')} aria-busy={isLoading}>
        {list.map((item) => (
          <ExportRow key={item.key} item={item} />
        ))}
      </ul>
    </div>
  );
}

/** One export: name, type, day, status (§4), expiry; renamed and downloaded here. */
function ExportRow({ item }: { item: ExportItem }) {
  const t = useT();
  const exports = useActorOf('exports.scene');
  const { key, name, stage, type, ctime, expiredTime, progress, files } = item;
  return (
    <li className="gt-export" data-item={key}>
      <div className="gt-export__line">
        <h3 className="gt-export__name">{name}</h3>
        <ExportStatusBadge stage={stage} label={t(`exports.stage.${stage}`)} />
      </div>
      <div className="gt-export__line">
        <p className="gt-export__facts">
          {type !== null && <span>{t(`sceneExport.types.${type}`)}</span>}
          {ctime !== null && <time dateTime={ctime}>{formatDate(ctime)}</time>}
          {stage === 'done' && expiredTime !== null && (
            <span>{t('exports.expires', { date: formatDate(expiredTime) })}</span>
          )}
        </p>
        <div className="gt-export__acts">
          <Tooltip label={t('exports.renameOn')} placement="bottom">
            <IconButton
              label={t('exports.rename', { name })}
              icon={<PencilLine size={16} strokeWidth={1.75} />}
              size="small"
              data-act="rename"
              onPress={() => exports.send({ type: 'rename.requested', key })}
            />
          </Tooltip>
          {files.length > 0 && (
            <Button
              size="small"
              icon={<Download size={14} strokeWidth={1.75} />}
              aria-label={t('exports.downloadOf', { name })}
              data-act="download"
              onPress={() => exports.send({ type: 'download.requested', key })}
            >
              {t('exports.download')}
            </Button>
          )}
        </div>
      </div>
      {progress !== null && (
        <Progress
          label={t('exports.progressOf', { name })}
          share={progress / 100}
          said={formatPercent(progress)}
        />
      )}
    </li>
  );
}

function NoExports() {
  const t = useT();
  const shell = useActorOf('shell');
  return (
    <EmptyState
      drawing="list"
      title={t('exports.empty')}
      text={t('exports.emptyText')}
      actions={
        <Button size="small" onPress={() => shell.send({ type: 'panel.chosen', panel: 'search' })}>
          {t('exports.goSearch')}
        </Button>
      }
    />
  );
}
