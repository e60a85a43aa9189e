import { useSelector } from '@xstate/react';
import { Monitor, Moon, Sun } from 'lucide-react';
import type { ActorRefFrom } from 'xstate';
import {
  type authMachine,
  isPanelOpen,
  isPanelUnopened,
  shownPanel,
  typedEmail,
} from '../../machines/auth/auth.machine.ts';
import { THEMES } from '../../machines/shared/preferences.machine.ts';
import { Notices } from '../shared/Notices.tsx';
import { useActorIf, usePortal, usePortalValue } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { IconButton } from '../shared/kit/actions/IconButton.tsx';
import { Segments } from '../shared/kit/actions/Segments.tsx';
import { Badge } from '../shared/kit/figures/Badge.tsx';
import { Ring } from '../shared/kit/figures/Ring.tsx';
import { Logo } from '../shared/kit/layout/Logo.tsx';
import { FailedState } from '../shared/kit/states/FailedState.tsx';
import { LANGUAGE_OPTIONS, THEME_WORDS } from '../shared/preferenceWords.ts';
import { PanelCard } from './AuthCard.tsx';
import type * as AuthForms from './AuthForms.tsx';
import { LoginPanel } from './LoginPanel.tsx';
import './auth.css';

/** The forms that few visitors need, once `loadForms` has ended, as it has when the machine reports a panel as open. */
let forms: typeof AuthForms | null = null;

/** Loads the code of the register and reset panels. @throws if loading fails; the next call tries again */
export async function loadForms(): Promise<void> {
  forms = await import('./AuthForms.tsx');
}

type Auth = ActorRefFrom<typeof authMachine>;

/** §2 Authentication panels: the overlay shown until the user is authenticated. */
export function AuthOverlay() {
  const t = useT();
  const appName = usePortalValue((portal) => portal.context.settings?.appName ?? 'Groundtrack');
  const isOffline = usePortalValue((portal) => portal.hasTag('offline'));
  const auth = useActorIf('auth');
  return (
    <>
      <div className="gt-auth gt-stack">
        <Sky />
        <header className="gt-auth__bar gt-keep gt-anchor gt-across gt-between gt-gap-16">
          <span className="gt-auth__brand gt-inline gt-gap-12">
            <Logo size={32} inverse />
            {appName}
          </span>
          <div className="gt-across gt-gap-8">
            {isOffline && (
              <Badge tone="warn" icon="offline">
                {t('bar.offline')}
              </Badge>
            )}
            <AuthPreferences />
          </div>
        </header>
        <main className="gt-auth__main gt-keep gt-anchor gt-flex gt-start">
          {auth === undefined ? <Between /> : <ShownPanel auth={auth} appName={appName} />}
        </main>
        <footer className="gt-auth__foot gt-keep gt-anchor gt-across gt-between gt-wrap gt-gap-8 gt-secondary">
          <p>{t('auth.reviewed')}</p>
          <p className="gt-auth__credit gt-caption">{t('auth.imageryCredit')}</p>
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
  if (!isOpen || forms === null) return <PanelOpening auth={auth} panel={panel} />;
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
    <div className="gt-late gt-boxless">
      <PanelCard panel={panel}>
        <p className="gt-auth__coming gt-across gt-gap-8 gt-muted" role="status">
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
  return forms === null ? null : <forms.SuccessDialogs />;
}

/** Shown while the session is checked or the portal is opened, or if either failed. */
function Between() {
  const t = useT();
  const portal = usePortal();
  const isUnreachable = usePortalValue((snapshot) => snapshot.matches({ session: 'unreachable' }));
  if (!isUnreachable) {
    return (
      <p className="gt-auth__wait gt-late gt-across gt-gap-8" role="status">
        <Ring />
        {t('common.loading')}
      </p>
    );
  }
  return (
    <section className="gt-auth__card gt-clip gt-wide gt-surface gt-round-panel">
      <FailedState
        title={t('auth.unreachable')}
        text={t('auth.unreachableText')}
        onRetry={() => portal.send({ type: 'retry.requested' })}
      />
    </section>
  );
}

const ICONS = { light: Sun, dark: Moon, system: Monitor };

/** Language and theme on the log-in page. The theme button cycles through light, dark and system. */
function AuthPreferences() {
  const t = useT();
  const preferences = useActorIf('preferences');
  const language = useSelector(preferences, (snapshot) => snapshot?.context.language ?? 'en');
  const theme = useSelector(preferences, (snapshot) => snapshot?.context.theme ?? 'system');
  const Icon = ICONS[theme];
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <div className="gt-auth__preferences gt-across gt-gap-8">
      <Segments
        label={t('bar.language')}
        hideLabel
        value={language}
        options={LANGUAGE_OPTIONS}
        onChange={(chosen) => preferences?.send({ type: 'language.chosen', language: chosen })}
      />
      <IconButton
        label={`${t('bar.theme')}: ${t(THEME_WORDS[theme])}`}
        icon={<Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
        onPress={() => preferences?.send({ type: 'theme.chosen', theme: next })}
      />
    </div>
  );
}

/**
 * The Earth behind the log-in card (NASA imagery rendered by scripts/pictures/renderGlobe.mjs) and the track of a
 * pass. Decoration, so hidden from screen readers.
 */
function Sky() {
  return (
    <div className="gt-auth__sky gt-through" aria-hidden="true">
      <picture>
        <source media="(max-width: 639.98px)" srcSet="/globe-narrow.avif 1x, /globe-narrow@2x.avif 2x" />
        <source media="(min-width: 1441px)" srcSet="/globe@2x.avif" />
        <img
          className="gt-fill gt-picture"
          src="/globe.avif"
          srcSet="/globe.avif 1x, /globe@2x.avif 2x"
          alt=""
          decoding="async"
          fetchPriority="high"
        />
      </picture>
      <picture>
        <source media="(max-width: 639.98px)" srcSet="/globe-narrow-track.svg" />
        <img className="gt-fill gt-picture" src="/globe-track.svg" alt="" decoding="async" />
      </picture>
    </div>
  );
}
