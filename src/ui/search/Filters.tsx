import { useSelector } from '@xstate/react';
import { ChevronUp } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { CLOUD, GSD, OFF_NADIR, PRODUCT_MODES } from '../../../contract/limits.ts';
import { type SceneFilters, satellitesOf, suppliersOf } from '../../machines/search/results.rules.ts';
import {
  activeFilters,
  foundScenes,
  hasClearShares,
  newCount,
  requestedCondition,
  scenesOnDay,
  shownRange,
  shownViewOptions,
} from '../../machines/search/results.selectors.ts';
import { lastDay } from '../../machines/search/search.machine.ts';
import { type DayRange, PAST_RANGES } from '../../machines/shared/days.ts';
import { CloudSlider, OffNadirSlider } from '../shared/LimitSliders.tsx';
import { RangePresets } from '../shared/RangePresets.tsx';
import { useActorOf } from '../shared/actors.tsx';
import { formatFixed, formatPercent, withUnit } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { IconButton } from '../shared/kit/actions/IconButton.tsx';
import { Checkbox } from '../shared/kit/fields/Checkbox.tsx';
import { MultiSelect } from '../shared/kit/fields/MultiSelect.tsx';
import { RangeField } from '../shared/kit/fields/RangeField.tsx';
import { Select } from '../shared/kit/fields/Select.tsx';
import { Slider } from '../shared/kit/fields/Slider.tsx';
import { Reasoned } from '../shared/kit/overlays/Tooltip.tsx';
import type { ConditionField } from './ConditionTags.tsx';
import { DateHistogram } from './DateHistogram.tsx';
import './results.css';

const MODES = PRODUCT_MODES.map((value) => ({ value, label: value }));

interface FiltersProps {
  /** What takes the focus. */
  start: ConditionField | 'head';
  onClose: () => void;
}

/** The filters of the loaded results; each acts at once. */
export function Filters({ start, onClose }: FiltersProps) {
  const t = useT();
  const results = useActorOf('results');
  const count = useSelector(results, activeFilters);
  const block = useRef<HTMLElement>(null);
  useEffect(() => {
    const field = `[data-field~="${start}"] :is(input, button:not(.gt-slider__value))`;
    block.current?.querySelector<HTMLElement>(field)?.focus({ preventScroll: true });
  }, [start]);
  return (
    <section
      ref={block}
      className="gt-filters gt-stack gt-gap-12 gt-scroll gt-sunken gt-round-toolbar"
      aria-label={t('results.refine')}
    >
      <header className="gt-across gt-gap-4" data-field="head">
        <h3 className="gt-rest gt-heading">{t('results.refine')}</h3>
        <IconButton
          label={t('results.fold')}
          size="small"
          icon={<ChevronUp size={16} strokeWidth={1.75} />}
          aria-expanded
          onPress={onClose}
        />
        <span className="gt-filters__clear">
          <Reasoned reason={count === 0 ? t('results.noFilters') : null}>
            {(closed) => (
              <Button
                {...closed}
                variant="text"
                size="small"
                onPress={() => results.send({ type: 'filters.cleared' })}
              >
                {t('results.clearFilters')}
              </Button>
            )}
          </Reasoned>
        </span>
      </header>
      <DateHistogram hasHandles />
      <Dates />
      <Limits />
      <Names />
    </section>
  );
}

function useFilters() {
  const results = useActorOf('results');
  const { filters } = useSelector(results, shownViewOptions);
  return {
    scenes: useSelector(results, foundScenes),
    condition: useSelector(results, requestedCondition),
    filters,
    change: (patch: Partial<SceneFilters>) => results.send({ type: 'filters.changed', patch }),
  };
}

function Dates() {
  const t = useT();
  const results = useActorOf('results');
  const { filters, change } = useFilters();
  const range = useSelector(results, shownRange, sameRange);
  const countOf = useSelector(results, scenesOnDay);
  const today = useSelector(useActorOf('search'), lastDay);
  const set = ({ from, to }: DayRange) => change({ dateFrom: from, dateTo: to });
  return (
    <div className="gt-filters__dates gt-flex gt-wrap gt-gap-8" data-field="dates">
      <RangeField
        hideLabel
        label={t('search.date')}
        {...range}
        today={today}
        countOf={countOf}
        foot={
          <>
            <span className="gt-inline gt-gap-6">
              <span className="gt-inline gt-gap-2" aria-hidden="true">
                <span className="gt-range__dot gt-round" />
                <span className="gt-range__dot gt-round" />
              </span>
              {t('results.scenesThatDay')}
            </span>
            <span className="gt-desk-only">{t('results.listFollows')}</span>
          </>
        }
        onChange={set}
      />
      <RangePresets
        clearable
        from={filters.dateFrom}
        to={filters.dateTo}
        presets={PAST_RANGES}
        today={today}
        onChange={set}
      />
    </div>
  );
}

