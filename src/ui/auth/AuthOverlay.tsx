import { useSelector } from '@xstate/react';
import { useActorIf, usePortal, usePortalValue } from '../actors.tsx';
import { useT } from '../i18n/useT.ts';
import { Badge } from '../kit/Badge.tsx';
import { FailedState } from '../kit/FailedState.tsx';
import { Logo } from '../kit/Logo.tsx';
import { Ring } from '../kit/Ring.tsx';
import { AuthPreferences } from './AuthPreferences.tsx';
import { LoginPanel } from './LoginPanel.tsx';
import { PanelToCome } from './PanelToCome.tsx';
import { Sky } from './Sky.tsx';
import './auth.css';

/** §2 Authentication panels: the overlay shown until the user is authenticated. */
export function AuthOverlay() {
  const t = useT();
  const appName = usePortalValue((portal) => portal.context.settings?.appName ?? 'Groundtrack');
  const isOffline = usePortalValue((portal) => portal.hasTag('offline'));
  return (
    <div className="gt-auth">
      <Sky />
      <header className="gt-auth__bar">
        <span className="gt-auth__brand">
          <Logo size={32} inverse />
          {appName}
        </span>
        <div className="gt-auth__tools">
          {isOffline && (
            <Badge tone="warn" icon="offline">
              {t('bar.offline')}
            </Badge>
          )}
          <AuthPreferences />
        </div>
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

/** The card of the panel that is on; before and after it, what the portal is about. */
function AuthCard({ appName }: { appName: string }) {
  const t = useT();
  const auth = useActorIf('auth');
  const panel = useSelector(auth, (snapshot) =>
    snapshot?.matches('register') ? 'register' : snapshot?.matches('resetpass') ? 'resetpass' : 'login',
  );
  if (auth === undefined) return <Between />;
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

/** The session is being asked for or the portal being opened, or neither can be done. */
function Between() {
  const t = useT();
  const portal = usePortal();
  const isUnreachable = usePortalValue((snapshot) => snapshot.matches({ session: 'unreachable' }));
  if (!isUnreachable) {
    return (
      <p className="gt-auth__wait" role="status">
        <Ring />
        {t('common.loading')}
      </p>
    );
  }
  return (
    <section className="gt-auth__card">
      <FailedState
        title={t('auth.unreachable')}
        text={t('auth.unreachableText')}
        onRetry={() => portal.send({ type: 'retry.requested' })}
      />
    </section>
  );
}
