import { useSelector } from '@xstate/react';
import { listsSatellites } from '../../machines/search/search.machine.ts';
import { isTaskingOffered } from '../../machines/session/shell.machine.ts';
import { useActorOf, usePortal } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { Button, type ButtonProps } from '../shared/kit/actions/Button.tsx';

/** Plans a new acquisition, if the order_tasking API is enabled and the satellites are listed whose passes it plans. */
export function NewAcquisition(look: Pick<ButtonProps, 'variant' | 'icon'>) {
  const t = useT();
  const portal = usePortal();
  const hasList = useSelector(useActorOf('search'), listsSatellites);
  if (!useSelector(useActorOf('shell'), isTaskingOffered) || !hasList) return null;
  return (
    <Button {...look} size="small" onPress={() => portal.send({ type: 'newAcquisition.requested' })}>
      {t('acquisition.title')}
    </Button>
  );
}
