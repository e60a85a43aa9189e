import { useSelector } from '@xstate/react';
import { RotateCw, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  isBack,
  isNoticeClosed,
  isRetrying,
  lossStatus,
  lostBase,
  secondsUntilRetry,
} from '../../../../machines/map/baseTiles.machine.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import type { Translate } from '../../../shared/i18n/language.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { Button } from '../../../shared/kit/actions/Button.tsx';
import { IconButton } from '../../../shared/kit/actions/IconButton.tsx';
import { isBrowsing, isComparing, isMapWaiting } from '../../../../machines/map/map.selectors.ts';
import { useMapPadding } from '../../kernel/mapPadding.ts';
import { useWindowSize } from '../../kernel/mapStores.ts';
import { tileNoticePlace } from '../../kernel/upperEdge.ts';
import './tileNotice.css';

const NAMES = { OSM: 'OpenStreetMap', GMAP: 'Google Maps' } as const;

/** What happened to the base map's tiles: refused with this status, or no reply. */
export function lossText(t: Translate, base: keyof typeof NAMES, status: number | null): string {
  const name = NAMES[base];
  return status === null ? t('map.tiles.lost', { name }) : t('map.tiles.refused', { name, status });
}

/** Reports once that the base map's tiles are missing, and when they are back (docs/design.md, Missing tiles). */
export function TileNotice() {
  const t = useT();
  const tiles = useActorOf('baseTiles');
  const base = useSelector(tiles, lostBase);
  const status = useSelector(tiles, lossStatus);
  const isClosed = useSelector(tiles, isNoticeClosed);
  const isDone = useSelector(tiles, isBack);
  const map = useActorOf('map');
  const isInMode = !useSelector(map, (snapshot) => isBrowsing(snapshot) || isMapWaiting(snapshot));
  const isCompared = useSelector(map, isComparing);
  const { left, right } = useMapPadding();
  const { width } = useWindowSize();
  const place = tileNoticePlace({ width, free: width - left - right, isInMode, isCompared });
  const title = base === null ? '' : lossText(t, base, status);
  return (
    <>
      {base !== null && !isClosed && (
        <div
          className="gt-tile-notice gt-map-layer gt-across gt-gap-12 gt-float gt-round-toolbar"
          data-below={place.isBelow || undefined}
          style={width < 640 ? undefined : { top: place.top, left: left + place.start, right: right + 12 }}
        >
          <span
            className="gt-tile-notice__mark gt-toned gt-centre gt-keep gt-round-tag"
            data-tone="warn"
            aria-hidden="true"
          >
            <TriangleAlert size={16} strokeWidth={1.75} />
          </span>
          <div className="gt-tile-notice__words gt-rest">
            <p className="gt-note-title gt-ink">{title}</p>
            <p className="gt-quiet">
              {t('map.tiles.rest')} <NextTry />
            </p>
          </div>
          <Retry />
          <IconButton
            size="small"
            label={t('common.close')}
            icon={<X size={16} strokeWidth={1.75} aria-hidden="true" />}
            onPress={() => tiles.send({ type: 'notice.closed' })}
          />
        </div>
      )}
      <p className="gt-visually-hidden" role="status">
        {isDone ? t('map.tiles.back') : isClosed ? '' : title}
      </p>
    </>
  );
}

function NextTry() {
  const t = useT();
  const tiles = useActorOf('baseTiles');
  const [seconds, setSeconds] = useState(() => secondsUntilRetry(tiles.getSnapshot()));
  useEffect(() => {
    const count = () => setSeconds(secondsUntilRetry(tiles.getSnapshot()));
    const planned = tiles.subscribe(count);
    const timer = setInterval(count, 1000);
    return () => {
      planned.unsubscribe();
      clearInterval(timer);
    };
  }, [tiles]);
  return t('map.tiles.next', { seconds });
}

function Retry() {
  const t = useT();
  const tiles = useActorOf('baseTiles');
  const isBusy = useSelector(tiles, isRetrying);
  return (
    <Button
      size="small"
      icon={<RotateCw size={14} strokeWidth={1.75} aria-hidden="true" />}
      busy={isBusy}
      busyLabel={t('map.tiles.retry')}
      onPress={() => tiles.send({ type: 'retry.requested' })}
    >
      {t('map.tiles.retry')}
    </Button>
  );
}
