import { useSelector } from '@xstate/react';
import { orderDraft, orderedScenes, orderPrice } from '../../../machines/orders/sceneOrder.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatMoney } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Confirm } from '../../shared/kit/overlays/Confirm.tsx';

/** §4: a confirm dialog precedes submit; it names the order, how many scenes, and the price. */
export function OrderQuestion() {
  const t = useT();
  const form = useActorOf('sceneOrder');
  const { orderName, productLevel } = useSelector(form, orderDraft);
  const count = useSelector(form, orderedScenes).length;
  const price = useSelector(form, orderPrice);
  return (
    <Confirm
      title={t('order.confirmTitle')}
      confirmLabel={t('order.confirm')}
      cancelLabel={t('order.confirmBack')}
      onConfirm={() => form.send({ type: 'order.confirmed' })}
      onCancel={() => form.send({ type: 'order.declined' })}
    >
      <p className="gt-order-question">
        {t('order.confirmText', {
          name: orderName.trim(),
          scenes: t('order.scenes', { count }),
          level: productLevel,
          price: price === null ? t('common.none') : formatMoney(price.finalPrice),
        })}
      </p>
    </Confirm>
  );
}
