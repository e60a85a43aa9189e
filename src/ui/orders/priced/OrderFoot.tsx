import { useSelector } from '@xstate/react';
import {
  canClose,
  canEdit,
  canSubmit,
  formInput,
  isAgreed,
  isSubmitting,
  submitWaitsFor,
} from '../../../machines/orders/priced/pricedForm.selectors.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Checkbox } from '../../shared/kit/fields/choice/Checkbox.tsx';
import type { OrderActor } from './pricedForm.ts';

/** The terms, Close and Submit of an order form; the note below Submit lists what is missing (§4). */
export function OrderFoot({ form, onSubmit }: { form: OrderActor; onSubmit: () => void }) {
  const t = useT();
  const isBusy = useSelector(form, isSubmitting);
  const isReady = useSelector(form, canSubmit);
  const waitsFor = useSelector(form, submitWaitsFor);
  return (
    <div className="gt-order-foot">
      <Terms form={form} />
      <div className="gt-order-foot__buttons">
        <Button disabled={!useSelector(form, canClose)} onPress={() => form.send({ type: 'form.closed' })}>
          {t('common.close')}
        </Button>
        <Button
          variant="primary"
          wide
          disabled={!isReady && !isBusy}
          busy={isBusy}
          busyLabel={t('order.submitting')}
          reason={waitsFor === null ? undefined : t(`order.waits.${waitsFor}`)}
          onPress={onSubmit}
        >
          {t('order.submit')}
        </Button>
      </div>
    </div>
  );
}

function Terms({ form }: { form: OrderActor }) {
  const t = useT();
  const { termsUrl } = useSelector(form, formInput);
  // the position of the link in the sentence depends on the language
  const [before, after] = t('order.agree', { terms: '\n' }).split('\n');
  return (
    <Checkbox
      checked={useSelector(form, isAgreed)}
      disabled={!useSelector(form, canEdit)}
      onChange={() => form.send({ type: 'terms.toggled' })}
    >
      {before}
      <a className="gt-link" href={termsUrl} target="_blank" rel="noopener noreferrer">
        {t('order.terms')}
        <span className="gt-visually-hidden"> ({t('order.opensNewTab')})</span>
      </a>
      {after}
    </Checkbox>
  );
}
