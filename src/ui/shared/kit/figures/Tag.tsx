import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import './Note.css';

interface TagProps {
  children: ReactNode;
  icon?: ReactNode;
  /** plain: outlined fact · chosen: accent, a selected value · warned: a fact that is in the way. */
  kind?: 'plain' | 'chosen' | 'warned' | undefined;
  /** Set it with `removeLabel`: 'Remove SV-2'. */
  onRemove?: (() => void) | undefined;
  /** A press anywhere on it; the keyboard has another way there. */
  onPress?: (() => void) | undefined;
  removeLabel?: string | undefined;
}

/** A small fact about a list, or one selected value. */
export function Tag({ children, icon, kind = 'plain', onRemove, onPress, removeLabel }: TagProps) {
  const Frame = onPress === undefined ? 'span' : 'button';
  return (
    <Frame
      className={`gt-tag gt-high-24 gt-within gt-inline gt-gap-6 gt-nowrap gt-secondary gt-round-tag gt-tag--${kind}`}
      {...(onPress === undefined ? {} : { type: 'button' as const, tabIndex: -1, onClick: onPress })}
    >
      {icon}
      <span className="gt-ellipsis gt-clip">{children}</span>
      {onRemove !== undefined && (
        <button
          type="button"
          className="gt-tag__remove gt-ring-inside gt-centre gt-round-tag"
          aria-label={removeLabel}
          onClick={onRemove}
        >
          <X size={12} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    </Frame>
  );
}
