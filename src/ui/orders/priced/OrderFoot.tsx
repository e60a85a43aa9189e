import { useSelector } from '@xstate/react';
import { ArrowRight } from 'lucide-react';
import {
  canClose,
  canEdit,
  canSubmit,
  formInput,
  formPrice,
  isAgreed,
  isAsking,
  isSubmitting,
  lostReply,
  submitMade,
  submitWaitsFor,
} from '../../../machines/orders/priced/pricedForm.selectors.ts';
import { formatMoney } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Checkbox } from '../../shared/kit/fields/choice/Checkbox.tsx';
import { PriceInSight } from './PriceInSight.tsx';
import type { OrderActor, PricedFormActor } from './pricedForm.ts';
import './lostReply.css';

/** The terms, Close and Submit of an order form; the note below Submit lists what is missing (§4). */
export function OrderFoot({ form, onSubmit }: { form: OrderActor; onSubmit: () => void }) {
  const t = useT();
  const lost = useSelector(form, lostReply);
  const price = useSelector(form, formPrice);
  return (
    <div className="gt-order-foot">
      {lost !== 'found' && (
        <PriceInSight
          form={form}
          price={price && t('order.priceInSight', { price: formatMoney(price.finalPrice) })}
        />
      )}
      {lost !== 'found' && <Terms form={form} />}
      <div className="gt-order-foot__buttons">
        <Button disabled={!useSelector(form, canClose)} onPress={() => form.send({ type: 'form.closed' })}>
          {t('common.close')}
        </Button>
        {lost === 'found' ? (
          <ShowOrder form={form} />
        ) : lost === 'unknown' ? (
          <LookAgain form={form} />
        ) : (
          <Submit form={form} onSubmit={onSubmit} />
        )}
      </div>
      {(lost === 'checking' || lost === 'unknown') && (
        <p className="gt-order-foot__hint">{t('order.lost.mayClose')}</p>
      )}
    </div>
  );
}

function Submit({ form, onSubmit }: { form: OrderActor; onSubmit: () => void }) {
  const t = useT();
  const isSent = useSelector(form, isSubmitting);
  const isAsked = useSelector(form, isAsking);
  const isReady = useSelector(form, canSubmit);
  const waitsFor = useSelector(form, submitWaitsFor);
  const isAgain = useSelector(form, lostReply) === 'nothing';
  return (
    <Button
      variant="primary"
      wide
      disabled={!isReady && !isSent && !isAsked}
      busy={isSent || isAsked}
      busyLabel={t(isAsked ? 'order.lost.checkingShort' : 'order.submitting')}
      reason={waitsFor === null ? undefined : t(`order.waits.${waitsFor}`)}
      onPress={onSubmit}
    >
      {t(isAgain ? 'order.lost.again' : 'order.submit')}
    </Button>
  );
}

/** Takes the focus, because the form is done. */
export function ShowOrder({ form }: { form: PricedFormActor }) {
  const t = useT();
  const made = useSelector(form, submitMade);
  return (
    <Button
      autoFocus
      variant="primary"
      wide
      iconAfter={<ArrowRight size={16} strokeWidth={1.75} />}
      onPress={() => form.send({ type: 'order.shown' })}
    >
      {t(made?.kind === 'imageryExport' ? 'imageryExport.lost.show' : 'order.lost.show')}
    </Button>
  );
}

/** Asks the server again after two minutes without an answer. */
export function LookAgain({ form }: { form: PricedFormActor }) {
  const t = useT();
  return (
    <Button variant="primary" wide onPress={() => form.send({ type: 'look.requested' })}>
      {t('order.lost.look')}
    </Button>
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
