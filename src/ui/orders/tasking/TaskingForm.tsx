import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import {
  isConfirmingTasking,
  isLeavingTasking,
  taskedSatellite,
  taskingNameRefusal,
} from '../../../machines/orders/tasking.selectors.ts';
import { useActorIf, useActorOf } from '../../shared/actors.tsx';
import { formatGsd } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Dialog } from '../../shared/kit/overlays/Dialog.tsx';
import { PassPanel } from '../passes/PassPanel.tsx';
import { TaskingFields } from './TaskingFields.tsx';
import { TaskingFoot } from './TaskingFoot.tsx';
import { TaskingPrice } from './TaskingPrice.tsx';
import { TaskingLeaving, TaskingQuestion } from './TaskingQuestions.tsx';
import '../scene/sceneOrder.css';
import './tasking.css';

/** §2 Tasking order dialog, 1080 wide and persistent, while the form runs: passes, price, terms, confirm, submit. */
export function TaskingForm() {
  return useActorIf('tasking') === undefined ? null : <OpenForm />;
}

function OpenForm() {
  const t = useT();
  const form = useActorOf('tasking');
  const satellite = useSelector(form, taskedSatellite);
  const isConfirming = useSelector(form, isConfirmingTasking);
  const isLeaving = useSelector(form, isLeavingTasking);
  const name = useRef<HTMLInputElement>(null);
  return (
    <>
      <Dialog
        width={1080}
        persistent
        title={t('tasking.title')}
        subtitle={t('tasking.subtitle', { name: satellite.name, gsd: formatGsd(satellite.gsd) })}
        onClose={() => form.send({ type: 'form.closed' })}
        aside={
          <div className="gt-order-aside">
            <PassPanel />
            <TaskingPrice />
          </div>
        }
        footer={
          <TaskingFoot
            onSubmit={() => {
              form.send({ type: 'submit.requested' });
              if (taskingNameRefusal(form.getSnapshot()) !== null) name.current?.focus();
            }}
          />
        }
      >
        <div className="gt-order-form">
          <TaskingFields nameRef={name} />
        </div>
      </Dialog>
      {isConfirming && <TaskingQuestion />}
      {isLeaving && <TaskingLeaving />}
    </>
  );
}
