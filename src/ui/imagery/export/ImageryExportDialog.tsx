import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import { DIALOG_WIDTH, FIELD } from '../../../../contract/limits.ts';
import type { ImageryExportDraft } from '../../../machines/imagery/imageryExport.rules.ts';
import { exportCreditsRefusal } from '../../../machines/imagery/imageryExport.selectors.ts';
import {
  canClose,
  canEdit,
  canSubmit,
  formDraft,
  formInput,
  formPrice,
  isAsking,
  isLeaving,
  isSubmitting,
  lostReply,
  nameRefusal,
  priceWait,
  submitRefusal,
} from '../../../machines/orders/priced/pricedForm.selectors.ts';
import { LeavingFormQuestion } from '../../orders/priced/LeavingFormQuestion.tsx';
import { LostReply } from '../../orders/priced/LostReply.tsx';
import { LookAgain, ShowOrder } from '../../orders/priced/OrderFoot.tsx';
import { PriceInSight } from '../../orders/priced/PriceInSight.tsx';
import { useActorIf, useActorOf } from '../../shared/actors.tsx';
import { formatArea } from '../../shared/i18n/formats.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { FormDialog } from '../../shared/kit/overlays/FormDialog.tsx';
import { NameField } from '../../shared/kit/fields/text/NameField.tsx';
import { RefusalNote } from '../../shared/RefusalNote.tsx';
import { ImageryExportChoices } from './ImageryExportChoices.tsx';
import { credits, ImageryExportPrice } from './ImageryExportPrice.tsx';

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
      {useSelector(form, isLeaving) && <LeavingFormQuestion form={form} words="imageryExport" />}
    </>
  );
}
