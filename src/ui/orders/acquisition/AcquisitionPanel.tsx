import { useSelector } from '@xstate/react';
import { ArrowRight, Table2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { OFF_NADIR } from '../../../../contract/limits.ts';
import {
  acquisitionAoi,
  acquisitionDraft,
  acquisitionRows,
  acquisitionSort,
  acquisitionToday,
  acquisitionWaitsFor,
  acquisitionWindowRefusal,
  chosenRow,
  hasFindingFailed,
  hasPricingFailed,
  hasSelectedPass,
  isFindingFleet,
  passOnMap,
} from '../../../machines/orders/newAcquisition.machine.ts';
import {
  type AcquisitionDraft,
  type AcquisitionRow,
  countsOf,
  SORTS,
  weekLonger,
  widest,
} from '../../../machines/orders/newAcquisition.rules.ts';
import { COMING_RANGES, type DayRange } from '../../../machines/shared/days.ts';
import { TASKING_BUTTON } from '../../search/SearchPanel.tsx';
import { AoiCard } from '../../search/AoiCard.tsx';
import { CoverageCalendar } from '../../search/CoverageCalendar.tsx';
import { CloudSlider, OffNadirSlider } from '../../shared/LimitSliders.tsx';
import { RangePresets } from '../../shared/RangePresets.tsx';
import { useActorOf, usePortal } from '../../shared/actors.tsx';
import {
  formatArea,
  formatDate,
  formatDayOfYear,
  formatDegrees,
  formatMoney,
  formatNumber,
  formatPercent,
  formatTime,
} from '../../shared/i18n/formats.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Select } from '../../shared/kit/fields/Select.tsx';
import { RangeField } from '../../shared/kit/fields/RangeField.tsx';
import { Badge } from '../../shared/kit/figures/Badge.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { Panel } from '../../shared/kit/layout/Panel.tsx';
import { EmptyState } from '../../shared/kit/states/EmptyState.tsx';
import { FailedState } from '../../shared/kit/states/FailedState.tsx';
import { Loading } from '../../shared/kit/states/Loading.tsx';
import { Fact } from '../quote/facts.tsx';
import { FleetPassTable, FleetTable } from './FleetTable.tsx';
import './acquisition.css';

/** A new acquisition: the limits, the passes of all satellites side by side, and the selected satellite. */
export function AcquisitionPanel() {
  const t = useT();
  const portal = usePortal();
  const acquisition = useActorOf('newAcquisition');
  const [isTable, setTable] = useState(false);
  useEffect(() => {
    // the panel is wider than the one before
    portal.send({ type: 'aoiView.requested' });
    return () => {
      if (document.activeElement === document.body) document.getElementById(TASKING_BUTTON)?.focus();
    };
  }, [portal]);
  return (
    <>
      <Panel
        title={t('search.tasking')}
        focused
        onBack={() => acquisition.send({ type: 'acquisition.closed' })}
        backLabel={t('acquisition.back')}
        actions={
          <Button
            variant="text"
            size="small"
            icon={<Table2 size={16} strokeWidth={1.75} />}
            chosen={isTable}
            onPress={() => setTable(!isTable)}
          >
            {t('passes.asTable')}
          </Button>
        }
        footer={<AcquisitionFoot />}
      >
        <LimitFields />
        <Passes isTable={isTable} />
      </Panel>
      <PassCard />
    </>
  );
}

/** The passes as axis or table, or the reason why there are none. */
function Passes({ isTable }: { isTable: boolean }) {
  const t = useT();
  const acquisition = useActorOf('newAcquisition');
  const rows = useSelector(acquisition, acquisitionRows, areSameRows);
  const hasAoi = useSelector(acquisition, acquisitionAoi) !== null;
  const isRefused = useSelector(acquisition, acquisitionWindowRefusal) !== null;
  const isFinding = useSelector(acquisition, isFindingFleet);
  const hasFailed = useSelector(acquisition, hasFindingFailed);
  const { within } = countsOf(rows);
  if (!hasAoi) return <EmptyState title={t('errors.aoiMissing')} text={t('acquisition.noAoi')} />;
  if (isRefused) return <EmptyState title={t('acquisition.noWindow')} />;
  if (hasFailed)
    return (
      <FailedState
        title={t('passes.failed')}
        onRetry={() => acquisition.send({ type: 'finding.repeated' })}
      />
    );
  if (isFinding) return <Loading label={t('passes.finding')} rows={rows.length} rowHeight={53} />;
  // a satellite with an unknown orbit can be ordered without passes
  const isEmpty = within === 0 && rows.every(({ lock, passes }) => lock !== null || passes !== null);
  return (
    <section className="gt-stack gt-gap-12 gt-shrink" aria-label={t('passes.title')}>
      <FleetHead rows={rows} isTable={isTable} />
      <PricesFailed />
      {isEmpty ? <Nothing /> : isTable ? <FleetPassTable rows={rows} /> : <FleetTable rows={rows} />}
    </section>
  );
}

type Rows = ReturnType<typeof acquisitionRows>;

/** The rows are rebuilt from passes and prices, which keep their identity. */
function areSameRows(one: Rows, other: Rows): boolean {
  return (
    one.length === other.length &&
    one.every(
      ({ satellite, passes, price, best, within }, place) =>
        satellite === other[place]?.satellite &&
        passes === other[place].passes &&
        price === other[place].price &&
        best === other[place].best &&
        within === other[place].within,
    )
  );
}

function PricesFailed() {
  const t = useT();
  const acquisition = useActorOf('newAcquisition');
  if (!useSelector(acquisition, hasPricingFailed)) return null;
  return (
    <Note
      tone="err"
      title={t('acquisition.pricesFailed')}
      action={
        <Button size="small" onPress={() => acquisition.send({ type: 'pricing.repeated' })}>
          {t('common.tryAgain')}
        </Button>
      }
    />
  );
}

/** No satellite has a pass within the limits: two ways to get some. */
function Nothing() {
  const t = useT();
  const acquisition = useActorOf('newAcquisition');
  const draft = useSelector(acquisition, acquisitionDraft);
  const { maxOffNadirAngle } = draft;
  return (
    <EmptyState
      drawing="list"
      title={t('acquisition.nothing')}
      text={t('acquisition.nothingText')}
      actions={
        <>
          {maxOffNadirAngle < OFF_NADIR.max && (
            <Button size="small" onPress={() => acquisition.send({ type: 'draft.changed', patch: widest })}>
              {t('acquisition.wider', {
                from: formatDegrees(maxOffNadirAngle),
                to: formatDegrees(OFF_NADIR.max),
              })}
            </Button>
          )}
          <Button
            size="small"
            onPress={() => acquisition.send({ type: 'draft.changed', patch: weekLonger(draft) })}
          >
            {t('acquisition.weekLonger')}
          </Button>
        </>
      }
    />
  );
}

/** AOI, window, off-nadir angle and cloud cover. */
function LimitFields() {
  const t = useT();
  const acquisition = useActorOf('newAcquisition');
  const draft = useSelector(acquisition, acquisitionDraft);
  const refusal = useSelector(acquisition, acquisitionWindowRefusal);
  const today = useSelector(acquisition, acquisitionToday);
  const range = { from: draft.windowStart, to: draft.windowEnd };
  const change = (patch: Partial<AcquisitionDraft>) => acquisition.send({ type: 'draft.changed', patch });
  const setWindow = ({ from, to }: DayRange) => change({ windowStart: from, windowEnd: to });
  return (
    <div className="gt-acquisition__limits gt-start gt-grid">
      <AoiCard />
      <div className="gt-stack">
        <RangeField
          ahead
          label={t('acquisition.window')}
          {...range}
          today={today}
          foot={<RangePresets {...range} presets={COMING_RANGES} today={today} onChange={setWindow} />}
          error={refusal && messageText(t, refusal)}
          onChange={setWindow}
        />
        <CoverageCalendar isShort />
      </div>
      <OffNadirSlider
        value={draft.maxOffNadirAngle}
        onChange={(maxOffNadirAngle) => change({ maxOffNadirAngle })}
      />
      <CloudSlider value={draft.maxCloudCover} onChange={(maxCloudCover) => change({ maxCloudCover })} />
    </div>
  );
}

/** How many passes there are, and the order of the satellites; the table of passes sorts by its columns. */
function FleetHead({ rows, isTable }: { rows: readonly AcquisitionRow[]; isTable: boolean }) {
  const t = useT();
  const acquisition = useActorOf('newAcquisition');
  const sort = useSelector(acquisition, acquisitionSort);
  const { maxOffNadirAngle } = useSelector(acquisition, acquisitionDraft);
  const { within, beyond } = countsOf(rows);
  return (
    <header className="gt-fleet__head gt-across gt-wrap">
      <h3 className="gt-small-heading">
        {t('acquisition.passesOf', { count: rows.filter(({ lock }) => lock === null).length })}
      </h3>
      <p className="gt-fleet__counts gt-quiet" role="status">
        {t('passes.count', {
          within: formatNumber(within),
          limit: formatDegrees(maxOffNadirAngle),
          beyond: formatNumber(beyond),
        })}
      </p>
      {!isTable && (
        <div className="gt-fleet__sort">
          <Select
            label={t('results.sort')}
            hideLabel
            value={sort}
            options={SORTS.map((value) => ({ value, label: t(`acquisition.sort.${value}`) }))}
            onChange={(value) => value !== null && acquisition.send({ type: 'sort.chosen', sort: value })}
          />
        </div>
      )}
    </header>
  );
}

/** The pass whose track and swath are on the map. */
function PassCard() {
  const t = useT();
  const shown = useSelector(
    useActorOf('newAcquisition'),
    passOnMap,
    (one, other) => one?.pass === other?.pass && one?.row.satellite === other?.row.satellite,
  );
  const isSelected = useSelector(useActorOf('newAcquisition'), hasSelectedPass);
  if (shown === null) return null;
  const { row, pass } = shown;
  const time = new Date(pass.at).toISOString();
  const facts = [
    [t('details.offNadirAngle'), formatDegrees(pass.offNadirDeg)],
    [t('acquisition.sun'), formatDegrees(pass.sunElevationDeg)],
    [t('acquisition.inSwath'), formatPercent(pass.share * 100)],
  ] as const;
  return (
    <section
      className="gt-pass-card gt-float gt-round-toolbar"
      data-selected={isSelected || undefined}
      aria-label={t('acquisition.card')}
    >
      <header className="gt-across gt-between gt-gap-8">
        <h3 className="gt-label gt-bold">
          {t(pass === row.best ? 'acquisition.bestOf' : 'acquisition.passOf', { name: row.satellite.name })}
        </h3>
        {row.satellite.simulated === true && <Badge>{t('passes.simulated')}</Badge>}
      </header>
      <p className="gt-pass-card__time">
        <strong>{formatDate(time)}</strong> {formatTime(time)}
      </p>
      <dl className="gt-pass-card__facts gt-facts gt-ruled">
        {facts.map(([term, value]) => (
          <Fact key={term} term={term}>
            {value}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

/** The selected satellite in two lines, and Continue to the order form. */
function AcquisitionFoot() {
  const t = useT();
  const acquisition = useActorOf('newAcquisition');
  const waits = useSelector(
    acquisition,
    acquisitionWaitsFor,
    (one, other) => one?.key === other?.key && one?.params?.['name'] === other?.params?.['name'],
  );
  const isFinding = useSelector(acquisition, isFindingFleet);
  return (
    <div className="gt-acquisition__foot gt-gap-8-16 gt-across gt-wrap gt-grow">
      <Summary />
      <Button
        variant="primary"
        iconAfter={<ArrowRight size={16} strokeWidth={1.75} />}
        disabled={waits !== null || isFinding}
        reason={waits === null ? undefined : messageText(t, waits)}
        onPress={() => acquisition.send({ type: 'continue.requested' })}
      >
        {t('acquisition.continue')}
      </Button>
    </div>
  );
}

function Summary() {
  const t = useT();
  const acquisition = useActorOf('newAcquisition');
  const row = useSelector(
    acquisition,
    ({ context }) => chosenRow(context),
    (one, other) =>
      one?.satellite === other?.satellite &&
      one?.best === other?.best &&
      one?.within === other?.within &&
      one?.price === other?.price,
  );
  const areaKm2 = useSelector(acquisition, ({ context }) => context.aoi?.areaKm2 ?? null);
  if (row === null || areaKm2 === null)
    return <div className="gt-acquisition__summary gt-if-any gt-shrink" />;
  return (
    <div className="gt-acquisition__summary gt-if-any gt-shrink">
      <p className="gt-strong gt-bold">
        {row.best === null
          ? row.satellite.name
          : t('acquisition.summary', {
              name: row.satellite.name,
              count: row.within,
              day: formatDayOfYear(new Date(row.best.at).toISOString()),
            })}
      </p>
      {row.price !== null && (
        <p className="gt-quiet">
          {t('acquisition.sum', { price: formatMoney(row.price.finalPrice), area: formatArea(areaKm2) })}{' '}
          <Badge>{t('order.estimated')}</Badge>
        </p>
      )}
    </div>
  );
}
