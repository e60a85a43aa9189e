import { useSelector } from '@xstate/react';
import { DELIVERED_IMAGE, projectionsOf } from '../../../../contract/orders/product.ts';
import { formDraft, formInput } from '../../../machines/orders/priced/pricedForm.selectors.ts';
import { formatNumber } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import type { OrderActor } from './pricedForm.ts';

/** What is delivered at the selected level, and when. */
export function LevelHint({ form }: { form: OrderActor }) {
  const t = useT();
  const { productLevel } = useSelector(form, formDraft);
  const { deliverySeconds } = useSelector(form, formInput);
  const { bands, bitsPerBand, longestSide } = DELIVERED_IMAGE;
  return (
    <>
      {t('order.levelHint', {
        level: productLevel,
        projections: projectionsOf(productLevel).join(' / '),
        bands,
        bits: bitsPerBand,
        pixels: formatNumber(longestSide),
      })}
      {deliverySeconds !== undefined &&
        ` ${t('order.readyAfter', { seconds: formatNumber(deliverySeconds, 0) })}`}
    </>
  );
}
