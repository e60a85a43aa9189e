import { LogIn } from 'lucide-react';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';

/** Leads from the shared search to the portal, which restores it (decision 9). */
export function SignIn() {
  const t = useT();
  const shared = useActorOf('sharedSearch');
  return (
    <div className="gt-shared__sign-in">
      <p>{t('share.logInText')}</p>
      <Button
        variant="primary"
        wide
        icon={<LogIn size={16} strokeWidth={1.75} aria-hidden="true" />}
        onPress={() => shared.send({ type: 'signIn.requested' })}
      >
        {t('share.logIn')}
      </Button>
    </div>
  );
}
