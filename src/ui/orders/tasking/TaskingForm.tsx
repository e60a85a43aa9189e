import { useSelector } from '@xstate/react';
import { formDraft } from '../../../machines/orders/priced/pricedForm.selectors.ts';
import { taskedSatellite } from '../../../machines/orders/tasking.selectors.ts';
import { useActorIf, useActorOf } from '../../shared/actors.tsx';
import { formatDateRange, formatGsd } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { PassPanel } from '../passes/PassPanel.tsx';
import { OrderDialog } from '../priced/OrderDialog.tsx';
import { AcquisitionFields } from './AcquisitionFields.tsx';
import './tasking.css';

/** §2 Tasking order form, while it runs, with the satellite's passes beside it. */
export function TaskingForm() {
  return useActorIf('tasking') === undefined ? null : <OpenForm />;
}

function OpenForm() {
  const t = useT();
  const form = useActorOf('tasking');
  const { name: satellite, gsd } = useSelector(form, taskedSatellite);
  const { windowStart, windowEnd } = useSelector(form, formDraft);
  return (
    <OrderDialog
      form={form}
      title={t('tasking.title')}
      subtitle={t('tasking.subtitle', { name: satellite, gsd: formatGsd(gsd) })}
      aside={<PassPanel />}
      summary={(order) =>
        t('tasking.confirmText', {
          ...order,
          satellite,
          window: formatDateRange(windowStart, windowEnd, true),
        })
      }
    >
      <AcquisitionFields />
    </OrderDialog>
  );
}
