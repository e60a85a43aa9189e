import { useSelector } from '@xstate/react';
import { exportToCancel } from '../../machines/exports/exports.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { Confirm } from '../shared/kit/overlays/Confirm.tsx';

/** Asks before an imagery export is cancelled, naming the export. */
export function CancelExportQuestion() {
  const t = useT();
  const exports = useActorOf('exports.imagery');
  const item = useSelector(exports, exportToCancel);
  if (item === null) return null;
  return (
    <Confirm
      title={t('exports.cancelTitle')}
      destructive
      confirmLabel={t('exports.cancelYes')}
      cancelLabel={t('exports.cancelNo')}
      onConfirm={() => exports.send({ type: 'cancel.confirmed' })}
      onCancel={() => exports.send({ type: 'cancel.declined' })}
    >
      <p className="gt-export-question">{t('exports.cancelText', { name: item.name })}</p>
    </Confirm>
  );
}
