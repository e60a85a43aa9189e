import { useSelector } from '@xstate/react';
import { useActorIf, usePortalValue } from '../actors.tsx';
import { useT } from '../i18n/useT.ts';
import { Logo } from '../kit/Logo.tsx';
import { AuthPreferences } from './AuthPreferences.tsx';
import { LoginPanel } from './LoginPanel.tsx';
import { PanelToCome } from './PanelToCome.tsx';
import { Sky } from './Sky.tsx';
import './auth.css';

/** §2 Authentication panels: the overlay shown until the user is authenticated. */
export function AuthOverlay() {
  const t = useT();
  const appName = usePortalValue((portal) => portal.context.settings?.appName ?? 'Groundtrack');
  return (
    <div className="gt-auth">
      <Sky />
      <header className="gt-auth__bar">
        <span className="gt-auth__brand">
          <Logo size={32} inverse />
          {appName}
        </span>
        <AuthPreferences />
      </header>
      <main className="gt-auth__main">
        <AuthCard appName={appName} />
      </main>
      <footer className="gt-auth__foot">
        <p>{t('auth.reviewed')}</p>
        <p className="gt-auth__credit">{t('auth.imageryCredit')}</p>
      </footer>
    </div>
  );
}

/** The card of the panel that is on; none while the session is being asked for. */
function AuthCard({ appName }: { appName: string }) {
  const t = useT();
  const auth = useActorIf('auth');
  const panel = useSelector(auth, (snapshot) =>
    snapshot?.matches('register') ? 'register' : snapshot?.matches('resetpass') ? 'resetpass' : 'login',
  );
  if (auth === undefined) return null;
  const back = () => auth.send({ type: 'back.pressed' });
  switch (panel) {
    case 'login':
      return <LoginPanel auth={auth} appName={appName} />;
    case 'register':
      return <PanelToCome title={t('auth.registerTitle')} text={t('auth.registerNotYet')} onBack={back} />;
    case 'resetpass':
      return <PanelToCome title={t('auth.resetTitle')} text={t('auth.resetNotYet')} onBack={back} />;
  }
}
