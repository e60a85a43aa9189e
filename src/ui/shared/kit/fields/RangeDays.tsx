import { parseDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { use, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  RangeCalendar,
  RangeCalendarStateContext,
} from 'react-aria-components/RangeCalendar';
import { type DayRange, dayAfter } from '../../../../machines/shared/days.ts';
import { formatMonthOfYear } from '../../i18n/formats.ts';
import { shownLocale } from '../../i18n/language.ts';

/** The most dots of a day. */
const DOTS_MAX = 3;

interface RangeDaysProps extends DayRange {
  label: string;
  /** How many are shown side by side. */
  months: number;
  today: string;
  /** The range begins tomorrow at the earliest; otherwise the days after today are pale. */
  ahead: boolean;
  countOf: ((day: string) => number) | undefined;
  onPick: (range: DayRange) => void;
}

/** Months side by side, in which Enter starts and ends a range. */
export function RangeDays({ label, from, to, months, today, ahead, countOf, onPick }: RangeDaysProps) {
  const isRange = from !== '' && from <= to;
  // its code may come when an end is being typed already
  const [isFirst] = useState(() => !(document.activeElement instanceof HTMLInputElement));
  return (
    <I18nProvider locale={shownLocale()}>
      <RangeCalendar
        className="gt-anchor"
        aria-label={label}
        value={isRange ? { start: parseDate(from), end: parseDate(to) } : null}
        onChange={({ start, end }) => onPick({ from: start.toString(), to: end.toString() })}
        visibleDuration={{ months }}
        pageBehavior="single"
        selectionAlignment={ahead ? 'start' : 'end'}
        defaultFocusedValue={parseDate(isRange ? (ahead ? from : to) : today)}
        autoFocus={isFirst}
        {...(ahead ? { minValue: parseDate(dayAfter(today, 1)) } : {})}
      >
        <span className="gt-range__pages gt-placed gt-flex gt-gap-4">
          <Button slot="previous" className="gt-icon-button gt-icon-button--plain gt-icon-button--small">
            <ChevronLeft size={16} strokeWidth={1.75} />
          </Button>
          <Button slot="next" className="gt-icon-button gt-icon-button--plain gt-icon-button--small">
            <ChevronRight size={16} strokeWidth={1.75} />
          </Button>
        </span>
        <div className="gt-range__months gt-flex">
          {Array.from({ length: months }, (_, month) => (
            <div key={month}>
              <MonthName offset={month} />
              <CalendarGrid className="gt-collapsed" weekdayStyle="short" offset={{ months: month }}>
                <CalendarGridHeader>
                  {(day) => (
                    <CalendarHeaderCell className="gt-range__weekday gt-caption gt-faint">
                      {day}
                    </CalendarHeaderCell>
                  )}
                </CalendarGridHeader>
                <CalendarGridBody>
                  {(day) => (
                    <CalendarCell
                      date={day}
                      className="gt-range__day gt-pointed gt-no-outline gt-anchor gt-text-centre gt-body gt-round-tag"
                      data-future={(!ahead && day.toString() > today) || undefined}
                    >
                      {({ formattedDate }) => (
                        <>
                          {formattedDate}
                          <span
                            className="gt-range__dots gt-placed gt-flex gt-middle gt-gap-2"
                            aria-hidden="true"
                          >
                            {Array.from(
                              { length: Math.min(DOTS_MAX, countOf?.(day.toString()) ?? 0) },
                              (__, dot) => (
                                <span key={dot} className="gt-range__dot gt-round" />
                              ),
                            )}
                          </span>
                        </>
                      )}
                    </CalendarCell>
                  )}
                </CalendarGridBody>
              </CalendarGrid>
            </div>
          ))}
        </div>
      </RangeCalendar>
    </I18nProvider>
  );
}

function MonthName({ offset }: { offset: number }) {
  const start = use(RangeCalendarStateContext)?.visibleRange.start.add({ months: offset });
  return (
    <p className="gt-range__month gt-heading gt-text-centre">
      {start && formatMonthOfYear(start.toString())}
    </p>
  );
}
