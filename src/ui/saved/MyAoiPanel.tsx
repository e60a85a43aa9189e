import { useSelector } from '@xstate/react';
import { BookmarkPlus, MapPin, Search, Square } from 'lucide-react';
import { useMemo } from 'react';
import type { SavedAoi } from '../../../contract/saved.ts';
import { savedAoiId, shownAoi } from '../../machines/aoi/aoi.machine.ts';
import { isDrawing } from '../../machines/map/map.selectors.ts';
import { savedAreaKm2 } from '../../machines/saved/saved.rules.ts';
import { fetchedAoiId, isSavedAreaShown } from '../../machines/saved/saved.selectors.ts';
import { request } from '../map/kernel/tool.ts';
import { mapReason } from '../map/kernel/graphics.ts';
import { useActorOf, usePortal } from '../shared/actors.tsx';
import { formatArea } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Badge } from '../shared/kit/figures/Badge.tsx';
import { Ring } from '../shared/kit/figures/Ring.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { Reasoned } from '../shared/kit/overlays/Tooltip.tsx';
import { EmptyState } from '../shared/kit/states/EmptyState.tsx';
import { SavedFoot, SavedItems, type SavedListActor, SavedRow } from './SavedItems.tsx';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** §2 My AOI list: select, show on map, go to search, delete. */
export function MyAoiPanel() {
  const t = useT();
  const list = useSelector(useActorOf('savedAois'), ({ children }) => children.list);
  return (
    <Panel title={t('myAoi.title')} bare footer={list && <SavedFoot list={list} />}>
      {list && <SavedItems list={list} label={t('myAoi.list')} empty={<NoAois />} row={AoiRow} />}
    </Panel>
  );
}

function AoiRow({ list, saved }: { list: SavedListActor<SavedAoi>; saved: SavedAoi }) {
  const t = useT();
  const savedAois = useActorOf('savedAois');
  const isShown = useSelector(savedAois, isSavedAreaShown(saved.id));
  const isComing = useSelector(savedAois, fetchedAoiId) === saved.id;
  // both sides write WKT the same way
  const isCurrent = useSelector(
    useActorOf('aoi'),
    (aoi) => shownAoi(aoi)?.wkt === saved.geom || savedAoiId(aoi) === saved.id,
  );
  const areaKm2 = useMemo(() => saved.areaKm2 ?? savedAreaKm2(saved.geom), [saved]);
  const { name } = saved;
  return (
    <SavedRow
      list={list}
      item={saved}
      isCurrent={isCurrent}
      badge={
        isCurrent && (
          <Badge tone="accent" icon="tick">
            {t('myAoi.selected')}
          </Badge>
        )
      }
      facts={
        isComing ? (
          <span role="status">
            <Ring size={12} />
            {t('myAoi.fetching')}
          </span>
        ) : (
          areaKm2 !== null && <span>{formatArea(areaKm2)}</span>
        )
      }
    >
      <Button
        size="small"
        variant="text"
        aria-label={t('myAoi.selectOf', { name })}
        data-act="select"
        onPress={() => savedAois.send({ type: 'aoi.selected', saved })}
      >
        {t('myAoi.select')}
      </Button>
      <TooltipButton
        tip={t('myAoi.showOn')}
        label={t('myAoi.show', { name })}
        icon={<MapPin {...ICON} />}
        size="small"
        chosen={isShown}
        data-act="show"
        onPress={() => savedAois.send({ type: 'aoi.shown', saved })}
      />
      <TooltipButton
        tip={t('myAoi.searchOn')}
        label={t('myAoi.search', { name })}
        icon={<Search {...ICON} />}
        size="small"
        data-act="search"
        onPress={() => savedAois.send({ type: 'aoi.sought', saved })}
      />
    </SavedRow>
  );
}

function NoAois() {
  const t = useT();
  const portal = usePortal();
  const map = useActorOf('map');
  const saving = useActorOf('saveAoi');
  const hasAoi = useSelector(useActorOf('aoi'), (aoi) => shownAoi(aoi) !== null);
  const isOn = useSelector(map, isDrawing);
  const canDraw = useSelector(map, (snapshot) => snapshot.can({ type: 'draw.chosen', mode: 'Box' }));
  return (
    <EmptyState
      title={t('myAoi.empty')}
      text={t('myAoi.emptyText')}
      actions={
        <>
          <Reasoned reason={canDraw ? null : t(mapReason())}>
            {(closed) => (
              <Button
                {...closed}
                size="small"
                icon={<Square {...ICON} size={14} />}
                chosen={isOn}
                onPress={() => portal.send(request({ type: 'draw.chosen', mode: 'Box' }))}
              >
                {t('myAoi.draw')}
              </Button>
            )}
          </Reasoned>
          {hasAoi && (
            <Button
              size="small"
              icon={<BookmarkPlus {...ICON} size={14} />}
              onPress={() => saving.send({ type: 'saving.opened' })}
            >
              {t('myAoi.save')}
            </Button>
          )}
        </>
      }
    />
  );
}
