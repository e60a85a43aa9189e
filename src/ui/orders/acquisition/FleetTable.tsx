import { useSelector } from '@xstate/react';
import { ArrowDown, ArrowUp, Lock } from 'lucide-react';
import { type CSSProperties, type RefObject, useId, useRef, useState } from 'react';
import type { PriceResult } from '../../../../contract/orders/orders.ts';
import type { FleetPass } from '../../../geo/orbit/fleetPasses.ts';
import type { Pass } from '../../../geo/orbit/passes.ts';
import { type AcquisitionRow, hasOldElements } from '../../../machines/orders/newAcquisition.rules.ts';
import {
  acquisitionDraft,
  chosenSatellite,
  isPricingFleet,
} from '../../../machines/orders/newAcquisition.machine.ts';
import { useActorOf } from '../../shared/actors.tsx';
import {
  formatDayOfYear,
  formatDegrees,
  formatFixed,
  formatGsd,
  formatMoney,
  formatNumber,
  formatPercent,
  UNKNOWN,
} from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Badge } from '../../shared/kit/figures/Badge.tsx';
import { stepTo } from '../../shared/kit/figures/Sparkline.tsx';
import { Skeleton } from '../../shared/kit/states/Loading.tsx';
import { acrossOf, minuteOf, namedDays, passSentence, type Span } from './PassTimeline.tsx';
import './acquisition.css';

const DAY_MS = 86_400_000;

/** The satellites as a radio group, each with its passes on one axis of days. */
export function FleetTable({ rows }: { rows: readonly AcquisitionRow[] }) {
  const t = useT();
  const { windowStart, windowEnd } = useSelector(useActorOf('newAcquisition'), acquisitionDraft);
  const span = { from: Date.parse(windowStart), to: Date.parse(windowEnd) + DAY_MS };
  const days = Math.round((span.to - span.from) / DAY_MS);
  const style: CSSProperties & Record<'--days', number> = { '--days': days };
  return (
    <>
      <div
        className="gt-clip gt-round-note gt-framed"
        role="radiogroup"
        aria-label={t('acquisition.satellite')}
        style={style}
      >
        <div
          className="gt-fleet__columns gt-high-32 gt-grid gt-items-centre gt-gap-beside gt-axis gt-muted gt-end gt-sunken"
          aria-hidden="true"
        >
          <span className="gt-fleet__name gt-shrink">{t('acquisition.satellite')}</span>
          <span className="gt-fleet__axis gt-anchor">
            {namedDays(span).map((day) => (
              <span key={day} style={{ left: acrossOf(day, span) }}>
                {formatDayOfYear(new Date(day).toISOString())}
              </span>
            ))}
          </span>
          <span>{t('acquisition.passes')}</span>
          <span>{t('acquisition.perKm2')}</span>
          <span>{t('acquisition.forAoi')}</span>
        </div>
        {rows.map((row) => (
          <FleetRow key={row.satellite.code} row={row} span={span} />
        ))}
      </div>
      <Legend rows={rows} />
    </>
  );
}

function Legend({ rows }: { rows: readonly AcquisitionRow[] }) {
  const t = useT();
  const { maxOffNadirAngle } = useSelector(useActorOf('newAcquisition'), acquisitionDraft);
  const suns = rows.flatMap(({ passes }) => (passes ?? []).map((pass) => pass.sunElevationDeg));
  return (
    <div className="gt-fleet__legend gt-flex gt-wrap gt-caption gt-muted">
      {ANGLE_CLASSES.filter(({ from }) => from < maxOffNadirAngle).map(({ id, from, to }) => (
        <span key={id} className="gt-inline gt-gap-6">
          <i className="gt-fleet__mark" data-angle={id} aria-hidden="true" />
          {t('acquisition.angles', {
            from: String(from),
            to: formatDegrees(Math.min(to, maxOffNadirAngle)),
          })}
        </span>
      ))}
      <span className="gt-inline gt-gap-6">
        <i className="gt-fleet__mark" data-angle="beyond" aria-hidden="true" />
        {t('acquisition.beyond')}
      </span>
      {suns.length > 0 && (
        <span className="gt-fleet__sun gt-push">
          {t('acquisition.daylight', {
            from: formatDegrees(Math.min(...suns), 0),
            to: formatDegrees(Math.max(...suns), 0),
          })}
        </span>
      )}
    </div>
  );
}

