import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { boundsOf } from '../../../../geo/entry/bbox.ts';
import { orderScenes } from '../../../../machines/orders/orderPage.selectors.ts';
import {
  clearOf,
  foundScenes,
  mappedScenes,
  openScene,
} from '../../../../machines/search/results.selectors.ts';
import { useActorIf, useActorOf } from '../../../shared/actors.tsx';
import { useHovered } from '../../../shared/hover.ts';
import { formatDayOfYear, formatShare } from '../../../shared/i18n/formats.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';

/**
 * Minimum distance of the label's foot from the upper and lower edge of the free map, pixels: the place field takes
 * the first 56, the label 36 below them.
 */
const MARGIN = 100;

/** Date, satellite and clear share above the hovered footprint (docs/design.md, Map symbols); the list shows the same text. */
export function HoverLabel({ mapHandle }: { mapHandle: MapHandle }) {
  const t = useT();
  const id = useHovered();
  const found = useSelector(useActorOf('results'), foundScenes);
  const ordered = useSelector(useActorIf('orderPage'), (page) => page && orderScenes(page));
  const scenes = ordered ?? found;
  // the open scene has a tag of its own
  const open = useSelector(useActorOf('results'), (results) => openScene(results)?.id);
  const scene = id === null || id === open ? undefined : scenes.find((one) => one.id === id);
  const clear = useSelector(useActorOf('results'), (results) =>
    scene === undefined ? null : clearOf(scene)(results),
  );
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (scene === undefined) return undefined;
    const [west, , east, north] = boundsOf(scene.geometry);
    // keep the whole label clear of panels and toolbar
    const half = (place.current?.firstElementChild?.clientWidth ?? 0) / 2;
    const follow = () => {
      const { x, y } = mapHandle.intoFreeMap(
        mapHandle.map.project([(west + east) / 2, north]),
        MARGIN,
        half + 16,
      );
      if (place.current !== null)
        place.current.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    };
    follow();
    return mapHandle.onView(follow);
  }, [mapHandle, scene]);
  if (scene === undefined) return null;
  const { acquisitionDate, satellite, satCode } = scene.properties;
  return (
    <div ref={place} className="gt-map__anchor gt-placed gt-through" aria-hidden="true">
      <div className="gt-map__tag gt-placed gt-note-title gt-nowrap gt-map__tag--hovered">
        {[
          formatDayOfYear(acquisitionDate),
          satellite ?? satCode,
          clear?.percent !== null &&
            clear !== null &&
            t('results.clearTogether', { share: formatShare(clear.percent) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </div>
  );
}

/** Announces the number of visible footprints to screen readers. */
export function FootprintCount() {
  const t = useT();
  const mapped = useSelector(useActorOf('results'), mappedScenes);
  const ordered = useSelector(useActorIf('orderPage'), (page) => page && orderScenes(page));
  const count = (ordered ?? mapped).length;
  return (
    <p className="gt-visually-hidden" role="status">
      {count > 0 ? t('map.footprints', { count }) : ''}
    </p>
  );
}
