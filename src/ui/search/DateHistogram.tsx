import { useSelector } from '@xstate/react';
import { type CSSProperties, type PointerEvent, useMemo, useRef, useState } from 'react';
import { binOf, type DateBin, dateBins, datelessScenes, dayOf } from '../../machines/search/results.rules.ts';
import {
  chosenIds,
  foundScenes,
  requestedCondition,
  shownViewOptions,
} from '../../machines/search/results.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { useHovered } from '../shared/hover.ts';
import { formatDateRange, formatMonth } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import './results.css';

/** Two bins, first <= last. */
type Brush = readonly [first: number, last: number];
const ordered = (a: number, b: number): Brush => (a <= b ? [a, b] : [b, a]);

/** The scenes that pass all filters but the dates, in bins by date. */
function useBins() {
  const results = useActorOf('results');
  const condition = useSelector(results, requestedCondition);
  const { filters } = useSelector(results, shownViewOptions);
  const loaded = useSelector(results, (snapshot) => snapshot.context);
  const { scenes, shares, clear, newIds } = loaded;
  const bins = useMemo(
    () =>
      condition === null
        ? []
        : dateBins(
            datelessScenes({ scenes, shares, clear, newIds }, filters),
            condition.acquisitionDateFrom,
            condition.acquisitionDateTo,
          ),
    [condition, scenes, shares, clear, newIds, filters],
  );
  return { bins, filters };
}

/** The bins of the selected scenes, and that of the hovered one. */
function useMarked(bins: readonly DateBin[]) {
  const results = useActorOf('results');
  const scenes = useSelector(results, foundScenes);
  const chosen = useSelector(results, chosenIds);
  const hovered = useHovered();
  const byId = useMemo(() => new Map(scenes.map((scene) => [scene.id, scene])), [scenes]);
  const binOfId = (id: string | null) => {
    const scene = id === null ? undefined : byId.get(id);
    return scene === undefined ? -1 : binOf(bins, dayOf(scene));
  };
  const chosenBins = useMemo(() => {
    const days = new Set(chosen.flatMap((id) => (byId.has(id) ? [dayOf(byId.get(id)!)] : [])));
    return new Set([...days].map((day) => binOf(bins, day)));
  }, [bins, byId, chosen]);
  return { chosenBins, hoveredBin: binOfId(hovered) };
}

/** How far from an end of the range a press moves that end, pixels. */
const HANDLE_REACH = 12;

