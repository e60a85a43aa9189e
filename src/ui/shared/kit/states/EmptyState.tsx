import type { ReactNode } from 'react';
import './States.css';

interface EmptyStateProps {
  title: string;
  /** At most one more sentence. */
  text?: string | undefined;
  /** At most two buttons. */
  actions?: ReactNode;
  drawing?: 'area' | 'list' | undefined;
}

/** Nothing to show: a small drawing, one sentence, up to two actions. */
export function EmptyState({ title, text, actions, drawing = 'area' }: EmptyStateProps) {
  return (
    <div className="gt-empty gt-stack gt-items-centre gt-gap-4 gt-text-centre" role="status">
      {drawing === 'area' ? <AreaDrawing /> : <ListDrawing />}
      <p className="gt-heading">{title}</p>
      {text !== undefined && <p className="gt-muted">{text}</p>}
      {actions !== undefined && (
        <div className="gt-empty__actions gt-flex gt-middle gt-wrap gt-gap-8">{actions}</div>
      )}
    </div>
  );
}

function AreaDrawing() {
  return (
    <svg width="64" height="40" viewBox="0 0 64 40" fill="none" aria-hidden="true">
      <path className="gt-drawing__track" d="M3 27c9 0 13-1 20-7s13-8 20-2 10 8 18 8" strokeWidth="2" />
      <path
        className="gt-drawing__area"
        d="M13 10 L36 2 L55 14 L50 36 L18 34 Z"
        strokeWidth="2"
        strokeDasharray="5 3.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}

function ListDrawing() {
  return (
    <svg width="64" height="40" viewBox="0 0 64 40" fill="none" aria-hidden="true">
      <rect className="gt-drawing__track" x="6" y="4" width="52" height="14" rx="4" strokeWidth="2" />
      <rect
        className="gt-drawing__area"
        x="6"
        y="22"
        width="52"
        height="14"
        rx="4"
        strokeWidth="2"
        strokeDasharray="5 3.5"
      />
    </svg>
  );
}
