import { useEffect, useRef } from 'react';
import { mappedFootprints } from '../../../../machines/search/results.selectors.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { useT } from '../../../shared/i18n/useT.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { pointerAt, usePortalMap } from '../../kernel/mapStores.ts';
import { scenesAt } from '../footprints/scenesAt.ts';
import { useIsDensityShown } from '../footprints/drawnFootprints.ts';

/** The read-out's exact number of scenes under the pointer, or in the middle of the map, while density is shown. */
export function HereCount() {
  const mapHandle = usePortalMap();
  return useIsDensityShown() && mapHandle !== null ? <Count mapHandle={mapHandle} /> : null;
}

/** Follows map and pointer without React. */
function Count({ mapHandle }: { mapHandle: MapHandle }) {
  const t = useT();
  const results = useActorOf('results');
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let planned = 0;
    const write = () => {
      planned = 0;
      const { scenes, shown } = mappedFootprints(results.getSnapshot());
      const { longitude, latitude } = mapHandle.placeAt(pointerAt.get());
      const count = scenesAt(scenes, longitude, latitude, shown).length;
      if (place.current !== null) place.current.textContent = t('map.footprintView.here', { count });
    };
    const plan = () => {
      if (planned === 0) planned = requestAnimationFrame(write);
    };
    write();
    const ends = [mapHandle.onView(plan), pointerAt.on(plan)];
    const subscription = results.subscribe(plan);
    return () => {
      cancelAnimationFrame(planned);
      subscription.unsubscribe();
      for (const end of ends) end();
    };
  }, [mapHandle, results, t]);
  return (
    <span className="gt-readout__item gt-readout__here gt-desk-only gt-inline gt-gap-6">
      <span ref={place} />
    </span>
  );
}
