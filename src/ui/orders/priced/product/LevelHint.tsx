import { useSelector } from '@xstate/react';
import { DELIVERED_BITS, projectionsOf } from '../../../../../contract/orders/product.ts';
import { formDraft, formInput } from '../../../../machines/orders/priced/pricedForm.selectors.ts';
import { formatNumber } from '../../../shared/i18n/formats.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import type { OrderActor } from '../pricedForm.ts';

/** What is delivered at the selected level, and when. */
export function LevelHint({ form }: { form: OrderActor }) {
  const t = useT();
  const { productLevel } = useSelector(form, formDraft);
  const { deliverySeconds } = useSelector(form, formInput);
  return (
    <>
      {t('order.levelHint', {
        level: productLevel,
        projections: projectionsOf(productLevel).join(' / '),
        bits: DELIVERED_BITS,
      })}
      {deliverySeconds !== undefined &&
        ` ${t('order.readyAfter', { seconds: formatNumber(deliverySeconds, 0) })}`}
    </>
  );
}
