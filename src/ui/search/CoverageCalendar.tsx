import { useSelector } from '@xstate/react';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type SyntheticEvent, useId, useState } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { CALENDAR, type CalendarWeek } from '../../../contract/search.ts';
import {
  calendarFailure,
  countedWeeks,
  hasCalendar,
  isCalendarOpen,
  isRecounting,
  isWithinLimit,
  pointedWeek,
  tellClear,
  weekCount,
} from '../../machines/search/calendar.machine.ts';
import { useActorOf, useExtensions } from '../shared/actors.tsx';
import { formatDateRange, formatPercent, formatShare } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { stepTo } from '../shared/kit/figures/Sparkline.tsx';
import { DataTable } from '../shared/kit/layout/DataTable.tsx';
import { PHONE, useMatches } from '../shared/useMatches.ts';
import { Months } from './DateHistogram.tsx';
import './calendar.css';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/**
 * How much of the area the scenes of each of the last 52 weeks covered, once it is asked for.
 * @param isShort only the sentence, beside the window of a new acquisition
 */
export function CoverageCalendar({ isShort = false }: { isShort?: boolean }) {
  const t = useT();
  const id = useId();
  const calendar = useActorOf('calendar');
  const sheet = useActorOf('sheet');
  const isOffered = useExtensions('coverageCalendar');
  const hasArea = useSelector(calendar, hasCalendar);
  const isOpen = useSelector(calendar, isCalendarOpen);
  const [isTable, setTable] = useState(false);
  if (!isOffered || !hasArea) return null;
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <section className="gt-calendar" data-short={isShort || undefined} aria-labelledby={id}>
      <header className="gt-anchor">
        <h3>
          <button
            id={id}
            type="button"
            className="gt-calendar__head gt-across gt-between gt-wide gt-strong gt-bold"
            aria-expanded={isOpen}
            onClick={() => {
              calendar.send({ type: 'calendar.toggled' });
              // on a phone the whole chart is in sight
              if (!isOpen) sheet.send({ type: 'sheet.moved', stop: 'full' });
            }}
          >
            {t('calendar.title')}
            <Chevron {...ICON} />
          </button>
        </h3>
        {isOpen && !isShort && (
          <button
            type="button"
            className="gt-link gt-calendar__form gt-placed gt-label"
            onClick={() => setTable(!isTable)}
          >
            {t(isTable ? 'calendar.asChart' : 'calendar.asTable')}
          </button>
        )}
      </header>
      {isOpen && <Counted form={isShort ? 'sentence' : isTable ? 'table' : 'chart'} />}
    </section>
  );
}

function Counted({ form }: { form: 'sentence' | 'table' | 'chart' }) {
  const t = useT();
  const calendar = useActorOf('calendar');
  const weeks = useSelector(calendar, countedWeeks) ?? [];
  const failure = useSelector(calendar, calendarFailure);
  const isBusy = useSelector(calendar, isRecounting);
  if (failure !== null)
    return (
      <Note
        tone="err"
        title={messageText(t, failure)}
        action={
          <Button size="small" onPress={() => calendar.send({ type: 'calendar.retried' })}>
            {t('common.tryAgain')}
          </Button>
        }
      />
    );
  return (
    <div className="gt-calendar__body gt-stack gt-gap-12" data-busy={isBusy || undefined} aria-busy={isBusy}>
      {form === 'chart' && <Chart weeks={weeks} />}
      {form === 'table' && <Table weeks={weeks} />}
      <Sentence weeks={weeks} />
    </div>
  );
}

/** How many weeks were clear enough, counted. */
function Sentence({ weeks }: { weeks: readonly CalendarWeek[] }) {
  const t = useT();
  const { count, weeks: all, share, low, high, isClear } = weekCount(weeks);
  return (
    <div className="gt-calendar__sentence gt-across gt-round-note" role="status">
      {all === 0 ? (
        <p className="gt-quiet">{t('calendar.counting')}</p>
      ) : (
        <>
          <span className="gt-headline gt-ok" aria-hidden="true">
            {formatPercent(share)}
          </span>
          <p className="gt-secondary gt-ink">
            {t(isClear ? 'calendar.clearWeeks' : 'calendar.coveredWeeks', {
              count,
              weeks: all,
              limit: CALENDAR.limit,
              low: formatShare(low),
              high: formatShare(high),
            })}
          </p>
        </>
      )}
    </div>
  );
}

/** What a week's scenes show: '94% covered, 92% clear · 3 scenes'. */
function useFacts(): (week: CalendarWeek) => string {
  const t = useT();
  return ({ scenes, covered, clear }) => {
    if (scenes === 0) return t('calendar.noScene');
    return t(clear === null ? 'calendar.coveredFacts' : 'calendar.clearFacts', {
      count: scenes,
      covered: formatShare(covered),
      clear: formatShare(clear ?? 0),
    });
  };
}

const datesOf = ({ from, to }: CalendarWeek): string => formatDateRange(from, to, true);

