import { useSelector } from '@xstate/react';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  isBack,
  isRetrying,
  lossStatus,
  lostBase,
  secondsUntilRetry,
} from '../../../../machines/map/baseTiles.machine.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import type { Translate } from '../../../shared/i18n/language.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { Button } from '../../../shared/kit/actions/Button.tsx';
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
  const isDone = useSelector(tiles, isBack);
  const text = base === null ? '' : lossText(t, base, status);
  return (
    <>
      {base !== null && (
        <p
          className="gt-tile-notice gt-map-layer gt-across gt-gap-8 gt-secondary gt-float gt-round-toolbar"
          aria-hidden="true"
        >
          <TriangleAlert size={16} strokeWidth={1.75} />
          <span className="gt-truncate">{text}</span>
        </p>
      )}
      <p className="gt-visually-hidden" role="status">
        {isDone ? t('map.tiles.back') : text}
      </p>
    </>
  );
}

/** In the layer selector: what happened to the base map's tiles, and when they are tried again. */
export function LostTiles() {
  const t = useT();
  const tiles = useActorOf('baseTiles');
  const base = useSelector(tiles, lostBase);
  const status = useSelector(tiles, lossStatus);
  const isBusy = useSelector(tiles, isRetrying);
  if (base === null) return null;
  return (
    <div className="gt-layers__hint gt-across gt-gap-12">
      <p className="gt-rest gt-quiet">
        <span className="gt-block gt-ink">{lossText(t, base, status)}</span>
        <NextTry />
      </p>
      <Button
        size="small"
        icon={<RotateCw size={14} strokeWidth={1.75} aria-hidden="true" />}
        busy={isBusy}
        busyLabel={t('map.tiles.retry')}
        onPress={() => tiles.send({ type: 'retry.requested' })}
      >
        {t('map.tiles.retry')}
      </Button>
    </div>
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