/** Dragging filters, as does the calendar (docs/design.md, Histogram). @param hasHandles at the ends of the range */
export function DateHistogram({ hasHandles = false }: { hasHandles?: boolean }) {
  const t = useT();
  const results = useActorOf('results');
  const { bins, filters } = useBins();
  const { chosenBins, hoveredBin } = useMarked(bins);
  const plot = useRef<HTMLDivElement>(null);
  const [brush, setBrush] = useState<{ from: number; to: number } | null>(null);
  const [pointed, setPointed] = useState(-1);
  const most = bins.reduce((highest, { count }) => Math.max(highest, count), 1);
  if (bins.length < 2) return null;

  const binAt = ({ clientX }: PointerEvent): number => {
    const { left, width } = plot.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return Math.min(bins.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * bins.length)));
  };
  const settle = (first: number, last: number) => {
    const [from, to] = [bins[first], bins[last]];
    setBrush(null);
    if (from === undefined || to === undefined) return;
    const isWhole = first === 0 && last === bins.length - 1;
    const isSame = filters.dateFrom === from.from && filters.dateTo === to.to;
    results.send({
      type: 'filters.changed',
      // selecting the same bar again, or all bars, clears the filter
      patch: isWhole || isSame ? { dateFrom: '', dateTo: '' } : { dateFrom: from.from, dateTo: to.to },
    });
  };
  const range: Brush | null = brush === null ? null : ordered(brush.from, brush.to);
  const isOut = ({ from, to }: DateBin, at: number) =>
    range === null
      ? (filters.dateFrom !== '' && to < filters.dateFrom) || (filters.dateTo !== '' && from > filters.dateTo)
      : at < range[0] || at > range[1];
  const inside = bins.flatMap((bin, at) => (isOut(bin, at) ? [] : [at]));
  const held: Brush = [inside[0] ?? 0, inside.at(-1) ?? bins.length - 1];
  /** Where a drag begins: at the other end, if an end is pressed. */
  const startOf = (event: PointerEvent): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const far = (edge: number) => Math.abs(event.clientX - left - (edge / bins.length) * width);
    const [first, last] = [far(held[0]), far(held[1] + 1)];
    if (!hasHandles || Math.min(first, last) > HANDLE_REACH) return binAt(event);
    return first < last ? held[1] : held[0];
  };
  const shown = range ?? (pointed === -1 ? null : ([pointed, pointed] as const));
  return (
    <div className="gt-histogram gt-anchor" data-handles={hasHandles || undefined}>
      <div
        ref={plot}
        className="gt-histogram__plot gt-gap-2 gt-flex"
        role="img"
        aria-label={t('results.histogram', {
          dates: formatDateRange(bins[0]!.from, bins.at(-1)!.to, true),
          count: bins.reduce((sum, { count }) => sum + count, 0),
        })}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setBrush({ from: startOf(event), to: binAt(event) });
        }}
        onPointerMove={(event) => {
          const at = binAt(event);
          setPointed(at);
          setBrush((now) => (now === null || now.to === at ? now : { ...now, to: at }));
        }}
        onPointerUp={() => range !== null && settle(...range)}
        onPointerCancel={() => setBrush(null)}
        onPointerLeave={() => setPointed(-1)}
      >
        {bins.map((bin, at) => {
          const style: CSSProperties & Record<'--height', string> = {
            '--height': `${(bin.count / most) * 100}%`,
          };
          return (
            <span
              key={bin.from}
              className="gt-histogram__bar gt-tall gt-grow gt-anchor"
              style={style}
              data-out={isOut(bin, at) || undefined}
              data-chosen={
                chosenBins.has(at) || (inside.length < bins.length && !isOut(bin, at)) || undefined
              }
              data-hovered={at === hoveredBin || undefined}
            />
          );
        })}
      </div>
      {hasHandles &&
        [held[0], held[1] + 1].map((edge, end) => (
          <span
            key={HANDLES[end]}
            className="gt-histogram__handle gt-placed gt-through gt-surface"
            style={{ left: `${(edge / bins.length) * 100}%` }}
          />
        ))}
      {shown === null ? <Months bins={bins} /> : <Said bins={bins.slice(shown[0], shown[1] + 1)} />}
    </div>
  );
}

const HANDLES = ['from', 'to'] as const;

/** The dates under the pointer and their number of scenes. */
function Said({ bins }: { bins: readonly DateBin[] }) {
  const t = useT();
  const [first, last] = [bins[0], bins.at(-1)];
  if (first === undefined || last === undefined) return null;
  const days = formatDateRange(first.from, last.to);
  const count = bins.reduce((sum, bin) => sum + bin.count, 0);
  return (
    <p className="gt-histogram__axis gt-clip gt-anchor gt-axis gt-muted" aria-hidden="true">
      <span className="gt-block gt-nowrap gt-text-centre">{`${days} · ${t('results.title', { count })}`}</span>
    </p>
  );
}

/** The last share of the axis that a label may start at; after it, the axis would cut the label. */
const LAST_LABEL = 0.85;

/**
 * The labels below bars: months, in long ranges some of them. Where the bars span more than a year, the first label of each year
 * has it.
 */
export function monthLabels(bins: readonly Pick<DateBin, 'from' | 'to'>[]): { text: string; at: number }[] {
  const starts = bins.flatMap(({ from, to }, at) =>
    at > 0 && to.slice(0, 7) !== bins[at - 1]!.to.slice(0, 7)
      ? [{ month: (from > to ? from : to).slice(0, 7), at }]
      : [],
  );
  const yearOf = (day: string | undefined) => day?.slice(0, 4);
  const isLong = yearOf(bins[0]?.from) !== yearOf(bins.at(-1)?.to);
  // a year takes the room of two months
  const step = Math.ceil(starts.length / (isLong ? 4 : 6));
  const shown = starts.filter(({ at }, index) => index % step === 0 && at <= LAST_LABEL * bins.length);
  return shown.map(({ month, at }, index) => ({
    text: formatMonth(month, isLong && yearOf(shown[index - 1]?.month) !== yearOf(month)),
    at,
  }));
}

export function Months({ bins }: { bins: readonly Pick<DateBin, 'from' | 'to'>[] }) {
  return (
    <p className="gt-histogram__axis gt-clip gt-anchor gt-axis gt-muted" aria-hidden="true">
      {monthLabels(bins).map(({ text, at }) => (
        <span
          key={at}
          className="gt-histogram__month gt-placed gt-nowrap"
          style={{ left: `${(at / bins.length) * 100}%` }}
        >
          {text}
        </span>
      ))}
    </p>
  );
}
