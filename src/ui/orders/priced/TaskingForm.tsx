import { useSelector } from '@xstate/react';
import { PRODUCT_MODES } from '../../../../contract/limits.ts';
import { canAppend, MODES, TASKING_MINIMUM_KM2 } from '../../../../contract/orders/product.ts';
import { canEdit, formDraft } from '../../../machines/orders/pricedForm.selectors.ts';
import { resolutionsOf, type TaskingDraft } from '../../../machines/orders/tasking.rules.ts';
import {
  taskedSatellite,
  taskingToday,
  taskingWindowRefusal,
} from '../../../machines/orders/orders.selectors.ts';
import { COMING_RANGES, type DayRange } from '../../../machines/shared/days.ts';
import { CloudSlider, OffNadirSlider } from '../../shared/LimitSliders.tsx';
import { RangePresets } from '../../shared/RangePresets.tsx';
import { useActorIf, useActorOf, useExtensions } from '../../shared/actors.tsx';
import { formatDateRange, formatGsd, formatNumber } from '../../shared/i18n/formats.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Segments } from '../../shared/kit/actions/Segments.tsx';
import { Select } from '../../shared/kit/fields/Select.tsx';
import { RangeField } from '../../shared/kit/fields/RangeField.tsx';
import { RadioCards } from '../../shared/kit/fields/RadioCards.tsx';
import { PassPanel } from '../acquisition/PassPanel.tsx';
import { OrderDialog } from './OrderDialog.tsx';
import './priced.css';

/** §2: OV-A has the code CA, OV-B the code C. */
const SOURCES = [
  { value: 'CA', label: 'OV-A' },
  { value: 'C', label: 'OV-B' },
] as const;
const MODE_OPTIONS = PRODUCT_MODES.map((value) => ({ value, label: value, disabled: value === 'TRISTEREO' }));

/** Whether the price is that of our own rules: a back end that agrees to prices has them. */
const useHasTariff = () => useExtensions('submitOutcome');

/** The acquisition: satellite, window, cloud cover, off-nadir angle, resolution and mode. */
function AcquisitionFields() {
  const t = useT();
  const form = useActorOf('tasking');
  const draft = useSelector(form, formDraft);
  const satellite = useSelector(form, taskedSatellite);
  const hasTariff = useHasTariff();
  const disabled = !useSelector(form, canEdit);
  const change = (patch: Partial<TaskingDraft>) => form.send({ type: 'draft.changed', patch });
  return (
    <>
      <SourceAndWindow />
      <div className="gt-tasking__halves gt-start gt-grid">
        <CloudSlider
          value={draft.maxCloudCover}
          disabled={disabled}
          onChange={(maxCloudCover) => change({ maxCloudCover })}
        />
        <OffNadirSlider
          value={draft.maxOffNadirAngle}
          disabled={disabled}
          onChange={(maxOffNadirAngle) => change({ maxOffNadirAngle })}
        />
      </div>
      <div className="gt-tasking__image gt-start gt-grid">
        <Select
          label={t('tasking.resolution')}
          value={String(draft.resolution)}
          options={resolutionsOf(satellite).map((gsd) => ({ value: String(gsd), label: formatGsd(gsd) }))}
          disabled={disabled}
          onChange={(value) => change({ resolution: Number(value) })}
        />
        <Segments
          label={t('search.productMode')}
          value={draft.productMode}
          options={MODE_OPTIONS}
          hint={t('tasking.modeHint', {
            price: hasTariff
              ? t('tasking.modePrice', { factor: formatNumber(MODES.STEREO.priceFactor) })
              : '',
            tristereo: t('errors.tristereo'),
          })}
          disabled={disabled}
          onChange={(productMode) => change({ productMode })}
        />
      </div>
    </>
  );
}

function SourceAndWindow() {
  const t = useT();
  const form = useActorOf('tasking');
  const draft = useSelector(form, formDraft);
  const refusal = useSelector(form, taskingWindowRefusal);
  const today = useSelector(form, taskingToday);
  const range = { from: draft.windowStart, to: draft.windowEnd };
  const hasTariff = useHasTariff();
  const disabled = !useSelector(form, canEdit);
  const change = (patch: Partial<TaskingDraft>) => form.send({ type: 'draft.changed', patch });
  const setWindow = ({ from, to }: DayRange) => change({ windowStart: from, windowEnd: to });
  return (
    <div className="gt-tasking__halves gt-start gt-grid">
      {/* §2: source C offers a choice between OV-A (code CA) and OV-B (code C) */}
      {canAppend(draft.sourceCode) && (
        <RadioCards
          label={t('tasking.source')}
          value={draft.sourceCode}
          options={SOURCES.map((source) => ({
            ...source,
            note: hasTariff
              ? t('tasking.minimumArea', { area: formatNumber(TASKING_MINIMUM_KM2[source.value]) })
              : undefined,
          }))}
          hint={t('tasking.sourceTip')}
          disabled={disabled}
          onChange={(sourceCode) => change({ sourceCode })}
        />
      )}
      <RangeField
        ahead
        label={t('tasking.window')}
        {...range}
        today={today}
        foot={<RangePresets {...range} presets={COMING_RANGES} today={today} onChange={setWindow} />}
        error={refusal && messageText(t, refusal)}
        disabled={disabled}
        onChange={setWindow}
      />
    </div>
  );
}

/** §2 Tasking order form, while it runs, with the satellite's passes beside it. */
export function TaskingForm() {
  return useActorIf('tasking') === undefined ? null : <OpenForm />;
}

function OpenForm() {
  const t = useT();
  const form = useActorOf('tasking');
  const { name: satellite, gsd } = useSelector(form, taskedSatellite);
  const { sourceCode, windowStart, windowEnd } = useSelector(form, formDraft);
  return (
    <OrderDialog
      form={form}
      sources={[sourceCode]}
      title={t('tasking.title')}
      subtitle={t('tasking.subtitle', { name: satellite, gsd: formatGsd(gsd) })}
      aside={<PassPanel />}
      summary={(order) =>
        t('tasking.confirmText', {
          ...order,
          satellite,
          window: formatDateRange(windowStart, windowEnd, true),
        })
      }
    >
      <AcquisitionFields />
    </OrderDialog>
  );
}
