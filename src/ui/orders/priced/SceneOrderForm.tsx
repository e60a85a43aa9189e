import { useSelector } from '@xstate/react';
import { formDraft, formInput } from '../../../machines/orders/pricedForm.selectors.ts';
import { orderedSources } from '../../../machines/orders/bought.rules.ts';
import { useActorIf, useActorOf } from '../../shared/actors.tsx';
import { formatArea } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Bought } from './Bought.tsx';
import { OrderDialog } from './OrderDialog.tsx';

/** §2 Scene order form, while it runs. */
export function SceneOrderForm() {
  return useActorIf('sceneOrder') === undefined ? null : <OpenForm />;
}

function OpenForm() {
  const t = useT();
  const form = useActorOf('sceneOrder');
  const input = useSelector(form, formInput);
  const draft = useSelector(form, formDraft);
  const sources = orderedSources(draft, input);
  const count = t('order.scenes', { count: sources.length });
  return (
    <OrderDialog
      form={form}
      sources={sources}
      title={t('order.title')}
      subtitle={t('order.subtitle', { scenes: count, area: formatArea(input.aoi.areaKm2) })}
      lead={<Bought />}
      summary={(order) => t('order.confirmText', { ...order, scenes: count })}
    />
  );
}
