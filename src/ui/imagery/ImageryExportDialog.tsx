import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import {
  type ImageryExportEstimate,
  OUT_MODES,
  OUT_PROJECTIONS,
  OUT_RESOLUTIONS,
} from '../../../contract/imagery.ts';
import { DIALOG_WIDTH, FIELD } from '../../../contract/limits.ts';
import {
  coarserLayer,
  coarserResolution,
  exportCreditsRefusal,
  fittingResolution,
  type ImageryExportDraft,
} from '../../machines/imagery/imageryExport.machine.ts';
import {
  canClose,
  canEdit,
  canSubmit,
  formDraft,
  formInput,
  formPrice,
  isAsking,
  isLeaving,
  isRepeating,
  isSubmitting,
  lostReply,
  nameRefusal,
  priceRefusal,
  priceWait,
  submitRefusal,
} from '../../machines/orders/pricedForm.selectors.ts';
import {
  LeavingFormQuestion,
  RepeatQuestion,
  LookAgain,
  LostReply,
  PriceInSight,
  ShowOrder,
} from '../orders/priced/OrderFoot.tsx';
import { PriceFailed, PriceLine, PriceSum } from '../orders/priced/PriceParts.tsx';
import { RefusalNote } from '../shared/SaveDialog.tsx';
import { useActorIf, useActorOf } from '../shared/actors.tsx';
import { formatArea, formatBytes, formatGsd, formatNumber } from '../shared/i18n/formats.ts';
import type { Translate } from '../shared/i18n/language.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Segments } from '../shared/kit/actions/Segments.tsx';
import { NameField } from '../shared/kit/fields/NameField.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { FormDialog } from '../shared/kit/overlays/FormDialog.tsx';
import './imagery.css';

/** §2 Imagery export dialog, 480 wide and persistent, while it is open. */
export function ImageryExportDialog() {
  return useActorIf('imageryExport') === undefined ? null : <OpenDialog />;
}

function OpenDialog() {
  const t = useT();
  const form = useActorOf('imageryExport');
  const { layer, aoi } = useSelector(form, formInput);
  const { taskName } = useSelector(form, formDraft);
  const nameless = useSelector(form, nameRefusal);
  const refusal = useSelector(form, submitRefusal);
  const isSent = useSelector(form, isSubmitting);
  const isAsked = useSelector(form, isAsking);
  const isBusy = !useSelector(form, canEdit);
  const lost = useSelector(form, lostReply);
  const wait = useSelector(form, priceWait) ?? undefined;
  const short = useSelector(form, exportCreditsRefusal);
  const price = useSelector(form, formPrice);
  const field = useRef<HTMLInputElement>(null);
  const change = (patch: Partial<ImageryExportDraft>) => form.send({ type: 'draft.changed', patch });
  return (
    <>
      <FormDialog
        width={DIALOG_WIDTH.imageryExport}
        persistent
        title={t('imageryExport.title')}
        subtitle={t('imageryExport.subtitle', { layer: layer.name, area: formatArea(aoi.areaKm2) })}
        submitLabel={t(lost === 'nothing' ? 'order.lost.again' : 'imageryExport.submit')}
        busyLabel={t(isAsked ? 'order.lost.checkingShort' : 'imageryExport.submitting')}
        isBusy={isSent || isAsked}
        canClose={useSelector(form, canClose)}
        instead={
          lost === 'found' ? (
            <ShowOrder form={form} />
          ) : lost === 'unknown' ? (
            <LookAgain form={form} />
          ) : undefined
        }
        canSubmit={useSelector(form, canSubmit)}
        waitsFor={short === null ? wait && t(`order.waits.${wait}`) : messageText(t, short)}
        above={
          lost === 'found' ? undefined : (
            <PriceInSight
              form={form}
              price={price && t('imageryExport.costInSight', { amount: credits(t, price.cost) })}
            />
          )
        }
        onClose={() => form.send({ type: 'form.closed' })}
        onSubmit={() => {
          form.send({ type: 'submit.requested' });
          if (nameRefusal(form.getSnapshot()) !== null) field.current?.focus();
        }}
      >
        <NameField
          label={t('imageryExport.name')}
          name="taskName"
          inputRef={field}
          value={taskName}
          maxLength={FIELD.exportTaskName}
          readOnly={isBusy}
          error={nameless && messageText(t, nameless)}
          onChange={(text) => change({ taskName: text })}
        />
        <ImageryExportChoices isBusy={isBusy} onChange={change} />
        <ImageryExportPrice />
        <LostReply form={form} words="imageryExport" />
        <RefusalNote refusal={refusal} reason={{ key: 'imageryExport.notSubmitted' }} />
      </FormDialog>
      {useSelector(form, isRepeating) && <RepeatQuestion form={form} />}
      {useSelector(form, isLeaving) && <LeavingFormQuestion form={form} words="imageryExport" />}
    </>
  );
}

