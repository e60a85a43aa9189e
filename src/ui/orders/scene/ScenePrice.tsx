import { useSelector } from '@xstate/react';
import {
  canQuoteOrder,
  canRetryPrice,
  formerCents,
  isPricing,
  orderAoi,
  orderDraft,
  orderPrice,
  priceRefusal,
  submitRefusal,
} from '../../../machines/orders/sceneOrder.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { PriceLines } from '../priced/PriceLines.tsx';

/** The sum of the scene order form. */
export function ScenePrice() {
  const form = useActorOf('sceneOrder');
  return (
    <PriceLines
      aoiArea={useSelector(form, orderAoi).areaKm2}
      level={useSelector(form, orderDraft).productLevel}
      price={useSelector(form, orderPrice)}
      isPricing={useSelector(form, isPricing)}
      former={useSelector(form, formerCents)}
      unpriced={useSelector(form, priceRefusal)}
      notTaken={useSelector(form, submitRefusal)}
      canRetry={useSelector(form, canRetryPrice)}
      onRetry={() => form.send({ type: 'price.requested' })}
      canQuote={useSelector(form, canQuoteOrder)}
      onQuote={() => form.send({ type: 'quote.requested' })}
    />
  );
}
