import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { formDraft, formInput, formPrice } from '../../../machines/orders/priced/pricedForm.selectors.ts';
import { useActorIf, useActorOf } from '../../shared/actors.tsx';
import { formatArea } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { OrderDialog } from '../priced/OrderDialog.tsx';
import { billedTwice, coversWhole } from '../../../machines/orders/priced/billedTwice.rules.ts';
import { ChosenScenes } from './ChosenScenes.tsx';

/** §2 Scene order form, while it runs. */
export function SceneOrderForm() {
  return useActorIf('sceneOrder') === undefined ? null : <OpenForm />;
}

function OpenForm() {
  const t = useT();
  const form = useActorOf('sceneOrder');
  const { scenes, aoi, clear = null, again } = useSelector(form, formInput);
  const price = useSelector(form, formPrice);
  const { productLevel: level, cropByAoi } = useSelector(form, formDraft);
  const overlap = useMemo(() => billedTwice(scenes, aoi, cropByAoi, price), [scenes, aoi, cropByAoi, price]);
  const isCovered = useMemo(() => coversWhole(scenes, aoi), [scenes, aoi]);
  const count = t('order.scenes', { count: scenes.length });
  return (
    <OrderDialog
      form={form}
      title={t('order.title')}
      subtitle={t('order.subtitle', { scenes: count, area: formatArea(aoi.areaKm2) })}
      aside={
        <ChosenScenes
          scenes={scenes}
          clear={clear}
          isCovered={isCovered}
          gone={again?.gone}
          price={price}
          level={level}
          overlap={overlap}
        />
      }
      summary={(order) => t('order.confirmText', { ...order, scenes: count })}
    />
  );
}
