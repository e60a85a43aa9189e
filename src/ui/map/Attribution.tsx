import { useSyncExternalStore } from 'react';
import { usePortalValue } from '../actors.tsx';
import { useT } from '../i18n/useT.ts';
import type { MapStage } from './stage.ts';
import { useIsDrawerOpen, useRoom } from './useRoom.ts';

/** Whose map it is, always in sight: above the read-out, and beside the panel while the drawer stands at the right. */
export function Attribution({ stage }: { stage: MapStage }) {
  const t = useT();
  const hasTiles = useSyncExternalStore(stage.onTiles, stage.hasTiles);
  const attribution = usePortalValue(({ context }) => context.settings?.basemaps.OSM.attribution ?? '');
  const isDrawerOpen = useIsDrawerOpen();
  const { left } = useRoom();
  return (
    <div
      className="gt-map__attribution"
      data-beside={isDrawerOpen || undefined}
      style={isDrawerOpen ? { left: left + 12 } : undefined}
    >
      {hasTiles && attribution !== '' ? attribution : t('map.outlineAttribution')}
    </div>
  );
}
