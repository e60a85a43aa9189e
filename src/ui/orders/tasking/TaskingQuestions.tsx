import { useSelector } from '@xstate/react';
import { taskedSatellite, taskingDraft, taskingPrice } from '../../../machines/orders/tasking.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatDateRange, formatMoney } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Confirm } from '../../shared/kit/overlays/Confirm.tsx';
import { LeavingQuestion } from '../../shared/kit/overlays/LeavingQuestion.tsx';

/** §4: a confirm dialog precedes submit; it names the order, the satellite, the window and the price. */
export function TaskingQuestion() {
  const t = useT();
  const form = useActorOf('tasking');
  const { orderName, productLevel, windowStart, windowEnd } = useSelector(form, taskingDraft);
  const satellite = useSelector(form, taskedSatellite).name;
  const price = useSelector(form, taskingPrice);
  return (
    <Confirm
      title={t('order.confirmTitle')}
      confirmLabel={t('order.confirm')}
      cancelLabel={t('order.confirmBack')}
      onConfirm={() => form.send({ type: 'order.confirmed' })}
      onCancel={() => form.send({ type: 'order.declined' })}
    >
      <p className="gt-order-question">
        {t('tasking.confirmText', {
          name: orderName.trim(),
          satellite,
          window: formatDateRange(windowStart, windowEnd, true),
          level: productLevel,
          price: price === null ? t('common.none') : formatMoney(price.finalPrice),
        })}
      </p>
    </Confirm>
  );
}

/** Closing a form that holds something asks first. */
export function TaskingLeaving() {
  const t = useT();
  const form = useActorOf('tasking');
  return (
    <LeavingQuestion
      title={t('tasking.leaveTitle')}
      text={t('tasking.leaveText')}
      leave={t('tasking.leave')}
      onLeave={() => form.send({ type: 'leaving.confirmed' })}
      onStay={() => form.send({ type: 'leaving.declined' })}
    />
  );
}
