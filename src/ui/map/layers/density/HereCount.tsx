import { useEffect, useRef } from 'react';
import { countedCoverage, scenesInCell } from '../../../../machines/search/coverage.machine.ts';
import { mappedFootprints } from '../../../../machines/search/results.selectors.ts';
import { useActorIf, useActorOf } from '../../../shared/actors.tsx';
import { useT } from '../../../shared/i18n/useT.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { pointerAt, usePortalMap } from '../../kernel/mapStores.ts';
import { useIsCoverageShown } from '../coverage/CoverageLegend.tsx';
import { scenesAt } from '../footprints/scenesAt.ts';
import { useIsDensityShown } from '../footprints/drawnFootprints.ts';

/** The read-out's exact number of scenes under the pointer, or in the middle of the map, while density is shown. */
export function HereCount() {
  const mapHandle = usePortalMap();
  const isCounted = [useIsDensityShown(), useIsCoverageShown()].some(Boolean);
  return isCounted && mapHandle !== null ? <Count mapHandle={mapHandle} /> : null;
}

/** Follows map and pointer without React. */
function Count({ mapHandle }: { mapHandle: MapHandle }) {
  const t = useT();
  const results = useActorOf('results');
  const coverage = useActorIf('coverage');
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let planned = 0;
    const write = () => {
      planned = 0;
      const { scenes, shown } = mappedFootprints(results.getSnapshot());
      const { longitude, latitude } = mapHandle.placeAt(pointerAt.get());
      const counted = coverage && countedCoverage(coverage.getSnapshot());
      const count = counted
        ? scenesInCell(counted, longitude, latitude)
        : scenesAt(scenes, longitude, latitude, shown).length;
      if (place.current !== null) place.current.textContent = t('map.footprintView.here', { count });
    };
    const plan = () => {
      if (planned === 0) planned = requestAnimationFrame(write);
    };
    write();
    const ends = [mapHandle.onView(plan), pointerAt.on(plan)];
    const subscriptions = [results.subscribe(plan), coverage?.subscribe(plan)];
    return () => {
      cancelAnimationFrame(planned);
      for (const subscription of subscriptions) subscription?.unsubscribe();
      for (const end of ends) end();
    };
  }, [mapHandle, results, coverage, t]);
  return (
    <span className="gt-readout__item gt-readout__here gt-desk-only gt-inline gt-gap-6">
      <span ref={place} />
    </span>
  );
}
