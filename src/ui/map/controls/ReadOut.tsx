import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useActorOf, useActorIf } from '../../shared/actors.tsx';
import { formatArea, formatCoordinates, formatFixed } from '../../shared/i18n/formats.ts';
import { useLanguage, useT } from '../../shared/i18n/useT.ts';
import './readOut.css';
import { scaleBarOf } from './scaleBar.ts';
import { isGlMissing } from '../kernel/graphics.ts';
import type { MapHandle } from '../kernel/mapHandle.ts';
import { pointerAt, usePortalMap } from '../kernel/mapStores.ts';
import { cellAt } from '../../../machines/search/coverage.machine.ts';
import { mappedFootprints } from '../../../machines/search/results.selectors.ts';
import { useIsCoverageShown } from '../layers/coverage/CoverageLegend.tsx';
import { scenesAt } from '../layers/footprints/scenesAt.ts';
import { useIsDensityShown } from '../layers/footprints/drawnFootprints.ts';

/** Writes the values that follow map and pointer directly to the DOM, without React. */
function useWriting(mapHandle: MapHandle | null) {
  const scale = useRef<HTMLSpanElement>(null);
  const bar = useRef<HTMLSpanElement>(null);
  const zoom = useRef<HTMLElement>(null);
  const position = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (mapHandle === null) return undefined;
    let planned = 0;
    const write = () => {
      planned = 0;
      const view = mapHandle.view();
      const { pixels, text } = scaleBarOf(view.metresPerPixel);
      if (bar.current !== null) bar.current.style.width = `${pixels}px`;
      if (scale.current !== null) scale.current.textContent = text;
      if (zoom.current !== null) zoom.current.textContent = formatFixed(view.zoom, 1);
      const at = mapHandle.placeAt(pointerAt.get());
      if (position.current !== null)
        position.current.textContent = formatCoordinates(at.longitude, at.latitude);
    };
    const plan = () => {
      if (planned === 0) planned = requestAnimationFrame(write);
    };
    write();
    const ends = [mapHandle.onView(plan), pointerAt.on(plan)];
    return () => {
      cancelAnimationFrame(planned);
      for (const end of ends) end();
    };
  }, [mapHandle]);
  return { scale, bar, zoom, position };
}

/** §2 Main layout: scale, zoom, the AOI's area and the pointer's position; on the phone the zoom and the area. */
export function ReadOut() {
  const hasMap = usePortalMap() !== null || !isGlMissing();
  // the key rewrites all values when the language changes
  const language = useLanguage();
  return hasMap && <Row key={language} />;
}

function Row() {
  const t = useT();
  const areaKm2 = useSelector(useActorOf('aoi'), ({ context }) => context.aoi?.areaKm2 ?? null);
  const { scale, bar, zoom, position } = useWriting(usePortalMap());
  return (
    <div
      className="gt-readout gt-placed gt-across gt-nowrap gt-quiet gt-float gt-round-field"
      role="group"
      aria-label={t('map.readOut')}
    >
      <span className="gt-readout__item gt-readout__scale gt-desk-only gt-inline gt-gap-6">
        <span ref={bar} className="gt-readout__bar" aria-hidden="true" />
        <span className="gt-visually-hidden">{t('map.scale')} </span>
        <span ref={scale} />
      </span>
      <span className="gt-readout__item gt-inline gt-gap-6">
        {t('map.zoom')} <strong className="gt-bold gt-ink" ref={zoom} />
      </span>
      {areaKm2 !== null && (
        <span className="gt-readout__item gt-inline gt-gap-6 gt-readout__aoi">
          <svg width="16" height="4" viewBox="0 0 16 4" aria-hidden="true">
            <path d="M0 2h16" stroke="var(--aoi)" strokeWidth="2.5" strokeDasharray="6.5 3" />
          </svg>
          <span className="gt-desk-only">{t('map.aoi')}</span>{' '}
          <strong className="gt-bold gt-ink">{formatArea(areaKm2)}</strong>
        </span>
      )}
      <HereCount />
      <span className="gt-readout__item gt-inline gt-gap-6 gt-readout__position">
        <span className="gt-visually-hidden">{t('map.position')} </span>
        <span ref={position} />
      </span>
    </div>
  );
}

/** The read-out's exact number of scenes under the pointer, or in the middle of the map, while density is shown. */
function HereCount() {
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
      const cell = coverage && cellAt(coverage.getSnapshot(), longitude, latitude);
      const count = cell ? cell.scenes : scenesAt(scenes, longitude, latitude, shown).length;
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
