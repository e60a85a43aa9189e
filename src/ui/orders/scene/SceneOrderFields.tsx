import { useSelector } from '@xstate/react';
import type { Ref } from 'react';
import { FIELD, PRODUCT_LEVELS, PROJECTIONS } from '../../../../contract/limits.ts';
import { levelFactor } from '../../../../contract/price.ts';
import type { SceneOrderDraft } from '../../../machines/orders/sceneOrder.rules.ts';
import {
  isAppendL1Offered,
  isContractNumOffered,
  isProjectionOffered,
  isSubmittingOrder,
  nameRefusal,
  orderDraft,
} from '../../../machines/orders/sceneOrder.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatFixed } from '../../shared/i18n/formats.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Checkbox } from '../../shared/kit/fields/Checkbox.tsx';
import { RadioCards } from '../../shared/kit/fields/RadioCards.tsx';
import { Segments } from '../../shared/kit/actions/Segments.tsx';
import { TextField } from '../../shared/kit/fields/TextField.tsx';

/** §3 Scene order form labels: what the person writes and chooses. */
export function SceneOrderFields({ nameRef }: { nameRef: Ref<HTMLInputElement> }) {
  const t = useT();
  const form = useActorOf('sceneOrder');
  const draft = useSelector(form, orderDraft);
  const missing = useSelector(form, nameRefusal);
  const offersProjection = useSelector(form, isProjectionOffered);
  const offersAppendL1 = useSelector(form, isAppendL1Offered);
  const offersContractNum = useSelector(form, isContractNumOffered);
  // on its way: what was confirmed must not change any more; the name can still be read and copied
  const isSubmitting = useSelector(form, isSubmittingOrder);
  const change = (patch: Partial<SceneOrderDraft>) => form.send({ type: 'draft.changed', patch });
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
      <RadioCards
        label={t('order.level')}
        columns={4}
        disabled={isSubmitting}
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
            disabled={isSubmitting}
            value={draft.projection}
            onChange={(projection) => change({ projection })}
            options={PROJECTIONS.map((projection) => ({ value: projection, label: projection }))}
          />
        )}
        <fieldset className="gt-order-form__checks">
          <legend className="gt-field__label">{t('order.options')}</legend>
          <Checkbox
            disabled={isSubmitting}
            checked={draft.cropByAoi}
            onChange={(cropByAoi) => change({ cropByAoi })}
          >
            {t('order.clip')}
          </Checkbox>
          {offersAppendL1 && (
            <Checkbox
              disabled={isSubmitting}
              checked={draft.appendL1}
              onChange={(appendL1) => change({ appendL1 })}
            >
              {t('order.appendL1')}
            </Checkbox>
          )}
        </fieldset>
      </div>
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
