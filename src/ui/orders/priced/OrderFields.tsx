import { useSelector } from '@xstate/react';
import type { ReactNode, Ref } from 'react';
import { FIELD, PRODUCT_LEVELS, PROJECTIONS } from '../../../../contract/limits.ts';
import { levelFactor } from '../../../../contract/orders/price.ts';
import {
  canEdit,
  formDraft,
  formInput,
  nameRefusal,
} from '../../../machines/orders/priced/pricedForm.selectors.ts';
import {
  canAppendL1,
  canChooseProjection,
  hasContractNum,
  type ProductDraft,
} from '../../../machines/orders/priced/product.rules.ts';
import { formatFixed } from '../../shared/i18n/formats.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Segments } from '../../shared/kit/actions/Segments.tsx';
import { Checkbox } from '../../shared/kit/fields/choice/Checkbox.tsx';
import { NameField } from '../../shared/kit/fields/text/NameField.tsx';
import { RadioCards } from '../../shared/kit/fields/radio/RadioCards.tsx';
import { TextField } from '../../shared/kit/fields/text/TextField.tsx';
import { LevelHint } from './product/LevelHint.tsx';
import { PixelNote } from './product/PixelNote.tsx';
import type { OrderActor } from './pricedForm.ts';

interface OrderFieldsProps {
  form: OrderActor;
  nameRef: Ref<HTMLInputElement>;
  /** The fields between the name and the product. */
  children?: ReactNode;
}

/** The fields of both order forms: name, product and contract number (§3). */
export function OrderFields({ form, nameRef, children }: OrderFieldsProps) {
  const t = useT();
  const draft = useSelector(form, formDraft);
  const missing = useSelector(form, nameRefusal);
  const { utype } = useSelector(form, formInput);
  // fields are read-only during the submit; the name can still be read and copied
  const isBusy = !useSelector(form, canEdit);
  const change = (patch: Partial<ProductDraft>) => form.send({ type: 'draft.changed', patch });
  return (
    <>
      <NameField
        label={t('order.name')}
        name="orderName"
        value={draft.orderName}
        onChange={(orderName) => change({ orderName })}
        readOnly={isBusy}
        maxLength={FIELD.orderName}
        inputRef={nameRef}
        error={missing && messageText(t, missing)}
      />
      {children}
      <RadioCards
        label={t('order.level')}
        columns={4}
        hint={<LevelHint form={form} />}
        disabled={isBusy}
        value={draft.productLevel}
        onChange={(productLevel) => change({ productLevel })}
        options={PRODUCT_LEVELS.map((level) => ({
          value: level,
          label: level,
          note: t('order.times', { what: formatFixed(levelFactor(level), 2) }),
        }))}
      />
      <div className="gt-order-form__pair">
        {canChooseProjection(draft) && (
          <Segments
            label={t('order.projection')}
            disabled={isBusy}
            value={draft.projection}
            onChange={(projection) => change({ projection })}
            options={PROJECTIONS.map((projection) => ({ value: projection, label: projection }))}
          />
        )}
        <fieldset className="gt-order-form__checks">
          <legend className="gt-field__label">{t('order.options')}</legend>
          <Checkbox
            disabled={isBusy}
            checked={draft.cropByAoi}
            onChange={(cropByAoi) => change({ cropByAoi })}
          >
            {t('order.clip')}
          </Checkbox>
          {canAppendL1(draft) && (
            <Checkbox
              disabled={isBusy}
              checked={draft.appendL1}
              onChange={(appendL1) => change({ appendL1 })}
            >
              {t('order.appendL1')}
            </Checkbox>
          )}
        </fieldset>
      </div>
      <PixelNote form={form} />
      {hasContractNum(utype) && (
        <TextField
          label={t('order.contractNum')}
          value={draft.contractNum}
          onChange={(contractNum) => change({ contractNum })}
          readOnly={isBusy}
          maxLength={FIELD.contractNum}
          autoComplete="off"
        />
      )}
    </>
  );
}
