import { useSelector } from '@xstate/react';
import { BookmarkPlus, MapPin, Search, Square } from 'lucide-react';
import { useMemo } from 'react';
import type { SavedAoi } from '../../../contract/saved.ts';
import { savedAoiId, shownAoi } from '../../machines/aoi/aoi.machine.ts';
import { isDrawing } from '../../machines/map/map.selectors.ts';
import { savedAreaKm2 } from '../../machines/saved/saved.rules.ts';
import { fetchedAoiId, isSavedAreaShown } from '../../machines/saved/saved.selectors.ts';
import { mapReason } from '../map/kernel/graphics.ts';
import { request } from '../map/kernel/tool.ts';
import { useActorOf, usePortal } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Badge } from '../shared/kit/figures/Badge.tsx';
import { Ring } from '../shared/kit/figures/Ring.tsx';
import { Reasoned } from '../shared/kit/overlays/Tooltip.tsx';
import { EmptyState } from '../shared/kit/states/EmptyState.tsx';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What rows with and without facts know and offer of an area. */
export function useSavedAoi(saved: SavedAoi) {
  const savedAois = useActorOf('savedAois');
  const isShown = useSelector(savedAois, isSavedAreaShown(saved.id));
  const isComing = useSelector(savedAois, fetchedAoiId) === saved.id;
  // both sides write WKT the same way
  const isCurrent = useSelector(
    useActorOf('aoi'),
    (aoi) => shownAoi(aoi)?.wkt === saved.geom || savedAoiId(aoi) === saved.id,
  );
  const areaKm2 = useMemo(() => saved.areaKm2 ?? savedAreaKm2(saved.geom), [saved]);
  return { savedAois, isShown, isComing, isCurrent, areaKm2 };
}

/** An area is being fetched whole. */
export function Coming() {
  const t = useT();
  return (
    <span role="status">
      <Ring size={12} />
      {t('myAoi.fetching')}
    </span>
  );
}

export function CurrentBadge() {
  const t = useT();
  return (
    <Badge tone="accent" icon="tick">
      {t('myAoi.selected')}
    </Badge>
  );
}

/** The actions before Delete. */
export function AoiActs({ saved }: { saved: SavedAoi }) {
  const t = useT();
  const { savedAois, isShown } = useSavedAoi(saved);
  const { name } = saved;
  return (
    <>
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
    </>
  );
}

export function NoAois({ title }: { title: string }) {
  const t = useT();
  const portal = usePortal();
  const map = useActorOf('map');
  const saving = useActorOf('saveAoi');
  const hasAoi = useSelector(useActorOf('aoi'), (aoi) => shownAoi(aoi) !== null);
  const isOn = useSelector(map, isDrawing);
  const canDraw = useSelector(map, (snapshot) => snapshot.can({ type: 'draw.chosen', mode: 'Box' }));
  return (
    <EmptyState
      title={title}
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
