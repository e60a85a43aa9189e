import { useEffect, useRef } from 'react';
import { cellAt } from '../../../../machines/search/coverage.machine.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { useLanguage, useT } from '../../../shared/i18n/useT.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { pointerAt } from '../../kernel/mapStores.ts';
import { placeNear } from '../outline/useNames.ts';
import { useIsCoverageShown } from './CoverageLegend.tsx';

/** How many scenes the square under the pointer has, and near which place it is; the read-out says the number, too. */
export function CoverageTip({ mapHandle }: { mapHandle: MapHandle }) {
  return useIsCoverageShown() ? <Tip mapHandle={mapHandle} /> : null;
}

/** Follows map and pointer without React. */
function Tip({ mapHandle }: { mapHandle: MapHandle }) {
  const t = useT();
  const language = useLanguage();
  const coverage = useActorOf('coverage');
  const tip = useRef<HTMLDivElement>(null);
  const count = useRef<HTMLElement>(null);
  const near = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let planned = 0;
    const write = () => {
      planned = 0;
      const pointer = pointerAt.get();
      const { longitude, latitude } = mapHandle.placeAt(pointer);
      const cell = pointer && cellAt(coverage.getSnapshot(), longitude, latitude);
      if (tip.current === null || count.current === null || near.current === null) return;
      tip.current.hidden = !cell || cell.scenes === 0;
      if (!cell || pointer === null) return;
      const [west, south, east, north] = cell.bounds;
      const middle: [number, number] = [(west + east) / 2, (south + north) / 2];
      // in the copy of the world that the pointer is in
      const turn = mapHandle.map.unproject([pointer.x, pointer.y]).lng - longitude;
      const { x, y } = mapHandle.map.project([middle[0] + turn, middle[1]]);
      const place = placeNear(mapHandle, middle, language);
      tip.current.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
      count.current.textContent = t('results.title', { count: cell.scenes });
      near.current.textContent = place === null ? '' : t('coverage.near', { place });
    };
    const plan = () => {
      if (planned === 0) planned = requestAnimationFrame(write);
    };
    const ends = [mapHandle.onView(plan), pointerAt.on(plan)];
    const subscription = coverage.subscribe(plan);
    // names come with their tiles
    const named = mapHandle.map.on('idle', plan);
    return () => {
      cancelAnimationFrame(planned);
      subscription.unsubscribe();
      named.unsubscribe();
      for (const end of ends) end();
    };
  }, [mapHandle, coverage, language, t]);
  return (
    <div ref={tip} className="gt-map__anchor gt-placed gt-through" hidden aria-hidden="true">
      <div className="gt-map__tag gt-placed gt-secondary gt-nowrap gt-text-centre">
        <strong ref={count} className="gt-block" />
        <span ref={near} />
      </div>
    </div>
  );
}
