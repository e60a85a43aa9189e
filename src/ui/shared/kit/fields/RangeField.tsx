import { Calendar as CalendarIcon } from 'lucide-react';
import { type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { type DayRange, daysIn } from '../../../../machines/shared/days.ts';
import { formatDate, formatDateRange } from '../../i18n/formats.ts';
import { useT } from '../../i18n/useT.ts';
import { PHONE, useMatches } from '../../useMatches.ts';
import { earlyView } from '../states/earlyView.tsx';
import { DateField } from './DateField.tsx';
import { FieldError } from './Field.tsx';
import '../overlays/popovers.css';
import './choices.css';

/** Its code is loaded when a field is first reached. */
const RangeDays = earlyView(async () => (await import('./RangeDays.tsx')).RangeDays);
const loadCalendar = () => void RangeDays.load().catch(() => {});

interface RangeFieldProps extends DayRange {
  label: string;
  hideLabel?: boolean | undefined;
  onChange: (range: DayRange) => void;
  today: string;
  /** The range begins tomorrow at the earliest; otherwise the days after today are pale. */
  ahead?: boolean | undefined;
  /** What is found on a day, as dots. */
  countOf?: ((day: string) => number) | undefined;
  /** The name of the range, in the field. */
  note?: string | undefined;
  /** Below the calendar. */
  foot?: ReactNode;
  error?: string | null | undefined;
  disabled?: boolean | undefined;
}

/** The width from which the calendar has three months. */
const WIDE = '(min-width: 1280px)';
/** Between the panel and the calendar, pixels. */
const GAP = 12;
/** The width of the calendar by its months, pixels. */
const WIDTHS = { 1: 264, 2: 514, 3: 764 } as const;
/** The calendar opens below its field, in a dialog and where it doesn't fit beside the panel. */
const BELOW = -1;

/** A range of UTC days: a field that opens one calendar, in which both ends can also be typed. */
export function RangeField(props: RangeFieldProps) {
  const {
    label,
    hideLabel,
    from,
    to,
    onChange,
    today,
    ahead = false,
    countOf,
    note,
    foot,
    error,
    disabled,
  } = props;
  const t = useT();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [offset, setOffset] = useState<number | null>(null);
  const [isPhone, isWide] = [useMatches(PHONE), useMatches(WIDE)];
  const months = isPhone ? 1 : isWide ? 3 : 2;
  const open = () => {
    const field = button.current?.getBoundingClientRect();
    const panel = button.current?.closest('.gt-sheet')?.getBoundingClientRect();
    const fits = panel && innerWidth - panel.right - 2 * GAP >= WIDTHS[months];
    setOffset(fits && field ? panel.right - field.right + GAP : BELOW);
  };
  return (
    <fieldset className="gt-daterange" aria-describedby={error ? `${id}-error` : undefined}>
      <legend id={`${id}-label`} className={hideLabel ? 'gt-visually-hidden' : 'gt-field__label'}>
        {label}
      </legend>
      <button
        ref={button}
        id={`${id}-value`}
        type="button"
        className="gt-box gt-across gt-wide gt-text-start gt-nowrap gt-ink gt-surface gt-round-field gt-outlined gt-pointed"
        aria-labelledby={`${id}-label ${id}-value`}
        aria-haspopup="dialog"
        aria-expanded={offset !== null}
        data-invalid={error ? true : undefined}
        data-disabled={disabled || undefined}
        disabled={disabled}
        onPointerEnter={loadCalendar}
        onFocus={loadCalendar}
        onClick={open}
      >
        <CalendarIcon size={16} strokeWidth={1.6} aria-hidden="true" />
        <span className="gt-rest gt-clip gt-ellipsis">
          {from !== '' && to !== ''
            ? formatDateRange(from, to)
            : from === to
              ? t('kit.anyDays')
              : [from, to].map((day) => (day === '' ? '…' : formatDate(day))).join(' – ')}
        </span>
        {note !== undefined && <span className="gt-secondary gt-faint">{note}</span>}
      </button>
      <FieldError id={`${id}-error`} error={error} />
      <Popover
        className="gt-popover gt-popover--range"
        triggerRef={button}
        isOpen={offset !== null}
        onOpenChange={(isOpen) => !isOpen && setOffset(null)}
        {...(offset !== BELOW
          ? { placement: 'right top' as const, offset: offset ?? 0, crossOffset: -48 }
          : { placement: 'bottom start' as const, offset: 4 })}
        style={{ zIndex: 'var(--z-popover)' }}
      >
        <Dialog aria-label={label} className="gt-range gt-no-outline">
          <header className="gt-range__head gt-across gt-gap-8">
            <DateField
              hideLabel
              label={t('kit.dateFrom')}
              value={from}
              onChange={(day) => onChange({ from: day, to })}
            />
            <span className="gt-faint" aria-hidden="true">
              –
            </span>
            <DateField
              hideLabel
              label={t('kit.dateTo')}
              value={to}
              onChange={(day) => onChange({ from, to: day })}
            />
            {!isPhone && from !== '' && from <= to && (
              <span className="gt-quiet">{t('kit.days', { count: daysIn(from, to) })}</span>
            )}
          </header>
          <Suspense fallback={null}>
            <RangeDays
              label={label}
              from={from}
              to={to}
              months={months}
              today={today}
              ahead={ahead}
              countOf={countOf}
              onPick={onChange}
            />
          </Suspense>
          <footer className="gt-range__foot gt-across gt-between gt-gap-12 gt-if-any gt-secondary gt-muted gt-edge-above">
            {foot}
          </footer>
        </Dialog>
      </Popover>
    </fieldset>
  );
}
