import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../actions/IconButton.tsx';
import './Panel.css';

interface PanelProps {
  title: string;
  /** The title takes the focus when the panel opens. */
  focused?: boolean | undefined;
  /** Only screen readers have the head: `fixed` has its actions. */
  isHeadless?: boolean | undefined;
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
  isHeadless = false,
  actions,
  onBack,
  backLabel,
  fixed,
  footer,
  bare,
  children,
}: PanelProps) {
  return (
    <section className="gt-panel gt-tall gt-stack gt-clip gt-float gt-round-panel gt-low" aria-label={title}>
      <header
        className={isHeadless ? 'gt-visually-hidden' : 'gt-panel__head gt-above-4 gt-across gt-gap-8 gt-keep'}
      >
        {onBack !== undefined && (
          <IconButton
            label={backLabel ?? title}
            size="small"
            icon={<ChevronLeft size={18} strokeWidth={1.75} />}
            onPress={onBack}
          />
        )}
        <h2
          className="gt-panel__title gt-rest gt-title gt-no-outline"
          {...(focused === true ? { ref: focusTitle, tabIndex: -1 } : {})}
        >
          {title}
        </h2>
        {actions !== undefined && !isHeadless && (
          <div className="gt-panel__actions gt-across gt-gap-4">{actions}</div>
        )}
      </header>
      {fixed !== undefined && <div className="gt-keep">{fixed}</div>}
      <div
        className="gt-panel__middle gt-gap-form gt-stack gt-grow gt-scroll gt-low"
        data-bare={bare || undefined}
      >
        {children}
      </div>
      {footer !== undefined && <footer className="gt-panel__foot gt-foot gt-if-any">{footer}</footer>}
    </section>
  );
}