interface ChoicesProps {
  isBusy: boolean;
  onChange: (patch: Partial<ImageryExportDraft>) => void;
}

/** §3 Imagery export form: outMode, outResolution and outProj. */
function ImageryExportChoices({ isBusy, onChange }: ChoicesProps) {
  const t = useT();
  const form = useActorOf('imageryExport');
  const { outMode, outResolution, outProj } = useSelector(form, formDraft);
  const { layer } = useSelector(form, formInput);
  const own = coarserLayer(layer, outResolution);
  const coarser = coarserResolution(layer, outResolution);
  return (
    <>
      <Segments
        label={t('imageryExport.mode')}
        disabled={isBusy}
        value={outMode}
        options={OUT_MODES.map((value) => ({ value, label: t(`imageryExport.modes.${value}`) }))}
        hint={t(`imageryExport.modeHints.${outMode}`)}
        onChange={(value) => onChange({ outMode: value })}
      />
      <Segments
        label={t('imageryExport.resolution')}
        disabled={isBusy}
        value={String(outResolution)}
        options={OUT_RESOLUTIONS.map((value) => ({ value: String(value), label: formatGsd(value) }))}
        hint={own === null ? undefined : t('imageryExport.noDetail', { own: formatGsd(own) })}
        onChange={(text) => {
          const chosen = OUT_RESOLUTIONS.find((value) => String(value) === text);
          if (chosen !== undefined) onChange({ outResolution: chosen });
        }}
      />
      {coarser !== null && (
        <Button
          variant="text"
          size="small"
          disabled={isBusy}
          onPress={() => onChange({ outResolution: coarser })}
        >
          {t('imageryExport.useCoarser', { size: formatGsd(coarser) })}
        </Button>
      )}
      <Segments
        label={t('imageryExport.projection')}
        disabled={isBusy}
        value={outProj}
        options={OUT_PROJECTIONS.map((value) => ({ value, label: value }))}
        onChange={(value) => onChange({ outProj: value })}
      />
    </>
  );
}

const credits = (t: Translate, count: number): string =>
  t('account.amount', { count, amount: formatNumber(count) });

/** §5: the cost in credits against the balance, and the largest possible size of the file. */
function ImageryExportPrice() {
  const t = useT();
  const form = useActorOf('imageryExport');
  const price = useSelector(form, formPrice);
  const short = useSelector(form, exportCreditsRefusal);
  const fitting = fittingResolution(useSelector(form, formDraft), useSelector(form, priceRefusal));
  return (
    <section
      className="gt-stack gt-gap-12 gt-export-price gt-sunken gt-round-note"
      aria-label={t('imageryExport.cost')}
    >
      <dl className="gt-price__lines gt-stack gt-gap-6 gt-edge-below">
        <EstimateLines estimate={price?.estimate ?? null} />
        <PriceLine form={form} term={t('imageryExport.balance')} value={price && credits(t, price.balance)} />
      </dl>
      <PriceSum form={form} label={t('imageryExport.cost')} sum={price && credits(t, price.cost)} />
      {price !== null && short === null && (
        <p className="gt-quiet">
          {t('imageryExport.left', { amount: credits(t, price.balance - price.cost) })}
        </p>
      )}
      {price !== null && short !== null && (
        <Note tone="err" title={messageText(t, short)}>
          <p>{t('imageryExport.short', { amount: credits(t, price.cost - price.balance) })}</p>
        </Note>
      )}
      <PriceFailed
        form={form}
        action={fitting === null ? undefined : <FittingButton resolution={fitting} />}
      />
    </section>
  );
}

/** Exports at the finest resolution that fits. */
function FittingButton({ resolution }: { resolution: ImageryExportDraft['outResolution'] }) {
  const t = useT();
  const form = useActorOf('imageryExport');
  return (
    <Button
      size="small"
      onPress={() => form.send({ type: 'draft.changed', patch: { outResolution: resolution } })}
    >
      {t('imageryExport.useResolution', { resolution: formatGsd(resolution) })}
    </Button>
  );
}

/** The factors of the cost, and the size of the file. */
function EstimateLines({ estimate }: { estimate: ImageryExportEstimate | null }) {
  const t = useT();
  const form = useActorOf('imageryExport');
  const size =
    estimate &&
    t('imageryExport.pixels', {
      width: formatNumber(estimate.width),
      height: formatNumber(estimate.height),
      bytes: formatBytes(estimate.bytes),
    });
  return (
    <>
      <PriceLine form={form} term={t('imageryExport.size')} value={size} />
      <PriceLine
        form={form}
        term={t('imageryExport.area')}
        value={estimate && formatArea(estimate.areaKm2)}
      />
      <PriceLine
        form={form}
        term={t('order.times', { what: t('imageryExport.perKm2') })}
        value={estimate && credits(t, estimate.creditsPerKm2)}
      />
    </>
  );
}
