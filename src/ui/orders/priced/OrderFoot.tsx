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
  isPricing,
  isSubmitting,
  lostReply,
  priceRefusal,
  submitMade,
  submitWaitsFor,
} from '../../../machines/orders/pricedForm.selectors.ts';
import { formatMoney, formatTime } from '../../shared/i18n/formats.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Checkbox } from '../../shared/kit/fields/Checkbox.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { Ring } from '../../shared/kit/figures/Ring.tsx';
import { Confirm, LeavingQuestion } from '../../shared/kit/overlays/Confirm.tsx';
import type { OrderActor, PricedFormActor } from './PriceParts.tsx';
import './priced.css';

/** The terms, Close and Submit of an order form; the note below Submit lists what is missing (§4). */
export function OrderFoot({ form, onSubmit }: { form: OrderActor; onSubmit: () => void }) {
  const t = useT();
  const lost = useSelector(form, lostReply);
  const price = useSelector(form, formPrice);
  return (
    <div className="gt-stack gt-gap-12 gt-rest">
      {lost !== 'found' && (
        <PriceInSight
          form={form}
          price={price && t('order.priceInSight', { price: formatMoney(price.finalPrice) })}
        />
      )}
      {lost !== 'found' && <Terms form={form} />}
      <div className="gt-order-foot__buttons gt-start gt-grid gt-gap-8">
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
      {(lost === 'checking' || lost === 'unknown') && <p className="gt-quiet">{t('order.lost.mayClose')}</p>}
    </div>
  );
}

/** Asks whether the same was already ordered a moment ago, where the back end can't tell (decision 7). */
export function RepeatQuestion({ form }: { form: PricedFormActor }) {
  const t = useT();
  return (
    <Confirm
      title={t('order.repeatTitle')}
      confirmLabel={t('order.repeat')}
      cancelLabel={t('order.confirmBack')}
      onConfirm={() => form.send({ type: 'repeat.confirmed' })}
      onCancel={() => form.send({ type: 'repeat.declined' })}
    >
      <p>{t('order.repeatText')}</p>
    </Confirm>
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

interface PriceInSightProps {
  form: PricedFormActor;
  /** The price in a sentence; null while there is none. */
  price: string | null;
}

/** The price above the buttons, or why there is none. Only on phones, where the price itself may be scrolled away. */
export function PriceInSight({ form, price }: PriceInSightProps) {
  const t = useT();
  const isPending = useSelector(form, isPricing);
  const refusal = useSelector(form, priceRefusal);
  const text = price ?? (isPending ? t('order.pricing') : refusal && messageText(t, refusal));
  return text === null ? null : (
    <p className="gt-price-in-sight gt-phone-only" data-none={price === null || undefined}>
      {text}
    </p>
  );
}

interface LostReplyProps {
  form: PricedFormActor;
  /** The section of the catalogue for what the form makes. */
  words: 'order' | 'imageryExport';
}

/** The price may be scrolled out of view. */
function intoView(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'nearest' });
}

/** What is known after a submit whose reply was lost (decision 140): announced once for each outcome. */
export function LostReply({ form, words }: LostReplyProps) {
  const t = useT();
  const state = useSelector(form, lostReply);
  const made = useSelector(form, submitMade);
  return (
    <div role="status" className="gt-if-any">
      {state === 'checking' && (
        <Note tone="warn" role="presentation" ref={intoView} icon={<Ring />} title={t('order.lost.title')}>
          <p>{t(`${words}.lost.checking`)}</p>
          <div className="gt-lost-reply__progress gt-round-bar gt-clip gt-anchor" aria-hidden="true" />
          <p>{t('order.lost.sentOnce')}</p>
        </Note>
      )}
      {state === 'unknown' && (
        <Note tone="warn" role="presentation" ref={intoView} title={t('order.lost.title')}>
          <p>{t(`${words}.lost.unknown`)}</p>
        </Note>
      )}
      {state === 'found' && made !== null && (
        <Note tone="ok" role="presentation" ref={intoView} title={t(`${words}.lost.found`)}>
          <p>
            {made.num} · {made.name}
          </p>
          <p>{t('order.lost.taken', { time: formatTime(made.ctime) })}</p>
        </Note>
      )}
      {state === 'nothing' && (
        <Note tone="info" role="presentation" ref={intoView} title={t(`${words}.lost.nothing`)}>
          <p>{t('order.lost.closed')}</p>
        </Note>
      )}
    </div>
  );
}

interface LeavingFormQuestionProps {
  form: PricedFormActor;
  /** Section of the message catalogue for the question. */
  words: 'tasking' | 'imageryExport';
}

/** Asks before a form with changes is closed. */
export function LeavingFormQuestion({ form, words }: LeavingFormQuestionProps) {
  const t = useT();
  return (
    <LeavingQuestion
      title={t(`${words}.leaveTitle`)}
      text={t(`${words}.leaveText`)}
      leave={t(`${words}.leave`)}
      onLeave={() => form.send({ type: 'leaving.confirmed' })}
      onStay={() => form.send({ type: 'leaving.declined' })}
    />
  );
}
