import { useSelector } from '@xstate/react';
import { useId, useMemo } from 'react';
import { billedArea } from '../../../geo/area/billedArea.ts';
import type { Pass } from '../../../geo/orbit/passes.ts';
import { formDraft, formInput } from '../../../machines/orders/priced/pricedForm.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { SKETCH, sketchAround } from './passSketch.ts';
import './passMap.css';

interface PassMapProps {
  /** The passes within the limit. */
  passes: readonly Pass[];
  /** The pass whose swath is drawn. */
  shown: Pass | null;
}

/** A small map of the area, its billed part and the ground tracks. */
export function PassMap({ passes, shown }: PassMapProps) {
  const t = useT();
  const clip = useId();
  const form = useActorOf('tasking');
  const { geometry } = useSelector(form, formInput).aoi;
  const { cropByAoi } = useSelector(form, formDraft);
  const sketch = useMemo(() => sketchAround(geometry), [geometry]);
  const area = useMemo(() => sketch.area(geometry), [sketch, geometry]);
  const billed = useMemo(() => sketch.area(billedArea(geometry, cropByAoi)), [sketch, geometry, cropByAoi]);
  const tracks = useMemo(
    () => passes.map((pass) => ({ at: pass.at, path: sketch.line(pass.track) })),
    [sketch, passes],
  );
  return (
    <figure className="gt-pass-map">
      <svg viewBox={`0 0 ${SKETCH.width} ${SKETCH.height}`} role="img" aria-label={t('passes.map')}>
        <clipPath id={clip}>
          <rect width={SKETCH.width} height={SKETCH.height} />
        </clipPath>
        <g clipPath={`url(#${clip})`}>
          <rect className="gt-pass-map__ground" width={SKETCH.width} height={SKETCH.height} />
          <path className="gt-pass-map__billed" d={billed} fillRule="evenodd" />
          {shown !== null && <path className="gt-pass-map__swath" d={sketch.line(shown.swath)} />}
          {tracks.map(({ at, path }) => (
            <path
              key={at}
              className="gt-pass-map__track"
              data-shown={at === shown?.at || undefined}
              d={path}
            />
          ))}
          {shown !== null && <path className="gt-pass-map__shown" d={sketch.line(shown.track)} />}
          <path className="gt-pass-map__casing" d={area} />
          <path className="gt-pass-map__aoi" d={area} />
        </g>
      </svg>
      <figcaption className="gt-pass-map__words">
        {t(cropByAoi ? 'passes.mapClipped' : 'passes.mapWhole')}
      </figcaption>
    </figure>
  );
}
