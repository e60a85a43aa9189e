import { useSelector } from '@xstate/react';
import { Check, ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { deliveries, deliveryPlayer, shownDelivery } from '../../machines/imagery/delivered.machine.ts';
import type { Delivery } from '../../machines/imagery/delivered.rules.ts';
import { Thumbnail } from '../search/SceneParts.tsx';
import { useActorOf } from '../shared/actors.tsx';
import { formatDate, formatDayOfYear, formatPercent } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { IconButton } from '../shared/kit/actions/IconButton.tsx';
import { Select } from '../shared/kit/fields/Select.tsx';
import './imagery.css';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
/** Clear shares of which fewer is pale, percent. */
const LIMITS = [0, 25, 50, 75, 90];
/** Width of a thumbnail with the gap next to it, pixels (docs/design.md, Deliveries). */
const PITCH = 112;
const THUMB = 104;

/** The deliveries of one area by their days; nothing to choose with one alone. */
export function TimeSlider() {
  const list = useSelector(useActorOf('delivered'), deliveries);
  const shown = useSelector(useActorOf('delivered'), shownDelivery);
  return list.length < 2 || shown === null ? null : <Slider list={list} shown={shown} />;
}

function Slider({ list, shown }: { list: readonly Delivery[]; shown: Delivery }) {
  const t = useT();
  const delivered = useActorOf('delivered');
  const [limit, setLimit] = useState(0);
  const step = (by: 1 | -1) => delivered.send({ type: 'delivery.stepped', by });
  const [first, last] = [list[0]!, list.at(-1)!];
  const player = useSelector(delivered, deliveryPlayer);
  const stop = () => player?.send({ type: 'play.stopped' });
  const keyed = (event: KeyboardEvent) => {
    if (event.key === ' ') player?.send({ type: 'play.toggled' });
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      stop();
      step(event.key === 'ArrowRight' ? 1 : -1);
    } else return stop();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section
      className="gt-time gt-reachable gt-float gt-round-panel"
      aria-label={t('delivered.deliveries', { count: list.length })}
    >
      <header className="gt-high-32 gt-below-8 gt-across gt-gap-8 gt-secondary">
        <h3 className="gt-strong">{t('delivered.deliveries', { count: list.length })}</h3>
        <span className="gt-desk-only gt-muted">{`${formatDate(first.acquired)} – ${formatDate(last.acquired)}`}</span>
        <span className="gt-time__tools gt-push gt-across gt-gap-4">
          <Select
            label={t('delivered.clearAtLeast')}
            value={String(limit)}
            options={LIMITS.map((value) => ({
              value: String(value),
              label: value === 0 ? t('delivered.any') : formatPercent(value),
            }))}
            onChange={(value) => setLimit(Number(value ?? 0))}
          />
          <PlayButton />
          <Step by={-1} onPress={stop} />
          <Step by={1} onPress={stop} />
        </span>
      </header>
      <div className="gt-time__scroll gt-scroll-across gt-pad-4">
        <div
          role="radiogroup"
          className="gt-no-outline gt-flex gt-gap-8"
          aria-label={t('delivered.days')}
          aria-describedby="gt-time-how"
          tabIndex={-1}
          onKeyDown={keyed}
        >
          {list.map((delivery) => (
            <Thumb
              key={delivery.key}
              delivery={delivery}
              isShown={delivery.key === shown.key}
              isPale={delivery.clear !== null && delivery.clear < limit}
            />
          ))}
        </div>
        <Axis list={list} shown={shown} limit={limit} />
      </div>
      <p id="gt-time-how" className="gt-visually-hidden">
        {t('delivered.timeHow')}
      </p>
    </section>
  );
}

