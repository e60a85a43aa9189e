import { useSelector } from '@xstate/react';
import { Download } from 'lucide-react';
import {
  imageryLayers,
  isLoadingLayers,
  layersFailure,
  layerTiles,
  listedLayers,
  selectImageryShown,
} from '../../machines/imagery/imagery.selectors.ts';
import { useActorOf, usePortalValue } from '../shared/actors.tsx';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { EmptyState } from '../shared/kit/states/EmptyState.tsx';
import { FailedState } from '../shared/kit/states/FailedState.tsx';
import { Loading } from '../shared/kit/states/Loading.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import './imagery.css';
import { LayerFilter } from './LayerFilter.tsx';
import { LayerRow } from './LayerRow.tsx';
import { useLayerMoves } from './useLayerMoves.ts';

/** A list with fewer layers is seen at a glance. */
const FILTERED_FROM = 6;

/** §2 Imagery panel: the layers that the user can view, in the order of the map. */
export function ImageryPanel() {
  const t = useT();
  const imagery = useActorOf('imagery');
  const shown = useSelector(imagery, selectImageryShown);
  // §6: features are switched by API enablement flags
  const canExport = usePortalValue(({ context }) => context.settings?.apis.imagery_export === true);
  return (
    <Panel
      title={t('imagery.title')}
      bare
      actions={
        shown.length > 0 && (
          <span className="gt-imagery__count">{t('imagery.shown', { count: shown.length })}</span>
        )
      }
      footer={
        canExport && (
          <Button
            variant="primary"
            icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
            onPress={() => imagery.send({ type: 'export.requested' })}
          >
            {t('imagery.export')}
          </Button>
        )
      }
    >
      <Layers />
    </Panel>
  );
}

/** The rows, or the failed, loading or empty state. */
function Layers() {
  const t = useT();
  const imagery = useActorOf('imagery');
  const layers = useSelector(imagery, imageryLayers);
  const tiles = useSelector(imagery, layerTiles);
  const isLoading = useSelector(imagery, isLoadingLayers);
  const failure = useSelector(imagery, layersFailure);
  const listed = useSelector(imagery, listedLayers);
  const isWhole = listed.length === layers.length;
  const { list, drag, grip, moveTo, news } = useLayerMoves(listed);
  if (failure !== null)
    return (
      <FailedState
        title={messageText(t, failure)}
        onRetry={() => imagery.send({ type: 'reload.requested' })}
      />
    );
  if (isLoading) return <Loading label={t('imagery.loading')} rowHeight={97} picture />;
  if (layers.length === 0)
    return <EmptyState drawing="list" title={t('imagery.empty')} text={t('imagery.emptyText')} />;
  return (
    <>
      {layers.length >= FILTERED_FROM && <LayerFilter />}
      {listed.length === 0 && (
        <EmptyState drawing="list" title={t('imagery.noneListed')} text={t('imagery.noneListedText')} />
      )}
      <ul
        ref={list}
        className="gt-imagery"
        aria-label={t('imagery.list')}
        data-dragging={drag !== null || undefined}
      >
        {listed.map((layer, place) => (
          <LayerRow
            key={layer.id}
            layer={layer}
            tiles={tiles}
            place={isWhole ? place : null}
            count={layers.length}
            shift={drag?.shifts[place] ?? 0}
            isDragged={drag?.id === layer.id}
            grip={grip(layer.id)}
            onMove={(to, act) => moveTo(layer.id, to, act)}
          />
        ))}
      </ul>
      <p className="gt-visually-hidden" role="status">
        {news === null ? !isWhole && t('imagery.listed', { count: listed.length }) : t('imagery.moved', news)}
      </p>
    </>
  );
}
