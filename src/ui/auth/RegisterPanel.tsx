import { useActorOf } from '../actors.tsx';
import { useT } from '../i18n/useT.ts';
import { PanelToCome } from './PanelToCome.tsx';

export function RegisterPanel() {
  const t = useT();
  const auth = useActorOf('auth');
  return (
    <PanelToCome
      title={t('auth.registerTitle')}
      text={t('auth.registerNotYet')}
      onBack={() => auth.send({ type: 'back.pressed' })}
    />
  );
}
