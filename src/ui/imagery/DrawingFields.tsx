import { useSelector } from '@xstate/react';
import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import {
  bandsOf,
  type Combination,
  COMBINATIONS,
  GAMMA,
  percentsOf,
  stretchAt,
} from '../../machines/imagery/delivered.rules.ts';
import { imageCombination, imageOpacity, imageStyle } from '../../machines/imagery/delivered.machine.ts';
import type { ImageFacts } from '../../raster/delivered/deliveredImage.ts';
import type { ImageStyle } from '../../raster/delivered/drawTile.ts';
import { curveOf, valueAtPercent } from '../../raster/delivered/stretch.ts';
import { useActorOf } from '../shared/actors.tsx';
import { formatNumber, formatPercent, formatFixed } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { slidingStyle, bandTitle } from '../map/layers/delivered/panel.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { NumberField } from '../shared/kit/fields/NumberField.tsx';
import { Segments } from '../shared/kit/actions/Segments.tsx';
import { Select } from '../shared/kit/fields/Select.tsx';
import { Slider } from '../shared/kit/fields/Slider.tsx';

const [WIDTH, HEIGHT] = [352, 96];
const STEPS = 88;
/** Share of the values at each end that the axis leaves out, percent. */
const CUT = 0.1;
const COLOURS = { 0: 'red', 1: 'green', 2: 'blue' } as const;
type End = 'low' | 'high';

/** The part of the values that the histogram shows. */
function axisOf({ histogram }: ImageFacts, { bands, low, high }: ImageStyle): [number, number] {
  const [from, to] = [
    Math.min(low, valueAtPercent(histogram, bands, CUT)),
    Math.max(high, valueAtPercent(histogram, bands, 100 - CUT)),
  ];
  const margin = (to - from) * 0.04 || 1;
  const { min, max } = histogram;
  return [Math.max(from - margin, Math.min(min, low)), Math.min(to + margin, Math.max(max, high, min + 1))];
}

