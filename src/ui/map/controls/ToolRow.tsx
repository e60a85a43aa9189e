import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { Keycap } from '../kernel/Keycap.tsx';
import type { ToolState } from './useTools.ts';

interface ToolRowProps {
  icon: LucideIcon;
  tool: ToolState;
  isWaiting: boolean;
  /** -1 where arrow keys move between the rows. */
  tabIndex?: number;
  onPress: () => void;
}

/** A tool of an unfolded group. A refused one stays focusable, with the reason as second line. */
export function ToolRow({ icon: Icon, tool, isWaiting, tabIndex, onPress }: ToolRowProps) {
  const reasonId = useId();
  const { label, shortcut, reason, isOn } = tool;
  const isClosed = reason !== null || isWaiting;
  return (
    <div className="gt-tool-row__whole gt-anchor">
      <button
        type="button"
        className="gt-tool-row gt-across gt-gap-12 gt-text-start gt-round-field"
        aria-pressed={isOn ?? undefined}
        aria-disabled={isClosed || undefined}
        aria-describedby={reason === null ? undefined : reasonId}
        aria-keyshortcuts={shortcut ?? undefined}
        tabIndex={tabIndex}
        onClick={() => {
          if (!isClosed) onPress();
        }}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        <span className="gt-rest">{label}</span>
        <Keycap of={shortcut} />
      </button>
      {reason !== null && (
        <p id={reasonId} className="gt-tool-row__reason gt-caption gt-muted">
          {reason}
        </p>
      )}
    </div>
  );
}