/** One satellite: its radio button, its passes, their number and its price. */
function FleetRow({ row, span }: { row: AcquisitionRow; span: Span }) {
  const t = useT();
  const id = useId();
  const radio = useRef<HTMLInputElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const acquisition = useActorOf('newAcquisition');
  const isChosen = useSelector(acquisition, (now) => chosenSatellite(now) === row.satellite.code);
  const { name, code, gsd, supplier } = row.satellite;
  const isLocked = row.lock !== null;
  return (
    <div
      className="gt-fleet__row gt-chooses gt-grid gt-items-centre gt-gap-beside gt-anchor gt-edge-above"
      data-chosen={isChosen || undefined}
      data-locked={isLocked || undefined}
    >
      <span className="gt-fleet__radio gt-justify-end gt-grid">
        {isLocked ? (
          <Lock size={14} strokeWidth={1.75} aria-hidden="true" />
        ) : (
          <input
            ref={radio}
            type="radio"
            name="acquisition-satellite"
            id={id}
            aria-describedby={`${id}-facts`}
            checked={isChosen}
            onChange={() => acquisition.send({ type: 'satellite.chosen', code })}
            onKeyDown={(event) => {
              // right enters the passes; the radio group handles up and down
              if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
              event.preventDefault();
              if (event.key === 'ArrowRight')
                plot.current?.querySelector<HTMLElement>('[data-start]')?.focus();
            }}
          />
        )}
      </span>
      <label className="gt-fleet__name gt-shrink" htmlFor={id}>
        <strong className="gt-strong gt-bold gt-block">{name}</strong>
        <span className="gt-fleet__gsd gt-block gt-caption gt-muted">
          {formatGsd(gsd)}
          {supplier !== undefined && ` · ${supplier}`}
        </span>
      </label>
      {row.lock !== null ? (
        <span className="gt-fleet__why gt-caption">{t(`acquisition.lock.${row.lock}`)}</span>
      ) : row.passes === null ? (
        <span className="gt-fleet__why gt-caption">{t('passes.unknownOrbit', { name })}</span>
      ) : (
        <FleetPlot plot={plot} row={row} span={span} onLeave={() => radio.current?.focus()} />
      )}
      <span className="gt-fleet__count gt-bold gt-end">
        {row.passes === null ? t('common.none') : formatNumber(row.within)}
        <OldElements row={row} />
      </span>
      <Price
        of={row}
        value={({ unitPrice }) => (unitPrice === null ? UNKNOWN : `$${formatFixed(unitPrice, 2)}`)}
      />
      <Price of={row} value={({ finalPrice }) => formatMoney(finalPrice)} />
      <span id={`${id}-facts`} className="gt-visually-hidden">
        {t('acquisition.rowFacts', {
          count: row.within,
          price: row.price === null ? t('common.none') : formatMoney(row.price.finalPrice),
        })}
      </span>
    </div>
  );
}

/** Real elements older than 14 days can't predict the minute. */
function OldElements({ row }: { row: AcquisitionRow }) {
  const t = useT();
  const now = useSelector(useActorOf('newAcquisition'), ({ context }) => context.now);
  return hasOldElements(row, now()) ? <Badge tone="warn">{t('acquisition.inaccurate')}</Badge> : null;
}

function Price({ of: row, value }: { of: AcquisitionRow; value: (price: PriceResult) => string }) {
  const t = useT();
  const isPricing = useSelector(useActorOf('newAcquisition'), isPricingFleet);
  return (
    <span className="gt-fleet__price gt-justify-end gt-bold gt-end gt-grid">
      {row.lock === null && isPricing ? (
        <Skeleton width={56} />
      ) : row.price === null ? (
        t('common.none')
      ) : (
        value(row.price)
      )}
      {row.price?.minimumArea !== undefined && row.price.valuationArea === row.price.minimumArea && (
        <span className="gt-caption gt-muted">
          {t('tasking.minimumArea', { area: formatNumber(row.price.minimumArea) })}
        </span>
      )}
    </span>
  );
}

interface FleetPlotProps {
  plot: RefObject<HTMLDivElement | null>;
  row: AcquisitionRow;
  span: Span;
  /** Gives the focus back to the satellite. */
  onLeave: () => void;
}

/**
 * The passes of one satellite as dots on the axis. Left and right move between them and the map follows; Enter or
 * Space fixes one on the map; Esc leaves.
 */
function FleetPlot({ plot, row, span, onLeave }: FleetPlotProps) {
  const t = useT();
  const acquisition = useActorOf('newAcquisition');
  const { maxOffNadirAngle } = useSelector(acquisition, acquisitionDraft);
  const fixed = useSelector(acquisition, ({ context }) => context.fixed);
  const { code, name } = row.satellite;
  const passes = row.passes ?? [];
  const start = row.best ?? passes[0];
  const point = (pass: FleetPass | null) =>
    acquisition.send({ type: 'pass.pointed', pass: pass && { code, at: pass.at } });
  const walk = (key: string, place: number) => {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) return;
    const next = stepTo(key, place, passes.length);
    if (next !== null) plot.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      ref={plot}
      className="gt-fleet__plot gt-anchor"
      role="group"
      aria-label={t('acquisition.plot', { name })}
    >
      {passes.map((pass, place) => {
        const where = t(pass.offNadirDeg <= maxOffNadirAngle ? 'acquisition.within' : 'acquisition.outside');
        return (
          <button
            key={pass.at}
            type="button"
            className="gt-fleet__dot gt-placed"
            style={{ left: acrossOf(pass.at, span) }}
            tabIndex={-1}
            aria-label={`${passSentence(t, pass)}${t('acquisition.comma')}${where}`}
            aria-pressed={fixed?.code === code && fixed.at === pass.at}
            data-angle={angleClassOf(pass, maxOffNadirAngle)}
            data-best={pass === row.best || undefined}
            data-start={pass === start || undefined}
            onFocus={() => point(pass)}
            onBlur={() => point(null)}
            onPointerEnter={() => point(pass)}
            onPointerLeave={() => point(null)}
            onClick={() => acquisition.send({ type: 'pass.fixed', pass: { code, at: pass.at } })}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onLeave();
              else walk(event.key, place);
              if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End')
                event.preventDefault();
            }}
          />
        );
      })}
    </div>
  );
}

