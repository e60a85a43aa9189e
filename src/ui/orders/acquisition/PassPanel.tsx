import { useSelector } from '@xstate/react';
import { useId, useMemo, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { type AreaGeometry, polygonsOf } from '../../../geo/area/areaGeometry.ts';
import { billedArea } from '../../../geo/area/billedArea.ts';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import type { FoundPasses } from '../../../geo/orbit/passSearch.ts';
import type { Pass } from '../../../geo/orbit/passes.ts';
import type { Place } from '../../../geo/orbit/strip.ts';
import {
  canRepeatFinding,
  chosenPass,
  foundPasses,
  isFindingPasses,
  type passesMachine,
  passSpan,
} from '../../../machines/orders/passes.machine.ts';
import {
  bestPass,
  ELEMENTS_OLD_DAYS,
  elementsAgeDays,
  passesWithin,
} from '../../../machines/orders/passes.rules.ts';
import { formDraft, formInput } from '../../../machines/orders/pricedForm.selectors.ts';
import { taskedSatellite } from '../../../machines/orders/orders.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatDayOfYear, formatDegrees, formatNumber } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Badge } from '../../shared/kit/figures/Badge.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { Ring } from '../../shared/kit/figures/Ring.tsx';
import { DataTable } from '../../shared/kit/layout/DataTable.tsx';
import { PassFacts, PassTimeline } from './PassTimeline.tsx';
import './passes.css';

/** The passes over the area in the window, as a timeline or a table, with a map of their ground tracks. */
export function PassPanel() {
  const t = useT();
  const passes = usePasses();
  return (
    <section className="gt-passes gt-stack gt-gap-10 gt-edge-below" aria-label={t('passes.title')}>
      {passes === undefined ? <Note tone="err" title={t('passes.failed')} /> : <Passes passes={passes} />}
    </section>
  );
}

interface PassesProps {
  passes: ActorRefFrom<typeof passesMachine>;
}

function Passes({ passes }: PassesProps) {
  const t = useT();
  const form = useActorOf('tasking');
  const limit = useSelector(form, formDraft).maxOffNadirAngle;
  const found = useSelector(passes, foundPasses);
  const span = useSelector(passes, passSpan);
  const chosen = useSelector(passes, chosenPass);
  const [isTable, setTable] = useState(false);
  const list = found?.passes ?? [];
  const best = bestPass(list, limit);
  return (
    <>
      <PassMap passes={passesWithin(list, limit)} shown={chosen ?? best} />
      <header className="gt-gap-beside gt-flex gt-between gt-baseline gt-wrap">
        <h3 className="gt-small-heading">{t('passes.title')}</h3>
        {found !== null && (
          <p className="gt-quiet" role="status">
            {t('passes.count', {
              within: formatNumber(passesWithin(list, limit).length),
              limit: formatDegrees(limit),
              beyond: formatNumber(list.length - passesWithin(list, limit).length),
            })}
          </p>
        )}
      </header>
      {found === null || span === null ? (
        <NotFound passes={passes} />
      ) : (
        <>
          {isTable ? (
            <PassTable passes={list} limit={limit} best={best} />
          ) : (
            <PassTimeline
              passes={list}
              span={span}
              limit={limit}
              best={best}
              chosen={chosen}
              onChoose={(at) => passes.send({ type: 'pass.chosen', at })}
            />
          )}
          <div className="gt-beside-button gt-across gt-between gt-gap-8">
            <PassFacts pass={chosen ?? best} isBest={chosen === null || chosen === best} />
            <Button
              variant="text"
              size="small"
              aria-pressed={isTable}
              chosen={isTable}
              onPress={() => setTable(!isTable)}
            >
              {t('passes.asTable')}
            </Button>
          </div>
          <PassNotes found={found} within={passesWithin(list, limit).length} limit={limit} />
        </>
      )}
    </>
  );
}

/** Shown without passes: loading, failed, or nothing to search. */
function NotFound({ passes }: PassesProps) {
  const t = useT();
  const { tle, name } = useSelector(useActorOf('tasking'), taskedSatellite);
  const isBusy = useSelector(passes, isFindingPasses);
  const canRepeat = useSelector(passes, canRepeatFinding);
  if (isBusy)
    return (
      <p className="gt-passes__wait gt-across gt-gap-8 gt-muted" role="status">
        <Ring />
        {t('passes.finding')}
      </p>
    );
  if (canRepeat)
    return (
      <Note
        tone="err"
        title={t('passes.failed')}
        action={
          <Button size="small" onPress={() => passes.send({ type: 'finding.repeated' })}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        <p>{t('passes.stillOrder')}</p>
      </Note>
    );
  return (
    <p className="gt-quiet">
      {tle === undefined ? t('passes.unknownOrbit', { name }) : t('passes.noWindow')}
    </p>
  );
}

interface PassTableProps {
  passes: readonly Pass[];
  /** Degrees. */
  limit: number;
  best: Pass | null;
}

/** An instant (ms) → '26 Nov 05:30', in UTC. */
function shortTime(at: number): string {
  const iso = new Date(at).toISOString();
  return `${formatDayOfYear(iso)} ${iso.slice(11, 16)}`;
}

/** The passes with their figures; whether each is within the limit is also given in words. */
function PassTable({ passes, limit, best }: PassTableProps) {
  const t = useT();
  const wordOf = (pass: Pass) => {
    if (pass === best) return t('passes.bestWord');
    return t(pass.offNadirDeg <= limit ? 'passes.withinWord' : 'passes.beyondWord');
  };
  return (
    <div
      className="gt-passes__table gt-inner-frame gt-scroll-both gt-surface gt-round-field"
      role="region"
      aria-label={t('passes.title')}
      // the region scrolls, so it must be focusable by keyboard
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <DataTable
        caption={t('passes.title')}
        columns={[
          { label: t('passes.time') },
          { label: t('passes.angle'), end: true },
          { label: t('passes.centreAngle'), end: true },
          { label: t('passes.sun'), end: true },
          { label: t('passes.limit') },
        ]}
        rows={passes.map((pass) => ({
          key: pass.at,
          cells: [
            shortTime(pass.at),
            formatDegrees(pass.offNadirDeg),
            formatDegrees(pass.centreOffNadirDeg),
            formatDegrees(pass.sunElevationDeg),
            wordOf(pass),
          ],
        }))}
      />
    </div>
  );
}

interface PassMapProps {
  /** The passes within the limit. */
  passes: readonly Pass[];
  /** The pass whose swath is drawn. */
  shown: Pass | null;
}

/** A small map of the area, its billed part and the ground tracks. */
function PassMap({ passes, shown }: PassMapProps) {
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
      <svg
        className="gt-wide gt-round-field"
        viewBox={`0 0 ${SKETCH.width} ${SKETCH.height}`}
        role="img"
        aria-label={t('passes.map')}
      >
        <clipPath id={clip}>
          <rect width={SKETCH.width} height={SKETCH.height} />
        </clipPath>
        <g clipPath={`url(#${clip})`}>
          <rect className="gt-drawn-ground" width={SKETCH.width} height={SKETCH.height} />
          <path className="gt-pass-map__billed" d={billed} fillRule="evenodd" />
          {shown !== null && <path className="gt-pass-map__swath" d={sketch.line(shown.swath)} />}
          {tracks.map(({ at, path }) => (
            <path
              key={at}
              className="gt-pass-map__track gt-drawn-line"
              data-shown={at === shown?.at || undefined}
              d={path}
            />
          ))}
          {shown !== null && (
            <path className="gt-pass-map__shown gt-drawn-line" d={sketch.line(shown.track)} />
          )}
          <path className="gt-pass-map__casing gt-drawn-line" d={area} />
          <path className="gt-pass-map__aoi gt-drawn-line" d={area} />
        </g>
      </svg>
      <figcaption className="gt-above-4 gt-caption gt-faint">
        {t(cropByAoi ? 'passes.mapClipped' : 'passes.mapWhole')}
      </figcaption>
    </figure>
  );
}

/** The size of the sketch in drawing units; y grows downwards. */
const SKETCH = { width: 352, height: 112 } as const;
/** The area's share of the sketch, which leaves space for tracks next to it. */
const AREA_PART = 0.42;
/** The smallest drawn extent, degrees. */
const SMALLEST = 1e-3;

/** Makes SVG path data around an area: north up, eastward lengths scaled by the cosine of the latitude. */
interface Sketcher {
  area(geometry: AreaGeometry): string;
  /** @param places longitudes may exceed ±180 */
  line(places: readonly Place[]): string;
}

/** A small map around an area. */
function sketchAround(geometry: AreaGeometry): Sketcher {
  const [west, south, east, north] = viewBoundsOf(geometry);
  const middle = [(west + east) / 2, (south + north) / 2] as const;
  const shortening = Math.max(0.1, Math.cos((Math.min(85, Math.abs(middle[1])) * Math.PI) / 180));
  const scale = Math.min(
    (SKETCH.width * AREA_PART) / Math.max(SMALLEST, (east - west) * shortening),
    (SKETCH.height * AREA_PART) / Math.max(SMALLEST, north - south),
  );
  const placed = (longitude: number, latitude: number, turn: number): string => {
    const x = SKETCH.width / 2 + (longitude + turn - middle[0]) * shortening * scale;
    const y = SKETCH.height / 2 - (latitude - middle[1]) * scale;
    return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  };
  const turnOf = (longitude: number): number => 360 * Math.round((middle[0] - longitude) / 360);
  const path = (places: readonly (readonly number[])[]): string => {
    // shift the whole line by one multiple of 360°, given by its place nearest to the middle
    const nearest = places.reduce(
      (best, [lon = 0]) => (Math.abs(lon - middle[0]) < Math.abs(best - middle[0]) ? lon : best),
      places[0]?.[0] ?? 0,
    );
    const turn = turnOf(nearest);
    return places
      .map(([lon = 0, lat = 0], index) => `${index === 0 ? 'M' : 'L'}${placed(lon, lat, turn)}`)
      .join('');
  };
  return {
    area: (area) =>
      polygonsOf(area)
        .flatMap((rings) => rings.map((ring) => `${path(ring)}Z`))
        .join(''),
    line: path,
  };
}

interface PassNotesProps {
  found: FoundPasses;
  /** Number of passes within the limit. */
  within: number;
  /** Degrees. */
  limit: number;
}

/** Notes on the passes: none within the limit, simulated or outdated orbit elements, a truncated list. */
function PassNotes({ found, within, limit }: PassNotesProps) {
  const t = useT();
  const form = useActorOf('tasking');
  const { name, simulated } = useSelector(form, taskedSatellite);
  const age = elementsAgeDays(found.elementsAt, formInput(form.getSnapshot()).now());
  return (
    <>
      {within === 0 && (
        <Note tone="warn" title={t('passes.none')}>
          <p>{t('passes.noneText', { name, limit: formatDegrees(limit) })}</p>
        </Note>
      )}
      {simulated === true ? (
        <p className="gt-quiet">
          <Badge>{t('passes.simulated')}</Badge> {t('passes.simulatedText')}
        </p>
      ) : (
        age > ELEMENTS_OLD_DAYS && (
          <Note tone="warn" title={t('passes.old', { days: formatNumber(age) })}>
            <p>{t('passes.oldText')}</p>
          </Note>
        )
      )}
      {found.isCut && <p className="gt-quiet">{t('passes.cut')}</p>}
    </>
  );
}

/** The passes actor of the open tasking form. */
function usePasses(): ActorRefFrom<typeof passesMachine> | undefined {
  return useSelector(useActorOf('tasking'), (form) => form.children.passes);
}
