import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../actions/IconButton.tsx';
import './Panel.css';

interface PanelProps {
  title: string;
  /** The title takes the focus when the panel opens. */
  focused?: boolean | undefined;
  /** Small buttons at the right of the head. */
  actions?: ReactNode;
  onBack?: (() => void) | undefined;
  backLabel?: string | undefined;
  /** Below the head; does not scroll: chips, histogram, sort. */
  fixed?: ReactNode;
  /** The main action, fixed at the bottom. */
  footer?: ReactNode;
  /** Without padding, for lists and tabs that reach the edges. */
  bare?: boolean | undefined;
  children: ReactNode;
}

const focusTitle = (title: HTMLElement | null) => title?.focus({ preventScroll: true });

/** A floating panel: head of 52 px, scrolling middle, fixed foot. The shell positions it. */
export function Panel({
  title,
  focused,
  actions,
  onBack,
  backLabel,
  fixed,
  footer,
  bare,
  children,
}: PanelProps) {
  return (
    <section className="gt-panel" aria-label={title}>
      <header className="gt-panel__head">
        {onBack !== undefined && (
          <IconButton
            label={backLabel ?? title}
            size="small"
            icon={<ChevronLeft size={18} strokeWidth={1.75} />}
            onPress={onBack}
          />
        )}
        <h2 className="gt-panel__title" {...(focused === true ? { ref: focusTitle, tabIndex: -1 } : {})}>
          {title}
        </h2>
        {actions !== undefined && <div className="gt-panel__actions">{actions}</div>}
      </header>
      {fixed !== undefined && <div className="gt-panel__fixed">{fixed}</div>}
      <div className="gt-panel__middle" data-bare={bare || undefined}>
        {children}
      </div>
      {footer !== undefined && <footer className="gt-panel__foot">{footer}</footer>}
    </section>
  );
}
