import { Calendar as CalendarIcon } from 'lucide-react';
import { Suspense, useId, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useT } from '../../i18n/useT.ts';
import { IconButton } from '../actions/IconButton.tsx';
import { earlyView } from '../states/earlyView.tsx';
import { describedBy, FieldError, FieldFrame } from './Field.tsx';
import '../overlays/popovers.css';
import './choices.css';

/** Its code is loaded when a field is first reached. */
const DayCalendar = earlyView(async () => (await import('./DayCalendar.tsx')).DayCalendar);
const loadCalendar = () => void DayCalendar.load().catch(() => {});

interface DateFieldProps {
  label: string;
  hideLabel?: boolean | undefined;
  /** A UTC day as YYYY-MM-DD; '' if empty. */
  value: string;
  /** Called with a valid day, or '' if the field was cleared. */
  onChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  disabled?: boolean | undefined;
  /** Without its calendar, beside another one. */
  typed?: boolean | undefined;
}

/** A UTC day, typed as YYYY-MM-DD or picked from a calendar. */
export function DateField(props: DateFieldProps) {
  const { label, hideLabel, value, onChange, min, max, disabled = false, typed = false } = props;
  const t = useT();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  // the typed text; null while the field shows the value
  const [draft, setDraft] = useState<string | null>(null);
  const [unreadable, setUnreadable] = useState(false);
  const keep = () => {
    if (draft === null) return;
    const day = draft.trim() === '' ? '' : dayOf(draft);
    setUnreadable(day === null);
    if (day === null) return;
    setDraft(null);
    if (day !== value) onChange(day);
  };
  const message = unreadable ? t('kit.dayUnreadable') : null;
  return (
    <FieldFrame id={id} label={label} hideLabel={hideLabel} error={message}>
      <div
        ref={box}
        className="gt-box gt-across gt-shrink gt-ink gt-surface gt-round-field gt-outlined gt-date"
        data-invalid={message ? true : undefined}
        data-disabled={disabled || undefined}
        onPointerEnter={typed ? undefined : loadCalendar}
        onFocus={typed ? undefined : loadCalendar}
      >
        {!typed && (
          <IconButton
            label={t('kit.openCalendar', { label })}
            size="small"
            icon={<CalendarIcon size={16} strokeWidth={1.6} />}
            disabled={disabled}
            aria-haspopup="dialog"
            aria-expanded={open}
            onPress={() => setOpen(!open)}
          />
        )}
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          maxLength={10}
          placeholder={t('kit.dayPlaceholder')}
          aria-label={hideLabel ? label : undefined}
          aria-invalid={message ? true : undefined}
          aria-describedby={describedBy(id, message, null)}
          disabled={disabled}
          value={draft ?? value}
          onChange={(event) => {
            setDraft(event.target.value);
            setUnreadable(false);
          }}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === 'Enter') keep();
            if (event.key === 'ArrowDown' && event.altKey) setOpen(!typed);
          }}
        />
      </div>
      <Popover
        className="gt-popover"
        triggerRef={box}
        isOpen={open}
        onOpenChange={setOpen}
        placement="bottom start"
        offset={4}
        style={{ zIndex: 'var(--z-popover)' }}
      >
        <Dialog aria-label={label} className="gt-no-outline">
          <Suspense fallback={null}>
            <DayCalendar
              label={label}
              value={value}
              min={min}
              max={max}
              onPick={(day) => {
                setOpen(false);
                setDraft(null);
                setUnreadable(false);
                onChange(day);
              }}
            />
          </Suspense>
        </Dialog>
      </Popover>
    </FieldFrame>
  );
}

interface DateRangeProps {
  label: string;
  /** UTC days as YYYY-MM-DD; '' if empty. */
  from: string;
  to: string;
  onChange: (range: { from: string; to: string }) => void;
  min?: string | undefined;
  max?: string | undefined;
  error?: string | null | undefined;
  disabled?: boolean | undefined;
}

/** The first and last UTC day of a range. */
export function DateRange(props: DateRangeProps) {
  const { label, from, to, onChange, min, max, error, disabled } = props;
  const t = useT();
  const id = useId();
  return (
    <fieldset className="gt-daterange" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="gt-field__label">{label}</legend>
      <div className="gt-daterange__fields gt-flex gt-start gt-gap-8">
        <DateField
          label={t('kit.dateFrom')}
          hideLabel
          value={from}
          min={min}
          max={to === '' ? max : to}
          disabled={disabled}
          onChange={(day) => onChange({ from: day, to })}
        />
        <span className="gt-daterange__dash gt-faint" aria-hidden="true">
          –
        </span>
        <DateField
          label={t('kit.dateTo')}
          hideLabel
          value={to}
          min={from === '' ? min : from}
          max={max}
          disabled={disabled}
          onChange={(day) => onChange({ from, to: day })}
        />
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

/**
 * Parses a typed day: 2026-08-20, 2026/8/20, 2026.08.20 or 20260820.
 * @returns YYYY-MM-DD, or null if it is not a calendar day
 */
export function dayOf(text: string): string | null {
  const match = /^\s*(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?\s*$/u.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  const real =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.toISOString().slice(0, 10) : null;
}
