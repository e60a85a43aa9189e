import { useSelector } from '@xstate/react';
import {
  canCloseOrder,
  canEditOrder,
  canSubmitOrder,
  isAgreed,
  isSubmittingOrder,
  orderTermsUrl,
  submitWaitsFor,
} from '../../machines/sceneOrder.selectors.ts';
import { useActorOf } from '../actors.tsx';
import { useT } from '../i18n/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Checkbox } from '../kit/Checkbox.tsx';

/** The terms, Close and Submit; what Submit waits for stands below it in words. */
export function SceneOrderFoot({ onSubmit }: { onSubmit: () => void }) {
  const t = useT();
  const form = useActorOf('sceneOrder');
  const canClose = useSelector(form, canCloseOrder);
  const canSubmit = useSelector(form, canSubmitOrder);
  const isSubmitting = useSelector(form, isSubmittingOrder);
  const waitsFor = useSelector(form, submitWaitsFor);
  return (
    <div className="gt-order-foot">
      <Terms />
      <div className="gt-order-foot__buttons">
        <Button disabled={!canClose} onPress={() => form.send({ type: 'form.closed' })}>
          {t('common.close')}
        </Button>
        <Button
          variant="primary"
          wide
          disabled={!canSubmit && !isSubmitting}
          busy={isSubmitting}
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

function Terms() {
  const t = useT();
  const form = useActorOf('sceneOrder');
  const agreed = useSelector(form, isAgreed);
  const canEdit = useSelector(form, canEditOrder);
  const termsUrl = useSelector(form, orderTermsUrl);
  // the words around the link, in the order of the language
  const [before, after] = t('order.agree', { terms: '\n' }).split('\n');
  return (
    <Checkbox checked={agreed} disabled={!canEdit} onChange={() => form.send({ type: 'terms.toggled' })}>
      {before}
      <a className="gt-link" href={termsUrl} target="_blank" rel="noopener noreferrer">
        {t('order.terms')}
        <span className="gt-visually-hidden"> ({t('order.opensNewTab')})</span>
      </a>
      {after}
    </Checkbox>
  );
}
