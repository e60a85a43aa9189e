import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import {
  isConfirmingOrder,
  nameRefusal,
  orderAoi,
  orderedScenes,
} from '../../../machines/orders/sceneOrder.selectors.ts';
import { useActorIf, useActorOf } from '../../shared/actors.tsx';
import { formatArea } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Dialog } from '../../shared/kit/overlays/Dialog.tsx';
import { OrderQuestion } from '../priced/OrderQuestion.tsx';
import { ScenePrice } from './ScenePrice.tsx';
import { SceneOrderFields } from './SceneOrderFields.tsx';
import { SceneOrderFoot } from './SceneOrderFoot.tsx';
import { ChosenScenes } from './ChosenScenes.tsx';
import './sceneOrder.css';

/** §2 Scene order form, while it runs: price, terms, confirm, submit (decisions 5 to 7). */
export function SceneOrderForm() {
  return useActorIf('sceneOrder') === undefined ? null : <OpenForm />;
}

function OpenForm() {
  const t = useT();
  const form = useActorOf('sceneOrder');
  const count = useSelector(form, orderedScenes).length;
  const aoi = useSelector(form, orderAoi);
  const isConfirming = useSelector(form, isConfirmingOrder);
  const name = useRef<HTMLInputElement>(null);
  return (
    <>
      <Dialog
        width={1080}
        persistent
        title={t('order.title')}
        subtitle={t('order.subtitle', {
          scenes: t('order.scenes', { count }),
          area: formatArea(aoi.areaKm2),
        })}
        onClose={() => form.send({ type: 'form.closed' })}
        aside={
          <div className="gt-order-aside">
            <ChosenScenes />
            <ScenePrice />
          </div>
        }
        footer={
          <SceneOrderFoot
            onSubmit={() => {
              form.send({ type: 'submit.requested' });
              if (nameRefusal(form.getSnapshot()) !== null) name.current?.focus();
            }}
          />
        }
      >
        <div className="gt-order-form">
          <SceneOrderFields nameRef={name} />
        </div>
      </Dialog>
      {isConfirming && <OrderQuestion />}
    </>
  );
}
