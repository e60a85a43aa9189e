import { parseDate } from '@internationalized/date';
import { Calendar as CalendarIcon, ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar';
import { Dialog } from 'react-aria-components/Dialog';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Popover } from 'react-aria-components/Popover';
import { shownLocale } from '../../../i18n/language.ts';
import { useT } from '../../../i18n/useT.ts';
import { describedBy, FieldFrame } from '../Field.tsx';
import { IconButton } from '../../actions/IconButton.tsx';
import { dayOf } from './day.ts';
import '../choice/ListPopover.css';
import './DateField.css';

export interface DateFieldProps {
  label: string;
  hideLabel?: boolean | undefined;
  /** A UTC day as YYYY-MM-DD; '' if empty. */
  value: string;
  /** Called with a valid day, or '' if the field was cleared. */
  onChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  disabled?: boolean | undefined;
}

/** A UTC day, typed as YYYY-MM-DD or picked from a calendar. */
export function DateField({ label, hideLabel, value, onChange, min, max, disabled = false }: DateFieldProps) {
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
        className="gt-box gt-date"
        data-invalid={message ? true : undefined}
        data-disabled={disabled || undefined}
      >
        <IconButton
          label={t('kit.openCalendar', { label })}
          size="small"
          icon={<CalendarIcon size={16} strokeWidth={1.6} />}
          disabled={disabled}
          aria-haspopup="dialog"
          aria-expanded={open}
          onPress={() => setOpen(!open)}
        />
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
            if (event.key === 'ArrowDown' && event.altKey) setOpen(true);
          }}
        />
      </div>
      <Popover
        className="gt-popover gt-popover--calendar"
        triggerRef={box}
        isOpen={open}
        onOpenChange={setOpen}
        placement="bottom start"
        offset={4}
        style={{ zIndex: 'var(--z-popover)' }}
      >
        <Dialog aria-label={label} className="gt-calendar-dialog">
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
        </Dialog>
      </Popover>
    </FieldFrame>
  );
}

interface DayCalendarProps {
  label: string;
  value: string;
  min: string | undefined;
  max: string | undefined;
  onPick: (day: string) => void;
}

function DayCalendar({ label, value, min, max, onPick }: DayCalendarProps) {
  const limits = {
    ...(min ? { minValue: parseDate(min) } : {}),
    ...(max ? { maxValue: parseDate(max) } : {}),
  };
  return (
    <I18nProvider locale={shownLocale()}>
      <Calendar
        className="gt-calendar"
        aria-label={label}
        value={value === '' ? null : parseDate(value)}
        onChange={(day) => onPick(day.toString())}
        autoFocus
        {...limits}
      >
        <header className="gt-calendar__head">
          <Button slot="previous" className="gt-icon-button gt-icon-button--plain gt-icon-button--small">
            <ChevronLeft size={16} strokeWidth={1.75} />
          </Button>
          <CalendarHeading className="gt-calendar__title" />
          <Button slot="next" className="gt-icon-button gt-icon-button--plain gt-icon-button--small">
            <ChevronRight size={16} strokeWidth={1.75} />
          </Button>
        </header>
        <CalendarGrid className="gt-calendar__grid" weekdayStyle="short">
          <CalendarGridHeader>
            {(day) => <CalendarHeaderCell className="gt-calendar__weekday">{day}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(day) => <CalendarCell date={day} className="gt-calendar__day" />}
          </CalendarGridBody>
        </CalendarGrid>
      </Calendar>
    </I18nProvider>
  );
}