function Thumb({ delivery, isShown, isPale }: { delivery: Delivery; isShown: boolean; isPale: boolean }) {
  const t = useT();
  const delivered = useActorOf('delivered');
  const own = useRef<HTMLButtonElement>(null);
  const { acquired, clear, quicklookUrl, title, key } = delivery;
  useEffect(() => {
    // the focus goes with the arrows
    if (!isShown) return;
    own.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (own.current?.parentElement?.contains(document.activeElement) === true) own.current.focus();
  }, [isShown]);
  return (
    <button
      ref={own}
      type="button"
      role="radio"
      className="gt-time__one gt-text-start gt-round-field gt-keep"
      aria-checked={isShown}
      data-pale={isPale || undefined}
      tabIndex={isShown ? 0 : -1}
      title={title}
      onClick={() => delivered.send({ type: 'delivery.chosen', key })}
    >
      <span className="gt-time__picture gt-blank gt-round-field gt-block gt-clip gt-anchor">
        <Thumbnail quicklookUrl={quicklookUrl} />
        {isShown && (
          <span className="gt-time__tick gt-placed gt-filled gt-centre gt-round" aria-hidden="true">
            <Check size={12} strokeWidth={2.5} />
          </span>
        )}
      </span>
      <span className="gt-time__words gt-above-6 gt-flex gt-between gt-gap-4 gt-nowrap gt-caption gt-muted">
        <strong className="gt-bold gt-ink">{formatDayOfYear(acquired)}</strong>
        {clear !== null && (
          <span className="gt-clip gt-ellipsis">
            {t('delivered.clear', { percent: formatPercent(clear) })}
          </span>
        )}
      </span>
    </button>
  );
}

/** The true days of the deliveries, each joined to its picture. */
function Axis({ list, shown, limit }: { list: readonly Delivery[]; shown: Delivery; limit: number }) {
  const { width, dots } = timeAxis(
    list.map(({ acquired }) => Date.parse(acquired)),
    { pitch: PITCH, thumb: THUMB },
  );
  return (
    <svg width={width} height={36} aria-hidden="true">
      <path className="gt-time__line gt-drawn-line" d={`M0 26H${width}`} />
      {dots.map(({ x, thumb }, at) => (
        <path key={list[at]!.key} className="gt-time__hair gt-drawn-line" d={`M${thumb} 0V6L${x} 20V22`} />
      ))}
      {dots.map(({ x }, at) => {
        const { key, clear } = list[at]!;
        return (
          <circle
            key={key}
            className="gt-time__dot"
            data-shown={key === shown.key || undefined}
            data-pale={(clear !== null && clear < limit) || undefined}
            cx={x}
            cy={26}
            r={5}
          />
        );
      })}
    </svg>
  );
}

function PlayButton() {
  const t = useT();
  const player = useSelector(useActorOf('delivered'), deliveryPlayer);
  const isPlaying = useSelector(player, (one) => one?.matches('playing') === true);
  return (
    <IconButton
      size="small"
      label={t(isPlaying ? 'delivered.pause' : 'delivered.play')}
      icon={isPlaying ? <Pause {...ICON} /> : <Play {...ICON} />}
      onPress={() => player?.send({ type: 'play.toggled' })}
    />
  );
}

const STEPS = {
  [-1]: { label: 'delivered.earlier', Icon: ChevronLeft },
  1: { label: 'delivered.later', Icon: ChevronRight },
} as const;

function Step({ by, onPress }: { by: 1 | -1; onPress: () => void }) {
  const t = useT();
  const delivered = useActorOf('delivered');
  const canStep = useSelector(delivered, (one) => one.can({ type: 'delivery.stepped', by }));
  const { label, Icon } = STEPS[by];
  return (
    <IconButton
      size="small"
      label={t(label)}
      closed={!canStep}
      icon={<Icon {...ICON} />}
      onPress={() => {
        onPress();
        delivered.send({ type: 'delivery.stepped', by });
      }}
    />
  );
}

/** Least distance of two dots, pixels: each stays visible. */
const APART = 12;
/** From the ends of the axis to its first and last dot. */
const END = 8;

/**
 * Where days lie on an axis below their pictures: at their true distances, but for those that would cover each other.
 * @param times ms since 1970, ascending
 * @param sizes pixels from picture to picture, and of one picture
 * @returns the axis's width and for each day the x of its dot and of the middle of its picture
 */
export function timeAxis(
  times: readonly number[],
  { pitch, thumb }: { pitch: number; thumb: number },
): { width: number; dots: { x: number; thumb: number }[] } {
  const width = (times.length - 1) * pitch + thumb;
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const long = width - 2 * END;
  const xs = times.map((time) => END + (last === first ? 0 : ((time - first) / (last - first)) * long));
  // pushed to the right, then back from the end
  for (let at = 1; at < xs.length; at++) xs[at] = Math.max(xs[at]!, xs[at - 1]! + APART);
  for (let at = xs.length - 1; at >= 0; at--)
    xs[at] = Math.min(xs[at]!, at === xs.length - 1 ? width - END : xs[at + 1]! - APART);
  return { width, dots: xs.map((x, at) => ({ x, thumb: at * pitch + thumb / 2 })) };
}