function pathOf(heights: readonly number[]): string {
  const points = heights.map((height, at) => {
    const x = ((at + 0.5) / STEPS) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - height * (HEIGHT - 8)).toFixed(1)}`;
  });
  return `M0,${HEIGHT}L${points.join('L')}L${WIDTH},${HEIGHT}`;
}

/** The values drawn darkest and brightest: on the histogram, and as percentiles. */
export function StretchFields({ facts }: { facts: ImageFacts }) {
  const t = useT();
  const delivered = useActorOf('delivered');
  const style = useSelector(delivered, imageStyle);
  if (style === null) return null;
  const percents = percentsOf(facts, style);
  const choose = (end: End, percent: number) =>
    delivered.send({
      type: 'stretch.chosen',
      [end]: stretchAt(facts, style.bands, { ...percents, [end]: percent })[end],
    });
  const field = (end: End) => (
    <PercentField
      label={t(`delivered.${end}Of`, { value: formatNumber(style[end], 3) })}
      percent={percents[end]}
      onPercent={(percent) => choose(end, percent)}
    />
  );
  return (
    <section className="gt-stack gt-gap-8" aria-label={t('delivered.stretch')}>
      <div className="gt-across gt-between">
        <span className="gt-field__label">{t('delivered.stretch')}</span>
        <Button variant="text" size="small" onPress={() => delivered.send({ type: 'stretch.reset' })}>
          {t('delivered.reset')}
        </Button>
      </div>
      <Histogram facts={facts} style={style} percents={percents} onPercent={choose} />
      <div className="gt-grid gt-gap-12 gt-two">
        {field('low')}
        {field('high')}
      </div>
    </section>
  );
}

interface PercentFieldProps {
  label: string;
  percent: number;
  onPercent: (percent: number) => void;
}

/** A percentile; what is typed stays until the field is left. */
function PercentField({ label, percent, onPercent }: PercentFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <NumberField
      label={label}
      value={typed ?? formatNumber(percent, 1)}
      min={0}
      max={100}
      unit="%"
      onChange={(text) => {
        setTyped(text);
        const given = text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
        if (given >= 0 && given <= 100) onPercent(given);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

interface HistogramProps {
  facts: ImageFacts;
  style: ImageStyle;
  percents: Record<End, number>;
  onPercent: (end: End, percent: number) => void;
}

function Histogram({ facts, style, percents, onPercent }: HistogramProps) {
  const t = useT();
  const delivered = useActorOf('delivered');
  const board = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<{ end: End; value: number; axis: [number, number] } | null>(null);
  const axis = dragged?.axis ?? axisOf(facts, style);
  const [from, to] = axis;
  const { bands } = style;
  const curves = useMemo(
    () => bands.map((place) => pathOf(curveOf(facts.histogram, place, [from, to], STEPS))),
    [facts, bands, from, to],
  );
  const valueOf = (end: End) => (dragged?.end === end ? dragged.value : style[end]);
  const share = (end: End) => Math.min(1, Math.max(0, (valueOf(end) - from) / (to - from)));
  const move = (end: End, event: PointerEvent) => {
    const { left, width } = board.current?.getBoundingClientRect() ?? new DOMRect();
    const at = from + Math.min(1, Math.max(0, (event.clientX - left) / width)) * (to - from);
    const value = end === 'low' ? Math.min(at, style.high) : Math.max(at, style.low);
    setDragged({ end, value, axis });
    slidingStyle.set({ [end]: value });
  };
  const drop = () => {
    if (dragged === null) return;
    slidingStyle.set(null);
    delivered.send({ type: 'stretch.chosen', [dragged.end]: dragged.value });
    setDragged(null);
  };
  const keyed = (end: End, event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 1;
    const steps: Record<string, number> = {
      ArrowLeft: -step,
      ArrowDown: -step,
      ArrowRight: step,
      ArrowUp: step,
    };
    const by = steps[event.key];
    const limit = event.key === 'Home' ? 0 : event.key === 'End' ? 100 : null;
    if (by === undefined && limit === null) return;
    event.preventDefault();
    onPercent(end, limit ?? Math.min(100, Math.max(0, Math.round(percents[end]) + (by ?? 0))));
  };
  return (
    <div
      ref={board}
      className="gt-delivered__histogram gt-anchor"
      role="group"
      aria-label={t('delivered.histogram')}
    >
      <svg
        className="gt-wide gt-sunken"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect
          className="gt-delivered__between"
          x={share('low') * WIDTH}
          width={Math.max(0, share('high') - share('low')) * WIDTH}
          height={HEIGHT}
        />
        {curves.map((path, at) => (
          <path
            key={COLOURS[at as 0 | 1 | 2]}
            d={path}
            className="gt-delivered__curve"
            data-channel={bands.length === 1 ? 'single' : COLOURS[at as 0 | 1 | 2]}
          />
        ))}
      </svg>
      {(['low', 'high'] as const).map((end) => (
        <div
          key={end}
          className="gt-delivered__handle gt-placed gt-no-outline"
          role="slider"
          tabIndex={0}
          aria-label={t(`delivered.${end}`)}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(percents[end])}
          aria-valuetext={`${formatPercent(percents[end], 1)}, ${formatNumber(valueOf(end), 3)}`}
          style={{ left: `${share(end) * 100}%` }}
          onKeyDown={(event) => keyed(end, event)}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            move(end, event);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) move(end, event);
          }}
          onPointerUp={drop}
          onPointerCancel={drop}
        />
      ))}
      <div className="gt-delivered__axis gt-flex gt-between gt-axis gt-faint" aria-hidden="true">
        {[0, 0.5, 1].map((at) => (
          <span key={at}>{formatNumber(from + at * (to - from), Math.abs(to) < 10 ? 2 : 0)}</span>
        ))}
      </div>
    </div>
  );
}

const CHANNELS = ['red', 'green', 'blue'] as const;

/** Which bands are drawn, and as which colours. */
export function BandFields({ facts }: { facts: ImageFacts }) {
  const t = useT();
  const delivered = useActorOf('delivered');
  const combination = useSelector(delivered, imageCombination);
  const style = useSelector(delivered, imageStyle);
  if (style === null) return null;
  const isOffered = (one: Combination) => bandsOf(facts, one) !== null;
  const hint = !isOffered('infrared')
    ? t('delivered.needsNir')
    : combination === 'infrared'
      ? t('delivered.infraredHint')
      : undefined;
  const options = facts.bands.map((band, at) => ({ value: String(at), label: bandTitle(t, band) }));
  const channels = style.bands.length === 1 ? (['single'] as const) : CHANNELS;
  return (
    <div className="gt-stack gt-gap-8">
      <Segments
        label={t('delivered.combination')}
        value={combination}
        options={COMBINATIONS.map((value) => ({
          value,
          label: t(`delivered.combinations.${value}`),
          disabled: !isOffered(value),
        }))}
        hint={hint}
        onChange={(value) => delivered.send({ type: 'combination.chosen', combination: value })}
      />
      <div className="gt-delivered__channels gt-grid gt-gap-8" data-count={channels.length}>
        {channels.map((channel, at) => (
          <div key={channel} className="gt-delivered__channel" data-channel={channel}>
            <Select
              label={t(`delivered.channels.${channel}`)}
              value={String(style.bands[at] ?? 0)}
              options={options}
              onChange={(value) =>
                delivered.send({ type: 'band.chosen', channel: at, place: Number(value ?? 0) })
              }
            />
          </div>
        ))}
        {channels.length === 1 && (
          <Select
            label={t('delivered.ramp')}
            value={style.ramp}
            options={[
              { value: 'grey', label: t('delivered.ramps.grey') },
              { value: 'viridis', label: t('delivered.ramps.viridis') },
            ]}
            onChange={(ramp) => delivered.send({ type: 'style.changed', patch: { ramp: ramp ?? 'grey' } })}
          />
        )}
      </div>
    </div>
  );
}

/** Gamma, opacity, enlarged pixels and places without data. */
export function DrawingFields() {
  const t = useT();
  const delivered = useActorOf('delivered');
  const style = useSelector(delivered, imageStyle);
  const opacity = useSelector(delivered, imageOpacity);
  if (style === null) return null;
  return (
    <>
      <Slider
        label={t('delivered.gamma')}
        value={style.gamma}
        {...GAMMA}
        format={(value) => formatFixed(value, 2)}
        onSlide={(gamma) => slidingStyle.set({ gamma })}
        onChange={(gamma) => {
          slidingStyle.set(null);
          delivered.send({ type: 'style.changed', patch: { gamma } });
        }}
      />
      <Slider
        label={t('delivered.opacity')}
        value={opacity}
        min={0}
        max={100}
        step={1}
        format={(value) => formatPercent(value)}
        onChange={(value) => delivered.send({ type: 'imageOpacity.chosen', opacity: value })}
      />
      <div className="gt-grid gt-gap-12 gt-two">
        <Segments
          label={t('delivered.pixels')}
          value={style.pixels}
          options={[
            { value: 'sharp', label: t('delivered.sharp') },
            { value: 'smooth', label: t('delivered.smooth') },
          ]}
          onChange={(pixels) => delivered.send({ type: 'style.changed', patch: { pixels } })}
        />
        <Select
          label={t('delivered.noData')}
          value={style.noData}
          options={[
            { value: 'transparent', label: t('delivered.transparent') },
            { value: 'shown', label: t('delivered.shown') },
          ]}
          onChange={(noData) =>
            delivered.send({ type: 'style.changed', patch: { noData: noData ?? 'transparent' } })
          }
        />
      </div>
    </>
  );
}
