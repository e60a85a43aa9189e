import { useSelector } from '@xstate/react';
import {
  canCloseTasking,
  canEditTasking,
  canSubmitTasking,
  isSubmittingTasking,
  isTaskingAgreed,
  taskingTermsUrl,
  taskingWaitsFor,
} from '../../../machines/orders/tasking.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { OrderFoot } from '../priced/OrderFoot.tsx';

/** The terms, Close and Submit of the tasking form. */
export function TaskingFoot({ onSubmit }: { onSubmit: () => void }) {
  const form = useActorOf('tasking');
  return (
    <OrderFoot
      agreed={useSelector(form, isTaskingAgreed)}
      canEdit={useSelector(form, canEditTasking)}
      canClose={useSelector(form, canCloseTasking)}
      canSubmit={useSelector(form, canSubmitTasking)}
      isSubmitting={useSelector(form, isSubmittingTasking)}
      waitsFor={useSelector(form, taskingWaitsFor)}
      termsUrl={useSelector(form, taskingTermsUrl)}
      onToggleTerms={() => form.send({ type: 'terms.toggled' })}
      onClose={() => form.send({ type: 'form.closed' })}
      onSubmit={onSubmit}
    />
  );
}
