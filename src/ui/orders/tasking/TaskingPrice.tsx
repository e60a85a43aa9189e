import { useSelector } from '@xstate/react';
import {
  canQuoteTasking,
  canRetryTaskingPrice,
  formerTaskingCents,
  isTaskingPricing,
  taskingAoi,
  taskingDraft,
  taskingPrice,
  taskingPriceRefusal,
  taskingSubmitRefusal,
} from '../../../machines/orders/tasking.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { PriceLines } from '../priced/PriceLines.tsx';

/** The sum of the tasking form. */
export function TaskingPrice() {
  const form = useActorOf('tasking');
  return (
    <PriceLines
      aoiArea={useSelector(form, taskingAoi).areaKm2}
      level={useSelector(form, taskingDraft).productLevel}
      price={useSelector(form, taskingPrice)}
      isPricing={useSelector(form, isTaskingPricing)}
      former={useSelector(form, formerTaskingCents)}
      unpriced={useSelector(form, taskingPriceRefusal)}
      notTaken={useSelector(form, taskingSubmitRefusal)}
      canRetry={useSelector(form, canRetryTaskingPrice)}
      onRetry={() => form.send({ type: 'price.requested' })}
      canQuote={useSelector(form, canQuoteTasking)}
      onQuote={() => form.send({ type: 'quote.requested' })}
    />
  );
}
