import { useSelector } from '@xstate/react';
import type { Ref } from 'react';
import { FIELD, PRODUCT_LEVELS, PROJECTIONS } from '../../../../contract/limits.ts';
import { levelFactor } from '../../../../contract/price.ts';
import type { TaskingDraft } from '../../../machines/orders/tasking.rules.ts';
import {
  isSubmittingTasking,
  isTaskingAppendOffered,
  isTaskingContractOffered,
  isTaskingProjectionOffered,
  taskingDraft,
  taskingNameRefusal,
} from '../../../machines/orders/tasking.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatFixed } from '../../shared/i18n/formats.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Checkbox } from '../../shared/kit/fields/Checkbox.tsx';
import { RadioCards } from '../../shared/kit/fields/RadioCards.tsx';
import { Segments } from '../../shared/kit/actions/Segments.tsx';
import { TextField } from '../../shared/kit/fields/TextField.tsx';
import { AcquisitionFields } from './AcquisitionFields.tsx';

/** §3 Tasking order form: what the person writes and chooses. */
export function TaskingFields({ nameRef }: { nameRef: Ref<HTMLInputElement> }) {
  const t = useT();
  const form = useActorOf('tasking');
  const draft = useSelector(form, taskingDraft);
  const missing = useSelector(form, taskingNameRefusal);
  const offersContractNum = useSelector(form, isTaskingContractOffered);
  // on its way: what was confirmed must not change any more; the name can still be read and copied
  const isSubmitting = useSelector(form, isSubmittingTasking);
  const change = (patch: Partial<TaskingDraft>) => form.send({ type: 'draft.changed', patch });
  return (
    <>
      <TextField
        label={t('order.name')}
        value={draft.orderName}
        onChange={(orderName) => change({ orderName })}
        readOnly={isSubmitting}
        maxLength={FIELD.orderName}
        counter="always"
        autoFocus
        required
        autoComplete="off"
        inputRef={nameRef}
        error={missing && messageText(t, missing)}
      />
      <AcquisitionFields />
      <ProductFields />
      {offersContractNum && (
        <TextField
          label={t('order.contractNum')}
          value={draft.contractNum}
          onChange={(contractNum) => change({ contractNum })}
          readOnly={isSubmitting}
          maxLength={FIELD.contractNum}
          autoComplete="off"
        />
      )}
    </>
  );
}

/** What is made of the image: level, projection, clipping, L1 beside it. */
function ProductFields() {
  const t = useT();
  const form = useActorOf('tasking');
  const draft = useSelector(form, taskingDraft);
  const offersProjection = useSelector(form, isTaskingProjectionOffered);
  const offersAppendL1 = useSelector(form, isTaskingAppendOffered);
  const disabled = useSelector(form, isSubmittingTasking);
  const change = (patch: Partial<TaskingDraft>) => form.send({ type: 'draft.changed', patch });
  return (
    <>
      <RadioCards
        label={t('order.level')}
        columns={4}
        disabled={disabled}
        value={draft.productLevel}
        onChange={(productLevel) => change({ productLevel })}
        options={PRODUCT_LEVELS.map((level) => ({
          value: level,
          label: level,
          note: t('order.times', { what: formatFixed(levelFactor(level), 2) }),
        }))}
      />
      <div className="gt-order-form__pair">
        {offersProjection && (
          <Segments
            label={t('order.projection')}
            disabled={disabled}
            value={draft.projection}
            onChange={(projection) => change({ projection })}
            options={PROJECTIONS.map((projection) => ({ value: projection, label: projection }))}
          />
        )}
        <fieldset className="gt-order-form__checks">
          <legend className="gt-field__label">{t('order.options')}</legend>
          <Checkbox
            disabled={disabled}
            checked={draft.cropByAoi}
            onChange={(cropByAoi) => change({ cropByAoi })}
          >
            {t('order.clip')}
          </Checkbox>
          {offersAppendL1 && (
            <Checkbox
              disabled={disabled}
              checked={draft.appendL1}
              onChange={(appendL1) => change({ appendL1 })}
            >
              {t('order.appendL1')}
            </Checkbox>
          )}
        </fieldset>
      </div>
    </>
  );
}
