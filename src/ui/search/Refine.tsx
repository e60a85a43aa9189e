import { useSelector } from '@xstate/react';
import { SlidersHorizontal } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { CLOUD, GSD, OFF_NADIR, PRODUCT_MODES } from '../../../contract/limits.ts';
import type { ToneMeaning } from '../../machines/search/colouring.rules.ts';
import { type ColourBy, COLOURINGS, satellitesOf, suppliersOf } from '../../machines/search/results.rules.ts';
import {
  activeFilters,
  foundScenes,
  hasClearShares,
  newCount,
  requestedCondition,
  shownLegend,
  shownViewOptions,
} from '../../machines/search/results.selectors.ts';
import { useIsDensityShown } from '../map/layers/footprints/drawnFootprints.ts';
import { useToneColours } from '../map/layers/footprints/useToneColours.ts';
import { CloudSlider, OffNadirSlider } from '../shared/LimitSliders.tsx';
import { useActorOf, useExtensions } from '../shared/actors.tsx';
import {
  formatDateRange,
  formatDegrees,
  formatFixed,
  formatGsd,
  formatPercent,
} from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Checkbox } from '../shared/kit/fields/Checkbox.tsx';
import { MultiSelect } from '../shared/kit/fields/MultiSelect.tsx';
import { Select } from '../shared/kit/fields/Select.tsx';
import { DateRange } from '../shared/kit/fields/DateField.tsx';
import { Slider } from '../shared/kit/fields/Slider.tsx';
import { Reasoned } from '../shared/kit/overlays/Tooltip.tsx';
import '../shared/kit/overlays/popovers.css';
import './results.css';

const MODES = PRODUCT_MODES.map((value) => ({ value, label: value }));

/** Filters of the loaded results and the footprint colours; the button shows the number of active filters. */
export function Refine() {
  const t = useT();
  const results = useActorOf('results');
  const count = useSelector(results, activeFilters);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="gt-icon-button gt-icon-button--plain gt-icon-button--normal gt-anchor"
        data-chosen={count > 0 || undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={count > 0 ? t('results.refineOn', { count }) : t('results.refine')}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden="true" />
        {count > 0 && (
          <span className="gt-refine__count gt-placed gt-filled gt-text-centre" aria-hidden="true">
            {count}
          </span>
        )}
      </button>
      <Popover
        className="gt-popover gt-popover--refine"
        triggerRef={button}
        isOpen={isOpen}
        onOpenChange={setOpen}
        placement="bottom end"
        offset={4}
        style={{ zIndex: 'var(--z-popover)' }}
      >
        <Dialog className="gt-tallest gt-no-outline gt-stack" aria-label={t('results.refine')}>
          <Filters />
          <footer className="gt-refine__foot gt-flex gt-between gt-gap-8 gt-edge-above">
            <Reasoned reason={count === 0 ? t('results.noFilters') : null}>
              {(closed) => (
                <Button {...closed} size="small" onPress={() => results.send({ type: 'filters.cleared' })}>
                  {t('results.clearFilters')}
                </Button>
              )}
            </Reasoned>
            <Button size="small" variant="primary" onPress={() => setOpen(false)}>
              {t('results.refineDone')}
            </Button>
          </footer>
        </Dialog>
      </Popover>
    </>
  );
}