/** A list box, as the daily values of the account are: one tab stop, and each week an option. */
function Chart({ weeks }: { weeks: readonly CalendarWeek[] }) {
  const t = useT();
  const id = useId();
  const calendar = useActorOf('calendar');
  const pointed = useSelector(calendar, pointedWeek);
  const factsOf = useFacts();
  const isPhone = useMatches(PHONE);
  const [marked, setMarked] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  // the last week, until one is marked or if the marked one is gone
  const current = (weeks.find(({ from }) => from === marked) ?? weeks.at(-1))?.from ?? null;
  const point = (from: string | null) => calendar.send({ type: 'week.pointed', from });
  const choose = (from: string | null) => from !== null && calendar.send({ type: 'week.chosen', from });
  const step = (event: KeyboardEvent): void => {
    const at = weeks.findIndex(({ from }) => from === current);
    const next = weeks[stepTo(event.key, at, weeks.length) ?? -1]?.from;
    if (event.key === 'Escape') return point(null);
    if (event.key === 'Enter' || event.key === ' ') choose(current);
    else if (next === undefined) return;
    else {
      setMarked(next);
      point(next);
    }
    event.preventDefault();
  };
  return (
    <div>
      <TooltipTrigger isOpen={pointed !== null}>
        <Focusable>
          <div
            className="gt-calendar__plot gt-flex gt-anchor"
            role="listbox"
            aria-orientation="horizontal"
            aria-label={t('calendar.title')}
            aria-activedescendant={current === null ? undefined : `${id}-${current}`}
            tabIndex={0}
            onKeyDown={step}
            onFocus={() => {
              setFocused(true);
              point(current);
            }}
            onBlur={() => {
              setFocused(false);
              point(null);
            }}
            onPointerOver={(event) => point(weekUnder(event))}
            onPointerLeave={() => point(isFocused ? current : null)}
            onClick={(event) => choose(weekUnder(event))}
          >
            {weeks.map((week) => (
              <div
                key={week.from}
                id={`${id}-${week.from}`}
                className="gt-calendar__week gt-pointed gt-rest gt-anchor"
                role="option"
                aria-selected={week.from === current}
                aria-label={`${datesOf(week)}: ${factsOf(week)}`}
                data-week={week.from}
                data-pointed={week === pointed || undefined}
                data-none={week.scenes === 0 || undefined}
                data-full={isWithinLimit(week) ? (week.clear === null ? 'covered' : 'clear') : undefined}
                style={heightsOf(week)}
              />
            ))}
          </div>
        </Focusable>
        <Tooltip
          placement={isPhone ? 'top' : 'right top'}
          offset={isPhone ? 8 : 28}
          className="gt-tooltip gt-calendar__tip gt-through gt-pad-8-12 gt-no-outline gt-secondary gt-round-field"
          style={{ zIndex: 'var(--z-popover)' }}
        >
          {pointed !== null && (
            <>
              <strong className="gt-block">{datesOf(pointed)}</strong>
              <span className="gt-block">{factsOf(pointed)}</span>
              <span className="gt-calendar__press gt-block">{t('calendar.press')}</span>
            </>
          )}
        </Tooltip>
      </TooltipTrigger>
      <Months bins={weeks} />
      <Legend isClear={tellClear(weeks)} />
    </div>
  );
}

/** The week of the bar under the pointer. */
const weekUnder = ({ target }: SyntheticEvent): string | null =>
  target instanceof HTMLElement ? (target.dataset['week'] ?? null) : null;

const heightsOf = ({ covered, clear }: CalendarWeek): CSSProperties & Record<`--${string}`, number> => ({
  '--covered': covered,
  '--clear': clear ?? 0,
});

function Legend({ isClear }: { isClear: boolean }) {
  const t = useT();
  const limit = CALENDAR.limit;
  const entries = isClear
    ? ([
        ['full', t('calendar.fullyClear', { limit })],
        ['clear', t('calendar.clear')],
        ['covered', t('calendar.cloudy')],
        ['none', t('calendar.noScene')],
      ] as const)
    : ([
        ['full', t('calendar.fullyCovered', { limit })],
        ['covered', t('calendar.covered')],
        ['none', t('calendar.noScene')],
      ] as const);
  return (
    <ul className="gt-calendar__legend gt-flex gt-wrap gt-caption gt-muted">
      {entries.map(([kind, words]) => (
        <li key={kind} className="gt-inline gt-gap-6" data-kind={kind}>
          {words}
        </li>
      ))}
    </ul>
  );
}

/** The same as a table, the newest week first; its name is the press that searches it. */
function Table({ weeks }: { weeks: readonly CalendarWeek[] }) {
  const t = useT();
  const calendar = useActorOf('calendar');
  const isClear = tellClear(weeks);
  return (
    <div className="gt-calendar__table gt-scroll">
      <DataTable
        caption={t('calendar.title')}
        columns={[
          { label: t('calendar.week') },
          { label: t('calendar.covered'), end: true },
          ...(isClear ? [{ label: t('calendar.clear'), end: true }] : []),
          { label: t('calendar.scenes'), end: true },
        ]}
        rows={weeks.toReversed().map((week) => ({
          key: week.from,
          cells: [
            <button
              key="week"
              type="button"
              className="gt-link gt-text-start"
              onClick={() => calendar.send({ type: 'week.chosen', from: week.from })}
            >
              {datesOf(week)}
            </button>,
            formatPercent(week.covered),
            ...(week.clear === null ? [] : [formatPercent(week.clear)]),
            week.scenes,
          ],
        }))}
      />
    </div>
  );
}
