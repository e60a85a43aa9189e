import { useSelector } from '@xstate/react';
import { isPricing, priceRefusal } from '../../../machines/orders/priced/pricedForm.selectors.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import type { PricedFormActor } from './pricedForm.ts';
import './priced.css';

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
    <p className="gt-price-in-sight" data-none={price === null || undefined}>
      {text}
    </p>
  );
}
