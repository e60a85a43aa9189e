import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AuthPanel } from '../../machines/auth/auth.machine.ts';
import { useActorOf } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';

interface PanelCardProps {
  panel: Exclude<AuthPanel, 'login'>;
  /** One sentence that introduces the form. */
  lead?: string | undefined;
  children: ReactNode;
}

const TITLES = { register: 'auth.registerTitle', resetpass: 'auth.resetTitle' };

/** The card of the register or reset panel: the back action (§2), the title, the form. */
export function PanelCard({ panel, lead, children }: PanelCardProps) {
  const t = useT();
  const auth = useActorOf('auth');
  return (
    <section className={`gt-auth__card gt-auth__card--${panel}`} aria-labelledby="gt-auth-title">
      <header className="gt-auth__head">
        <button
          type="button"
          className="gt-link gt-auth__back"
          onClick={() => auth.send({ type: 'back.pressed' })}
        >
          <ArrowLeft size={14} strokeWidth={2} aria-hidden="true" />
          {t('auth.backToLogin')}
        </button>
        <h1 id="gt-auth-title" className="gt-auth__title">
          {t(TITLES[panel])}
        </h1>
        {lead !== undefined && <p className="gt-auth__lead">{lead}</p>}
      </header>
      {children}
    </section>
  );
}
