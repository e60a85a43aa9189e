import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useState,
} from 'react';
import { formatDate, formatDayOfYear, formatNumber, UNKNOWN } from '../../i18n/formats.ts';
import { useT } from '../../i18n/useT.ts';
import { DataTable } from '../layout/DataTable.tsx';
import { Skeleton } from '../states/Loading.tsx';
import './Sparkline.css';

/** A UTC day, YYYY-MM-DD, and its integer value; null where it is not known. */
interface SparklineDay {
  day: string;
  value: number | null;
}

interface SparklineProps {
  title: string;
  /** Oldest first; null while loading. */
  days: readonly SparklineDay[] | null;
  /** 120 → '120 credits'. */
  format: (value: number) => string;
  /** Heading of the value column in the table. */
  valueLabel: string;
  /** The sum as text. */
  total: string;
}

/** Number of placeholder bars while loading. */
const WAITING_DAYS = 14;

/**
 * Daily values as bars. The selected day's value is next to the title; the arrow keys, Home and End select
 * another day, hovering shows the one under the pointer, and a table has the same values.
 */
export function Sparkline({ title, days, format, valueLabel, total }: SparklineProps) {
  const t = useT();
  const titleId = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  // the last day, until one is selected or if the selected one is gone
  const marked = days?.find(({ day }) => day === chosen) ?? days?.at(-1);
  const shown = days?.find(({ day }) => day === pointed) ?? marked;
  const written = (value: number | null) => (value === null ? UNKNOWN : format(value));
  return (
    <section className="gt-stack gt-shrink" aria-labelledby={titleId} aria-busy={days === null}>
      <div className="gt-gap-0-12 gt-flex gt-between gt-baseline gt-wrap">
        <h3 id={titleId} className="gt-label gt-muted">
          {title}
        </h3>
        <p className="gt-high-20 gt-heading">
          {shown === undefined ? (
            <Skeleton width={112} />
          ) : (
            t('kit.dayValue', { day: formatDayOfYear(shown.day), value: written(shown.value) })
          )}
        </p>
      </div>
      {days === null ? (
        <WaitingBars />
      ) : (
        <Bars
          titleId={titleId}
          days={days}
          marked={marked?.day}
          pointed={pointed}
          nameOf={({ day, value }) => t('kit.dayValue', { day: formatDate(day), value: written(value) })}
          onChoose={setChosen}
          onPoint={setPointed}
        />
      )}
      <p className="gt-spark__axis gt-above-2 gt-flex gt-between gt-caption gt-faint" aria-hidden="true">
        <span>{days?.[0] && formatDayOfYear(days[0].day)}</span>
        <span>{days?.at(-1) && formatDayOfYear(days.at(-1)?.day ?? '')}</span>
      </p>
      <Values title={title} days={days} valueLabel={valueLabel}>
        {days === null ? <Skeleton width={148} /> : total}
      </Values>
    </section>
  );
}

interface BarsProps {
  titleId: string;
  days: readonly SparklineDay[];
  marked: string | undefined;
  pointed: string | null;
  nameOf: (day: SparklineDay) => string;
  onChoose: (day: string) => void;
  onPoint: (day: string | null) => void;
}

/** A list box: one tab stop and one target, not fourteen of 20 pixels; each day is an option with its value as its name. */
function Bars({ titleId, days, marked, pointed, nameOf, onChoose, onPoint }: BarsProps) {
  const id = useId();
  const most = Math.max(1, ...days.map(({ value }) => value ?? 0));
  const step = (event: KeyboardEvent) => {
    const next = stepTo(
      event.key,
      days.findIndex(({ day }) => day === marked),
      days.length,
    );
    const day = next === null ? undefined : days[next]?.day;
    if (day === undefined) return;
    event.preventDefault();
    onPoint(null);
    onChoose(day);
  };
  return (
    <div
      className="gt-spark__plot gt-flex gt-round-tag"
      role="listbox"
      aria-orientation="horizontal"
      aria-labelledby={titleId}
      aria-activedescendant={marked === undefined ? undefined : `${id}-${marked}`}
      tabIndex={0}
      onKeyDown={step}
      onPointerOver={(event) => onPoint(dayUnder(event))}
      onPointerLeave={() => onPoint(null)}
      onClick={(event) => {
        const day = dayUnder(event);
        if (day !== null) onChoose(day);
      }}
    >
      {days.map((one) => (
        <div
          key={one.day}
          id={`${id}-${one.day}`}
          className="gt-spark__day gt-pointed gt-rest gt-anchor"
          role="option"
          aria-selected={one.day === marked}
          aria-label={nameOf(one)}
          data-zero={!one.value || undefined}
          data-pointed={one.day === pointed || undefined}
          data-day={one.day}
          style={shareOf((one.value ?? 0) / most)}
        />
      ))}
    </div>
  );
}

/** The day of the bar under the pointer. */
function dayUnder({ target }: SyntheticEvent): string | null {
  return target instanceof HTMLElement ? (target.dataset['day'] ?? null) : null;
}

function shareOf(share: number): CSSProperties & Record<'--share', number> {
  return { '--share': share };
}

function WaitingBars() {
  return (
    <div className="gt-spark__plot gt-flex gt-round-tag gt-spark__plot--waiting" aria-hidden="true">
      {Array.from({ length: WAITING_DAYS }, (_, place) => (
        <div key={place} className="gt-spark__day gt-pointed gt-rest gt-anchor" data-zero />
      ))}
    </div>
  );
}

/** The sum, and the values as a table. */
function Values(props: {
  title: string;
  days: readonly SparklineDay[] | null;
  valueLabel: string;
  children: ReactNode;
}) {
  const { title, days, valueLabel, children } = props;
  const t = useT();
  const tableId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="gt-gap-0-12 gt-high-28 gt-above-6 gt-across gt-between gt-wrap">
        <p className="gt-quiet">{children}</p>
        <button
          type="button"
          className="gt-link gt-spark__unfold gt-label"
          aria-expanded={isOpen}
          aria-controls={isOpen ? tableId : undefined}
          disabled={days === null}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'kit.hideTable' : 'kit.showTable')}
        </button>
      </div>
      {isOpen && days !== null && (
        <div id={tableId}>
          <DataTable
            caption={title}
            columns={[{ label: t('kit.dayUtc') }, { label: valueLabel, end: true }]}
            rows={days.map(({ day, value }) => ({
              key: day,
              cells: [formatDate(day), value === null ? UNKNOWN : formatNumber(value)],
            }))}
          />
        </div>
      )}
    </>
  );
}

/**
 * Moves an index by an arrow key, Home or End.
 * @returns the new index within the row; null for other keys
 */
export function stepTo(key: string, from: number, length: number): number | null {
  if (length === 0) return null;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(from + 1, length - 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(from - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
}
