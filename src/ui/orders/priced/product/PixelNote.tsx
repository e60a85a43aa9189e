import { useSelector } from '@xstate/react';
import { coarserPixels } from '../../../../machines/orders/priced/deliveredPixels.rules.ts';
import { formDraft, formInput } from '../../../../machines/orders/priced/pricedForm.selectors.ts';
import { formatGsd, formatNumber } from '../../../shared/i18n/formats.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { Note } from '../../../shared/kit/figures/Note.tsx';
import type { OrderActor } from '../pricedForm.ts';

const sizes = ([finest, coarsest]: readonly [number, number]): string =>
  finest === coarsest ? formatGsd(finest) : `${formatGsd(finest)} – ${formatGsd(coarsest)}`;

/** Before buying: the pixel size that is delivered where it is not the sensor's (decision 205). */
export function PixelNote({ form }: { form: OrderActor }) {
  const t = useT();
  const draft = useSelector(form, formDraft);
  const coarser = coarserPixels(useSelector(form, formInput), draft);
  if (coarser === null) return null;
  const { delivered, own } = coarser;
  const megapixels = formatNumber(coarser.megapixels);
  return (
    <Note
      title={
        delivered === null
          ? t('order.pixelsWhole')
          : t('order.pixels', { delivered: sizes(delivered), own: sizes(own) })
      }
    >
      <p>{t(draft.cropByAoi ? 'order.pixelsLimit' : 'order.pixelsLimitWhole', { megapixels })}</p>
    </Note>
  );
}
