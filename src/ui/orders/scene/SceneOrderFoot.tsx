import { useSelector } from '@xstate/react';
import {
  canCloseOrder,
  canEditOrder,
  canSubmitOrder,
  isAgreed,
  isSubmittingOrder,
  orderTermsUrl,
  submitWaitsFor,
} from '../../../machines/orders/sceneOrder.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { OrderFoot } from '../priced/OrderFoot.tsx';

/** The terms, Close and Submit of the scene order form. */
export function SceneOrderFoot({ onSubmit }: { onSubmit: () => void }) {
  const form = useActorOf('sceneOrder');
  return (
    <OrderFoot
      agreed={useSelector(form, isAgreed)}
      canEdit={useSelector(form, canEditOrder)}
      canClose={useSelector(form, canCloseOrder)}
      canSubmit={useSelector(form, canSubmitOrder)}
      isSubmitting={useSelector(form, isSubmittingOrder)}
      waitsFor={useSelector(form, submitWaitsFor)}
      termsUrl={useSelector(form, orderTermsUrl)}
      onToggleTerms={() => form.send({ type: 'terms.toggled' })}
      onClose={() => form.send({ type: 'form.closed' })}
      onSubmit={onSubmit}
    />
  );
}
