import { useActorOf } from '../actors.tsx';
import { useT } from '../i18n/useT.ts';
import { PanelToCome } from './PanelToCome.tsx';

export function ResetPanel() {
  const t = useT();
  const auth = useActorOf('auth');
  return (
    <PanelToCome
      title={t('auth.resetTitle')}
      text={t('auth.resetNotYet')}
      onBack={() => auth.send({ type: 'back.pressed' })}
    />
  );
}
