import { parseDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
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
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { shownLocale } from '../../i18n/language.ts';

interface DayCalendarProps {
  label: string;
  value: string;
  min: string | undefined;
  max: string | undefined;
  onPick: (day: string) => void;
}

/** A month's days to pick one from. */
export function DayCalendar({ label, value, min, max, onPick }: DayCalendarProps) {
  const limits = {
    ...(min ? { minValue: parseDate(min) } : {}),
    ...(max ? { maxValue: parseDate(max) } : {}),
  };
  return (
    <I18nProvider locale={shownLocale()}>
      <Calendar
        className="gt-pad-12"
        aria-label={label}
        value={value === '' ? null : parseDate(value)}
        onChange={(day) => onPick(day.toString())}
        autoFocus
        {...limits}
      >
        <header className="gt-calendar__head gt-across gt-between">
          <Button slot="previous" className="gt-icon-button gt-icon-button--plain gt-icon-button--small">
            <ChevronLeft size={16} strokeWidth={1.75} />
          </Button>
          <CalendarHeading className="gt-heading" />
          <Button slot="next" className="gt-icon-button gt-icon-button--plain gt-icon-button--small">
            <ChevronRight size={16} strokeWidth={1.75} />
          </Button>
        </header>
        <CalendarGrid className="gt-collapsed" weekdayStyle="short">
          <CalendarGridHeader>
            {(day) => (
              <CalendarHeaderCell className="gt-calendar__weekday gt-caption gt-faint">
                {day}
              </CalendarHeaderCell>
            )}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(day) => (
              <CalendarCell
                date={day}
                className="gt-calendar__day gt-pointed gt-no-outline gt-centre gt-body gt-round-tag"
              />
            )}
          </CalendarGridBody>
        </CalendarGrid>
      </Calendar>
    </I18nProvider>
  );
}
