import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { authMachine } from '../../machines/auth/auth.machine.ts';
import { isPanelOpen, isPanelUnopened, shownPanel, typedEmail } from '../../machines/auth/auth.selectors.ts';
import { useActorIf, usePortal, usePortalValue } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { Badge } from '../shared/kit/figures/Badge.tsx';
import { FailedState } from '../shared/kit/states/FailedState.tsx';
import { Logo } from '../shared/kit/layout/Logo.tsx';
import { Ring } from '../shared/kit/figures/Ring.tsx';
import { Notices } from '../shared/Notices.tsx';
import { AuthPreferences } from './AuthPreferences.tsx';
import { loadedForms } from './panels/forms.ts';
import { LoginPanel } from './panels/LoginPanel.tsx';
import { PanelCard } from './PanelCard.tsx';
import { Sky } from './Sky.tsx';
import './auth.css';
import './card.css';
import './preferences.css';

type Auth = ActorRefFrom<typeof authMachine>;

/** §2 Authentication panels: the overlay shown until the user is authenticated. */
export function AuthOverlay() {
  const t = useT();
  const appName = usePortalValue((portal) => portal.context.settings?.appName ?? 'Groundtrack');
  const isOffline = usePortalValue((portal) => portal.hasTag('offline'));
  const auth = useActorIf('auth');
  return (
    <>
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
          {auth === undefined ? <Between /> : <ShownPanel auth={auth} appName={appName} />}
        </main>
        <footer className="gt-auth__foot">
          <p>{t('auth.reviewed')}</p>
          <p className="gt-auth__credit">{t('auth.imageryCredit')}</p>
        </footer>
      </div>
      {auth !== undefined && <Success auth={auth} />}
      <Notices />
    </>
  );
}

/** The card of the current panel (§4). */
function ShownPanel({ auth, appName }: { auth: Auth; appName: string }) {
  const panel = useSelector(auth, shownPanel);
  const isOpen = useSelector(auth, isPanelOpen);
  // the key resets the panel when a success dialog passes an address to it
  const email = useSelector(auth, typedEmail);
  if (panel === 'login') return <LoginPanel key={email} auth={auth} appName={appName} />;
  const forms = isOpen ? loadedForms() : null;
  if (forms === null) return <PanelOpening auth={auth} panel={panel} />;
  return panel === 'register' ? <forms.RegisterPanel /> : <forms.ResetPanel />;
}

/** Shown while the form of the panel is loading, or if loading failed. */
function PanelOpening({ auth, panel }: { auth: Auth; panel: 'register' | 'resetpass' }) {
  const t = useT();
  const isUnopened = useSelector(auth, isPanelUnopened);
  if (isUnopened) {
    return (
      <PanelCard panel={panel}>
        <div className="gt-auth__unopened">
          <FailedState
            title={t('auth.unopened')}
            text={t('auth.unopenedText')}
            onRetry={() => auth.send({ type: 'retry.requested' })}
          />
        </div>
      </PanelCard>
    );
  }
  return (
    <div className="gt-auth__late">
      <PanelCard panel={panel}>
        <p className="gt-auth__coming" role="status">
          <Ring />
          {t('common.loading')}
        </p>
      </PanelCard>
    </div>
  );
}

/** The success dialogs; they load with the first form. */
function Success({ auth }: { auth: Auth }) {
  useSelector(auth, isPanelOpen);
  const forms = loadedForms();
  return forms === null ? null : <forms.SuccessDialogs />;
}

/** Shown while the session is checked or the portal is opened, or if either failed. */
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