const sameRange = (a: DayRange, b: DayRange) => a.from === b.from && a.to === b.to;

/** The sliders; one at its end is no filter. */
function Limits() {
  const t = useT();
  const { scenes, condition, filters, change } = useFilters();
  const hasClear = useSelector(useActorOf('results'), hasClearShares);
  const limit = (value: number, most: number) => (value >= most ? null : value);
  const mostGsd = useMemo(
    () =>
      condition?.gsd ??
      Math.ceil(
        scenes.reduce<number>((most, { properties }) => Math.max(most, properties.gsd ?? 0), GSD.max) * 10,
      ) / 10,
    [condition, scenes],
  );
  // a search without clouds still has a rail
  const mostCloud = condition?.maxCloudCover || CLOUD.max;
  const mostAngle = condition?.maxOffNadirAngle || OFF_NADIR.max;
  const share = { min: 0, max: 100, step: 5, format: (value: number) => formatPercent(value) } as const;
  return (
    <div className="gt-filters__limits gt-grid gt-two">
      {hasClear && (
        <div data-field="clear">
          <Slider
            label={t('results.minClear')}
            value={filters.minClear}
            {...share}
            onChange={(minClear) => change({ minClear })}
          />
        </div>
      )}
      <div data-field="share">
        <Slider
          label={t('results.minShare')}
          value={filters.minShare}
          {...share}
          onChange={(minShare) => change({ minShare })}
        />
      </div>
      <div data-field="cloudCover">
        <CloudSlider
          value={filters.maxCloudCover ?? mostCloud}
          max={mostCloud}
          onChange={(value) => change({ maxCloudCover: limit(value, mostCloud) })}
        />
      </div>
      <div data-field="offNadirAngle">
        <OffNadirSlider
          value={filters.maxOffNadirAngle ?? mostAngle}
          max={mostAngle}
          onChange={(value) => change({ maxOffNadirAngle: limit(value, mostAngle) })}
        />
      </div>
      {mostGsd > GSD.min && (
        <div data-field="resolution">
          <Slider
            label={t('results.maxGsd')}
            value={filters.maxGsd ?? mostGsd}
            min={GSD.min}
            max={mostGsd}
            step={GSD.step}
            format={(value) => withUnit(formatFixed(value, 1), 'm')}
            onChange={(value) => change({ maxGsd: limit(value, mostGsd) })}
          />
        </div>
      )}
      <OnlyNew />
    </div>
  );
}

function OnlyNew() {
  const t = useT();
  const { filters, change } = useFilters();
  const count = useSelector(useActorOf('results'), newCount);
  if (count === 0) return null;
  return (
    <div className="gt-filters__new" data-field="onlyNew">
      <Checkbox checked={filters.onlyNew} onChange={(onlyNew) => change({ onlyNew })}>
        {t('results.onlyNew', { count })}
      </Checkbox>
    </div>
  );
}

/** Satellites, supplier and product mode. */
function Names() {
  const t = useT();
  const { scenes, filters, change } = useFilters();
  const satellites = useMemo(() => satellitesOf(scenes), [scenes]);
  const suppliers = useMemo(() => suppliersOf(scenes).filter((name) => name !== null), [scenes]);
  return (
    <div className="gt-filters__names gt-grid gt-gap-8">
      <div data-field="satellites">
        <MultiSelect
          label={t('search.satellites')}
          placeholder={t('search.satellitesAll')}
          values={filters.satellites}
          options={satellites.map((value) => ({ value, label: value }))}
          onChange={(chosen) => change({ satellites: chosen })}
        />
      </div>
      {suppliers.length > 1 && (
        <div data-field="supplier">
          <Select
            label={t('results.supplier')}
            placeholder={t('search.satellitesAll')}
            value={filters.supplier}
            options={suppliers.map((value) => ({ value, label: value }))}
            clearable
            onChange={(supplier) => change({ supplier })}
          />
        </div>
      )}
      <div data-field="productMode">
        <Select
          label={t('search.productMode')}
          placeholder={t('search.productModeAny')}
          value={filters.productMode}
          options={MODES}
          clearable
          onChange={(productMode) => change({ productMode })}
        />
      </div>
    </div>
  );
}
