import { useSelector } from '@xstate/react';
import {
  Calendar,
  ChevronDown,
  ChevronRight,
  ChevronUp,
  Cloud,
  RotateCcw,
  Satellite,
  Search,
  TriangleRight,
} from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { GSD, PRODUCT_MODES } from '../../../contract/limits.ts';
import { SENSOR_TYPES, SENSORS } from '../../../contract/sensors.ts';
import {
  areResultsShown,
  canReturnToResults,
  chosenSatellite,
  foundScenes,
} from '../../machines/search/results.selectors.ts';
import { archivePercent } from '../../machines/search/coverage.machine.ts';
import { opticalSatellites, selectableSatellites, usualAngle } from '../../machines/search/search.rules.ts';
import {
  canReset,
  datesRefusal,
  foundNothing,
  isSearching,
  knownSatellites,
  lastDay,
  searchDraft,
  searchOutcome,
} from '../../machines/search/search.machine.ts';
import { isFormUnfolded } from '../../machines/shared/preferences.selectors.ts';
import { type DayRange, PAST_RANGES, presetOf } from '../../machines/shared/days.ts';
import { isStartCardShown } from '../../machines/search/startCard.machine.ts';
import { isTaskingOffered } from '../../machines/session/shell.machine.ts';
import { PlaceBox } from '../map/controls/PlaceSearch.tsx';
import { CloudSlider, OffNadirSlider } from '../shared/LimitSliders.tsx';
import { RangePresets } from '../shared/RangePresets.tsx';
import { useActorOf, useExtensions } from '../shared/actors.tsx';
import { PHONE, useMatches } from '../shared/useMatches.ts';
import {
  formatDateRange,
  formatDegrees,
  formatFixed,
  formatGsd,
  formatNumber,
  formatPercent,
  withUnit,
} from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { sensorName } from '../shared/i18n/sensorName.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Segments } from '../shared/kit/actions/Segments.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { MultiSelect } from '../shared/kit/fields/MultiSelect.tsx';
import { Select } from '../shared/kit/fields/Select.tsx';
import { RangeField } from '../shared/kit/fields/RangeField.tsx';
import { Slider } from '../shared/kit/fields/Slider.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { AoiCard } from './AoiCard.tsx';
import { CoverageCalendar } from './CoverageCalendar.tsx';
import { focusList } from './ResultsGrid.tsx';
import { NothingFound } from './NothingFound.tsx';
import { ResultsList } from './ResultsList.tsx';
import './search.css';

const CLOUD_TICKS = [0, 50, 100].map((value) => ({ value, label: String(value) }));
const OFF_NADIR_TICKS = [0, 15, 30, 45].map((value) => ({ value, label: String(value) }));

/** §2 Search panel: area, dates, cloud, off-nadir, sensor type and the sensor type's own conditions. */
function SearchForm() {
  const t = useT();
  const search = useActorOf('search');
  const draft = useSelector(search, searchDraft);
  const refusal = useSelector(search, datesRefusal);
  const isChanged = useSelector(search, canReset);
  const today = useSelector(search, lastDay);
  const range = { from: draft.dateFrom, to: draft.dateTo };
  const preset = presetOf(range, today);
  const setDates = ({ from, to }: DayRange) =>
    search.send({ type: 'draft.changed', patch: { dateFrom: from, dateTo: to } });
  const usual = usualAngle(draft);
  const isPhone = useMatches(PHONE);
  const actions = (
    <>
      <LastResults />
      {isChanged && (
        <TooltipButton
          label={t('search.reset')}
          icon={<RotateCcw size={16} strokeWidth={1.75} />}
          onPress={() => search.send({ type: 'draft.reset' })}
        />
      )}
    </>
  );
  return (
    <Panel
      title={t('search.title')}
      isHeadless={isPhone}
      fixed={isPhone ? <Pill>{actions}</Pill> : undefined}
      actions={actions}
      footer={<SearchFoot />}
    >
      <Outcome />
      <AoiCard />
      <CoverageCalendar />
      <div className="gt-boxless" data-condition="date">
        <RangeField
          label={t('search.date')}
          {...range}
          today={today}
          note={preset === null ? undefined : t(`search.preset.${preset}`)}
          foot={<RangePresets {...range} presets={PAST_RANGES} today={today} onChange={setDates} />}
          error={refusal && messageText(t, refusal)}
          onChange={setDates}
        />
      </div>
      <div className="gt-boxless" data-condition="cloud">
        <CloudSlider
          value={draft.maxCloudCover}
          ticks={CLOUD_TICKS}
          onChange={(maxCloudCover) => search.send({ type: 'draft.changed', patch: { maxCloudCover } })}
        />
      </div>
      <div className="gt-boxless" data-condition="offNadir">
        <OffNadirSlider
          value={draft.maxOffNadirAngle}
          ticks={OFF_NADIR_TICKS}
          hint={
            usual === null
              ? undefined
              : t('search.offNadirUsual', {
                  sensor: sensorName(t, draft.sensorType),
                  angle: formatDegrees(usual),
                })
          }
          onChange={(maxOffNadirAngle) => search.send({ type: 'draft.changed', patch: { maxOffNadirAngle } })}
        />
      </div>
      <div className="gt-search__sensors gt-boxless" data-condition="sensor">
        <Segments
          label={t('search.sensor')}
          value={draft.sensorType}
          options={SENSOR_TYPES.map((value) => ({ value, label: sensorName(t, value) }))}
          onChange={(sensorType) => search.send({ type: 'draft.changed', patch: { sensorType } })}
        />
        {SENSORS[draft.sensorType].hasSatellites && <OpticalFields />}
      </div>
      <Filling />
    </Panel>
  );
}

