import { ArrowLeft, CircleX } from 'lucide-react';
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
    <section
      className={`gt-auth__card gt-clip gt-wide gt-surface gt-round-panel gt-auth__card--${panel}`}
      aria-labelledby="gt-auth-title"
    >
      <header className="gt-auth__head">
        <button
          type="button"
          className="gt-link gt-auth__back gt-high-28 gt-label gt-inline gt-gap-6"
          onClick={() => auth.send({ type: 'back.pressed' })}
        >
          <ArrowLeft size={14} strokeWidth={2} aria-hidden="true" />
          {t('auth.backToLogin')}
        </button>
        <h1 id="gt-auth-title" className="gt-headline">
          {t(TITLES[panel])}
        </h1>
        {lead !== undefined && <p className="gt-above-4 gt-muted">{lead}</p>}
      </header>
      {children}
    </section>
  );
}

/** Why the last try was refused. Always rendered, so that screen readers announce a change. */
export function Refusal({ text }: { text: string | null }) {
  return (
    <div className="gt-auth__refusal gt-err gt-flex gt-gap-8" role="alert">
      {text !== null && (
        <>
          <CircleX className="gt-above-2" size={16} strokeWidth={1.75} aria-hidden="true" />
          <span ref={show}>{text}</span>
        </>
      )}
    </div>
  );
}

/** Scrolls to the refusal, for users who submitted from a field far above. */
const show = (words: HTMLElement | null) => words?.parentElement?.scrollIntoView({ block: 'nearest' });

export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