function Filters() {
  const t = useT();
  const results = useActorOf('results');
  const scenes = useSelector(results, foundScenes);
  const condition = useSelector(results, requestedCondition);
  const fresh = useSelector(results, newCount);
  const { filters } = useSelector(results, shownViewOptions);
  const hasClear = useSelector(results, hasClearShares);
  const satellites = useMemo(() => satellitesOf(scenes), [scenes]);
  const suppliers = useMemo(() => suppliersOf(scenes).filter((name) => name !== null), [scenes]);
  const change = (patch: Partial<typeof filters>) => results.send({ type: 'filters.changed', patch });
  // a slider at its maximum is no filter
  const limit = (value: number, most: number) => (value >= most ? null : value);
  const mostGsd = useMemo(
    () =>
      Math.ceil(
        scenes.reduce<number>((most, { properties }) => Math.max(most, properties.gsd ?? 0), GSD.max) * 10,
      ) / 10,
    [scenes],
  );
  return (
    <div className="gt-refine__fields gt-scroll-both gt-stack gt-gap-16 gt-low">
      {fresh > 0 && (
        <Checkbox checked={filters.onlyNew} onChange={(onlyNew) => change({ onlyNew })}>
          {t('results.onlyNew', { count: fresh })}
        </Checkbox>
      )}
      <DateRange
        label={t('search.date')}
        from={filters.dateFrom}
        to={filters.dateTo}
        min={condition?.acquisitionDateFrom}
        max={condition?.acquisitionDateTo}
        onChange={({ from, to }) => change({ dateFrom: from, dateTo: to })}
      />
      <CloudSlider
        value={filters.maxCloudCover ?? CLOUD.max}
        onChange={(value) => change({ maxCloudCover: limit(value, CLOUD.max) })}
      />
      <OffNadirSlider
        value={filters.maxOffNadirAngle ?? OFF_NADIR.max}
        onChange={(value) => change({ maxOffNadirAngle: limit(value, OFF_NADIR.max) })}
      />
      <Slider
        label={t('search.resolution')}
        value={filters.maxGsd ?? mostGsd}
        min={GSD.min}
        max={mostGsd}
        step={GSD.step}
        format={(value) => `${formatFixed(value, 1)} m`}
        onChange={(value) => change({ maxGsd: limit(value, mostGsd) })}
      />
      <Slider
        label={t('results.minShare')}
        value={filters.minShare}
        min={0}
        max={100}
        step={5}
        format={(value) => formatPercent(value)}
        onChange={(minShare) => change({ minShare })}
      />
      {hasClear && (
        <Slider
          label={t('results.minClear')}
          value={filters.minClear}
          min={0}
          max={100}
          step={5}
          format={(value) => formatPercent(value)}
          onChange={(minClear) => change({ minClear })}
        />
      )}
      <MultiSelect
        label={t('search.satellites')}
        placeholder={t('search.satellitesAll')}
        values={filters.satellites}
        options={satellites.map((value) => ({ value, label: value }))}
        onChange={(chosen) => change({ satellites: chosen })}
      />
      {suppliers.length > 1 && (
        <Select
          label={t('results.supplier')}
          placeholder={t('results.suppliersAll')}
          value={filters.supplier}
          options={suppliers.map((value) => ({ value, label: value }))}
          clearable
          onChange={(supplier) => change({ supplier })}
        />
      )}
      <Select
        label={t('search.productMode')}
        placeholder={t('search.productModeAny')}
        value={filters.productMode}
        options={MODES}
        clearable
        onChange={(productMode) => change({ productMode })}
      />
      <ColourSelect />
    </div>
  );
}

function ColourSelect() {
  const t = useT();
  const results = useActorOf('results');
  const { colour } = useSelector(results, shownViewOptions);
  const hasClear = useExtensions('clearShares');
  return (
    <Select
      label={t('results.colourBy')}
      value={colour}
      options={COLOURINGS.filter((by) => hasClear || by !== 'clear').map((value) => ({
        value,
        label: t(`results.colour.${value}`),
      }))}
      onChange={(by) => {
        if (by !== null) results.send({ type: 'viewOptions.changed', patch: { colour: by } });
      }}
    />
  );
}

function rangeWords(by: ColourBy, { from = 0, to = 0, names }: ToneMeaning): string {
  if (names !== undefined) return names.join(', ');
  const day = (time: number) => new Date(time).toISOString();
  switch (by) {
    case 'date':
      return formatDateRange(day(from), day(to), true);
    case 'cloud':
    case 'clear':
      return `${formatPercent(from, 1)} – ${formatPercent(to, 1)}`;
    case 'offNadir':
      return `${formatDegrees(from)} – ${formatDegrees(to)}`;
    default:
      return `${formatGsd(from)} – ${formatGsd(to)}`;
  }
}

/** The legend of the footprints' colours; the density has a separate one. */
export function Legend() {
  const t = useT();
  const colouring = useSelector(useActorOf('results'), shownLegend);
  const colours = useToneColours(colouring?.by === 'satellite' ? 'kinds' : 'classes');
  const isDensityShown = useIsDensityShown();
  if (colouring === null || colouring.by === 'none' || isDensityShown) return null;
  return (
    <section className="gt-legend gt-placed gt-float gt-round-toolbar" aria-label={t('results.legend')}>
      <h2 className="gt-label">{t(`results.colour.${colouring.by}`)}</h2>
      <ul className="gt-above-6 gt-stack gt-gap-4">
        {colouring.legend.map((meaning) => (
          <li key={meaning.tone} className="gt-across gt-gap-8 gt-caption gt-muted">
            <span
              className="gt-legend__swatch gt-round-bar gt-keep"
              style={{ borderColor: colours[meaning.tone - 1] }}
              aria-hidden="true"
            />
            {rangeWords(colouring.by, meaning)}
          </li>
        ))}
        {colouring.hasUnknown && (
          <li className="gt-across gt-gap-8 gt-caption gt-muted">
            <span className="gt-legend__swatch gt-round-bar gt-keep" aria-hidden="true" />
            {t('results.unknown')}
          </li>
        )}
      </ul>
    </section>
  );
}