/** On a phone the head of the form: the place field, and a line of the conditions. */
function Pill({ children }: { children: ReactNode }) {
  const t = useT();
  const sheet = useActorOf('sheet');
  const draft = useSelector(useActorOf('search'), searchDraft);
  const preset = presetOf(
    { from: draft.dateFrom, to: draft.dateTo },
    useSelector(useActorOf('search'), lastDay),
  );
  const hasPlaces = useExtensions('places');
  // its field is the same, and it stands above the form
  const isStarting = useSelector(useActorOf('startCard'), isStartCardShown);
  const raise = () => flushSync(() => sheet.send({ type: 'sheet.moved', stop: 'full' }));
  const upTo = (value: string) => t('results.upTo', { value });
  const dates =
    preset === null ? formatDateRange(draft.dateFrom, draft.dateTo) : t(`search.preset.${preset}`);
  const conditions = [
    { of: 'date', Icon: Calendar, text: dates },
    { of: 'cloud', Icon: Cloud, text: upTo(formatPercent(draft.maxCloudCover)) },
    { of: 'offNadir', Icon: TriangleRight, text: upTo(formatDegrees(draft.maxOffNadirAngle)) },
    { of: 'sensor', text: sensorName(t, draft.sensorType) },
  ];
  return (
    <>
      {hasPlaces && !isStarting && (
        <div className="gt-pill" onFocus={raise}>
          <PlaceBox />
        </div>
      )}
      <div className="gt-pill__line gt-flex gt-gap-8 gt-scroll-across">
        {(isStarting ? [] : conditions).map(({ of, Icon, text }) => (
          <Button
            key={of}
            icon={Icon && <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
            onPress={() => {
              raise();
              document.querySelector<HTMLElement>(`[data-condition=${of}] :is(button, input)`)?.focus();
            }}
          >
            <span className="gt-visually-hidden">{t(`search.${of}`)} </span>
            {text}
          </Button>
        ))}
        {children}
      </div>
    </>
  );
}

/** How much of the archive is there, while it is being filled. */
function Filling() {
  const t = useT();
  const percent = useSelector(useActorOf('coverage'), archivePercent);
  return (
    percent !== null && (
      <p className="gt-search__filling gt-caption gt-muted">{t('coverage.filling', { percent })}</p>
    )
  );
}

/** Goes back to results that are still loaded. */
function LastResults() {
  const t = useT();
  const results = useActorOf('results');
  const canReturn = useSelector(results, canReturnToResults);
  const count = useSelector(results, foundScenes).length;
  if (!canReturn) return null;
  return (
    <button
      type="button"
      className="gt-link gt-search__last gt-label gt-gap-2 gt-inline"
      onClick={() => results.send({ type: 'results.returned' })}
    >
      {t('search.lastResults', { count })}
      <ChevronRight size={14} strokeWidth={2} aria-hidden="true" />
    </button>
  );
}

const scrollIntoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** The server's message, if a search failed. */
function Outcome() {
  const t = useT();
  const message = useSelector(useActorOf('search'), searchOutcome);
  if (message === null) return null;
  return (
    // scrolls to the top of the form
    <div ref={scrollIntoSight}>
      <Note tone="err" title={messageText(t, message)} />
    </div>
  );
}

/** §2 Search panel: the form, and after a search the results, or why there are none. */
export function SearchPanel() {
  const t = useT();
  const results = useActorOf('results');
  const isFound = useSelector(results, areResultsShown);
  const isNothing = useSelector(useActorOf('search'), foundNothing);
  const isBusy = useSelector(useActorOf('search'), isSearching);
  const count = useSelector(results, foundScenes).length;
  useRestoredFocus(isFound);
  return (
    <>
      <p className="gt-visually-hidden" role="status">
        {isBusy && t('search.searching')}
        {isFound && t('results.title', { count })}
      </p>
      {isFound ? <ResultsList /> : isNothing ? <NothingFound /> : <SearchForm />}
    </>
  );
}

/** The button between form and results unmounts with its panel, so the focus moves to the new one. */
function useRestoredFocus(isFound: boolean): void {
  const shown = useRef(isFound);
  useEffect(() => {
    if (shown.current === isFound) return;
    shown.current = isFound;
    if (document.activeElement === document.body) focusList();
  }, [isFound]);
}

const TICKS = GSD.ticks.map((value) => ({
  value,
  label: value === GSD.max ? withUnit(String(value), 'm') : String(value),
  mark: true,
}));
const MODES = PRODUCT_MODES.map((value) => ({ value, label: value }));

/** §2 Search panel: the conditions specific to optical imagery; satellites and product mode are folded at first. */
function OpticalFields() {
  const t = useT();
  const search = useActorOf('search');
  const preferences = useActorOf('preferences');
  const draft = useSelector(search, searchDraft);
  const satellites = useSelector(search, knownSatellites);
  const isUnfolded = useSelector(preferences, isFormUnfolded);
  const all = useMemo(() => opticalSatellites(satellites), [satellites]);
  const within = useMemo(() => selectableSatellites(satellites, draft.gsd), [satellites, draft.gsd]);
  const names = draft.satList.map((code) => satellites.find((one) => one.code === code)?.name ?? code);
  const Chevron = isUnfolded ? ChevronUp : ChevronDown;
  return (
    <div className="gt-boxless" role="group" aria-label={t('search.optical')}>
      <Slider
        label={t('search.resolution')}
        value={draft.gsd ?? GSD.max}
        min={GSD.min}
        max={GSD.max}
        step={GSD.step}
        ticks={TICKS}
        format={(value) =>
          draft.gsd === null ? t('search.resolutionAny') : withUnit(formatFixed(value, 1), 'm')
        }
        onChange={(gsd) => search.send({ type: 'draft.changed', patch: { gsd } })}
      />
      <button
        type="button"
        className="gt-search__more gt-edge-above gt-across gt-gap-8 gt-wide gt-text-start"
        aria-expanded={isUnfolded}
        onClick={() => preferences.send({ type: 'form.unfolded', isUnfolded: !isUnfolded })}
      >
        <span className="gt-label gt-secondary">{t('search.more')}</span>
        <span className="gt-rest gt-truncate gt-end gt-medium">
          {names.join(', ') || t('search.satellitesAll')} · {draft.productMode ?? t('search.resolutionAny')}
        </span>
        <Chevron {...ICON} />
      </button>
      {isUnfolded && (all.length > 0 || draft.satList.length > 0) && (
        <MultiSelect
          label={t('search.satellites')}
          aside={
            draft.gsd === null
              ? undefined
              : t('search.satellitesWithin', {
                  within: within.length,
                  all: all.length,
                  gsd: formatNumber(draft.gsd),
                })
          }
          placeholder={t('search.satellitesAll')}
          values={draft.satList}
          options={within.map(({ code, name, gsd }) => ({
            value: code,
            label: name,
            note: formatGsd(gsd),
          }))}
          tagOf={({ value, label }) => {
            const gsd = within.find(({ code }) => code === value)?.gsd;
            return gsd === undefined ? label : `${label} · ${formatGsd(gsd)}`;
          }}
          onChange={(satList) => search.send({ type: 'draft.changed', patch: { satList } })}
        />
      )}
      {isUnfolded && (
        <Select
          label={t('search.productMode')}
          placeholder={t('search.productModeAny')}
          value={draft.productMode}
          options={MODES}
          clearable
          onChange={(productMode) => search.send({ type: 'draft.changed', patch: { productMode } })}
        />
      )}
    </div>
  );
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
/** Takes the focus back from the plan that it opens. */
export const TASKING_BUTTON = 'tasking';

/** §2 Search panel: Search, and Tasking only if the order_tasking API is enabled. */
function SearchFoot() {
  const t = useT();
  const search = useActorOf('search');
  const isBusy = useSelector(search, isSearching);
  const results = useActorOf('results');
  const hasTasking = useSelector(useActorOf('shell'), isTaskingOffered);
  return (
    <>
      <Button
        variant="primary"
        icon={<Search {...ICON} />}
        busy={isBusy}
        busyLabel={t('search.searching')}
        onPress={() => search.send({ type: 'search.requested' })}
      >
        {t('search.search')}
      </Button>
      {isBusy ? (
        <span className="gt-search__cancel">
          <Button onPress={() => search.send({ type: 'search.cancelled' })}>{t('common.cancel')}</Button>
        </span>
      ) : (
        hasTasking && (
          <Button
            id={TASKING_BUTTON}
            icon={<Satellite {...ICON} />}
            onPress={() =>
              search.send({ type: 'tasking.requested', chosen: chosenSatellite(results.getSnapshot()) })
            }
          >
            {t('search.tasking')}
          </Button>
        )
      )}
    </>
  );
}
