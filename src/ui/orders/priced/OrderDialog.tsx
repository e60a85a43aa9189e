import { useSelector } from '@xstate/react';
import { type ReactNode, useRef } from 'react';
import {
  canClose,
  formDraft,
  formPrice,
  isConfirming,
  isLeaving,
  nameRefusal,
} from '../../../machines/orders/priced/pricedForm.selectors.ts';
import { formatMoney } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Confirm } from '../../shared/kit/overlays/Confirm.tsx';
import { Dialog } from '../../shared/kit/overlays/Dialog.tsx';
import { LeavingFormQuestion } from './LeavingFormQuestion.tsx';
import { OrderFields } from './OrderFields.tsx';
import { OrderFoot } from './OrderFoot.tsx';
import { OrderPrice } from './OrderPrice.tsx';
import type { OrderActor } from './pricedForm.ts';
import './priced.css';

interface OrderDialogProps {
  form: OrderActor;
  title: string;
  subtitle: string;
  /** The ordered scenes or area, shown above the price. */
  aside: ReactNode;
  /** The order in one sentence, for the confirm question. */
  summary: (order: { name: string; level: string; price: string }) => string;
  /** Fields specific to this kind of order. */
  children?: ReactNode;
}

/** §2 Tasking order dialog, also for scene orders: fields, price, terms, confirm, submit (decisions 5 to 7). */
export function OrderDialog({ form, title, subtitle, aside, summary, children }: OrderDialogProps) {
  const name = useRef<HTMLInputElement>(null);
  const submit = () => {
    form.send({ type: 'submit.requested' });
    if (nameRefusal(form.getSnapshot()) !== null) name.current?.focus();
  };
  return (
    <>
      <Dialog
        width={1080}
        persistent
        isHeld={!useSelector(form, canClose)}
        title={title}
        subtitle={subtitle}
        onClose={() => form.send({ type: 'form.closed' })}
        aside={
          <div className="gt-order-aside">
            {aside}
            <OrderPrice form={form} />
          </div>
        }
        footer={<OrderFoot form={form} onSubmit={submit} />}
      >
        <div className="gt-order-form">
          <OrderFields form={form} nameRef={name}>
            {children}
          </OrderFields>
        </div>
      </Dialog>
      {useSelector(form, isConfirming) && <ConfirmQuestion form={form} summary={summary} />}
      {useSelector(form, isLeaving) && <LeavingFormQuestion form={form} words="tasking" />}
    </>
  );
}

/** §4: a confirm dialog precedes submit. */
function ConfirmQuestion({ form, summary }: Pick<OrderDialogProps, 'form' | 'summary'>) {
  const t = useT();
  const { orderName, productLevel } = useSelector(form, formDraft);
  const price = useSelector(form, formPrice);
  return (
    <Confirm
      title={t('order.confirmTitle')}
      confirmLabel={t('order.confirm')}
      cancelLabel={t('order.confirmBack')}
      onConfirm={() => form.send({ type: 'order.confirmed' })}
      onCancel={() => form.send({ type: 'order.declined' })}
    >
      <p className="gt-order-question">
        {summary({
          name: orderName.trim(),
          level: productLevel,
          price: price === null ? t('common.none') : formatMoney(price.finalPrice),
        })}
      </p>
    </Confirm>
  );
}