interface Line {
  row: AcquisitionRow;
  pass: FleetPass;
}
interface Column {
  id: string;
  label: string;
  text: (line: Line) => string;
  figure: (line: Line) => number | string;
}

const compare = (one: number | string, other: number | string): number =>
  one < other ? -1 : one > other ? 1 : 0;

/** All passes of all satellites as rows, sorted by any column; plain text, to copy into a spreadsheet. */
export function FleetPassTable({ rows }: { rows: readonly AcquisitionRow[] }) {
  const t = useT();
  const { maxOffNadirAngle } = useSelector(useActorOf('newAcquisition'), acquisitionDraft);
  const [sort, setSort] = useState({ id: 'time', isDown: false });
  const columns: Column[] = [
    {
      id: 'time',
      label: t('passes.time'),
      text: ({ pass }) => minuteOf(pass.at).slice(0, 16),
      figure: ({ pass }) => pass.at,
    },
    {
      id: 'satellite',
      label: t('acquisition.satellite'),
      text: ({ row }) => row.satellite.name,
      figure: ({ row }) => row.satellite.name,
    },
    {
      id: 'angle',
      label: t('passes.angle'),
      text: ({ pass }) => formatDegrees(pass.offNadirDeg),
      figure: ({ pass }) => pass.offNadirDeg,
    },
    {
      id: 'sun',
      label: t('passes.sun'),
      text: ({ pass }) => formatDegrees(pass.sunElevationDeg),
      figure: ({ pass }) => pass.sunElevationDeg,
    },
    {
      id: 'share',
      label: t('acquisition.inSwath'),
      text: ({ pass }) => formatPercent(pass.share * 100),
      figure: ({ pass }) => pass.share,
    },
    {
      id: 'limit',
      label: t('passes.limit'),
      text: ({ pass }) => t(pass.offNadirDeg <= maxOffNadirAngle ? 'passes.withinWord' : 'passes.beyondWord'),
      figure: ({ pass }) => Number(pass.offNadirDeg > maxOffNadirAngle),
    },
    {
      id: 'price',
      label: t('acquisition.forAoi'),
      text: ({ row }) => (row.price === null ? t('common.none') : formatMoney(row.price.finalPrice)),
      figure: ({ row }) => row.price?.finalPrice ?? Infinity,
    },
  ];
  const figure = columns.find(({ id }) => id === sort.id)?.figure ?? (({ pass }: Line) => pass.at);
  const lines = rows
    .flatMap((row) => (row.passes ?? []).map((pass) => ({ row, pass })))
    .sort((one, other) => compare(figure(one), figure(other)) * (sort.isDown ? -1 : 1));
  return (
    <div
      className="gt-fleet__list gt-scroll-across"
      role="region"
      aria-label={t('passes.title')}
      // the region scrolls, so it must be focusable by keyboard
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className="gt-table gt-wide gt-body">
        <caption className="gt-visually-hidden">{t('passes.title')}</caption>
        <thead>
          <tr>
            {columns.map(({ id, label }) => (
              <SortHead
                key={id}
                label={label}
                sorted={sort.id === id ? sort.isDown : null}
                onSort={() => setSort({ id, isDown: sort.id === id && !sort.isDown })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.row.satellite.code} ${line.pass.at}`}>
              {columns.map(({ id, text }) => (
                <td key={id}>{text(line)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SortHeadProps {
  label: string;
  /** Whether it sorts in descending order; null if another column sorts. */
  sorted: boolean | null;
  onSort: () => void;
}

function SortHead({ label, sorted, onSort }: SortHeadProps) {
  const Arrow = sorted ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={sorted === null ? 'none' : sorted ? 'descending' : 'ascending'}>
      <button type="button" className="gt-high-28 gt-inline gt-gap-4" onClick={onSort}>
        {label}
        {sorted !== null && <Arrow size={12} strokeWidth={2} aria-hidden="true" />}
      </button>
    </th>
  );
}

/**
 * Classes of dots by the off-nadir angle, degrees; the last one has everything beyond 20° that the limit allows
 * (docs/design.md, Passes).
 */
const ANGLE_CLASSES = [
  { id: 'steep', from: 0, to: 10 },
  { id: 'middle', from: 10, to: 20 },
  { id: 'flat', from: 20, to: 45 },
] as const;

/** The size and strength of a pass's dot. */
function angleClassOf({ offNadirDeg }: Pass, limit: number): string {
  if (offNadirDeg > limit) return 'beyond';
  return ANGLE_CLASSES.find(({ to }) => offNadirDeg <= to)?.id ?? 'flat';
}
