import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import './Note.css';

interface NoteProps {
  tone?: 'info' | 'ok' | 'warn' | 'err' | undefined;
  /** Bold first line. */
  title?: ReactNode;
  icon?: ReactNode;
  /** By default it is announced when it appears. */
  role?: 'presentation' | undefined;
  ref?: Ref<HTMLDivElement> | undefined;
  /** One button at the right. */
  action?: ReactNode;
  children?: ReactNode;
}

const ICONS = { info: Info, ok: CircleCheck, warn: TriangleAlert, err: CircleX };

/** An inline message: a refusal, a changed price, a possible repair. */
export function Note({ tone = 'info', title, icon, role, ref, action, children }: NoteProps) {
  const Icon = ICONS[tone];
  return (
    <div
      ref={ref}
      className="gt-note gt-pad-12 gt-flex gt-start gt-wrap gt-quiet gt-round-note"
      data-tone={tone}
      role={role ?? (tone === 'err' || tone === 'warn' ? 'alert' : 'status')}
    >
      <span className="gt-note__icon gt-tone-ink" aria-hidden="true">
        {icon ?? <Icon size={16} strokeWidth={1.75} />}
      </span>
      <div className="gt-note__words gt-shrink gt-anywhere">
        {title !== undefined && <p className="gt-note-title gt-ink">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}
