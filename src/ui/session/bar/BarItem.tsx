import { type ReactNode, useId } from 'react';
import { Tooltip } from '../../shared/kit/overlays/Tooltip.tsx';

interface BarItemProps {
  label: string;
  icon: ReactNode;
  onPress: () => void;
  /** Why the item is disabled. It stays focusable, so that keyboard users can read the reason. */
  closed?: string | null | undefined;
  isCurrent?: boolean | undefined;
  /** Icon only: the label shows as a tooltip. */
  isIcon: boolean;
  /** Position on phones: in the foot or behind 'More'. */
  place?: 'foot' | 'more' | undefined;
}

/** One item of the left bar: icon and label, 64 × 52. */
export function BarItem({ label, icon, onPress, closed, isCurrent, isIcon, place = 'foot' }: BarItemProps) {
  const reasonId = useId();
  const isClosed = closed !== undefined && closed !== null;
  const item = (
    <button
      type="button"
      className="gt-bar__item"
      data-place={place}
      aria-label={label}
      aria-current={isCurrent || undefined}
      aria-disabled={isClosed || undefined}
      aria-describedby={isClosed ? reasonId : undefined}
      onClick={() => {
        if (!isClosed) onPress();
      }}
    >
      {icon}
      <span className="gt-bar__label" aria-hidden="true">
        {label}
      </span>
    </button>
  );
  return (
    <div role="listitem" className="gt-bar__entry">
      {isIcon || isClosed ? (
        <Tooltip label={isClosed ? closed : label} placement="right">
          {item}
        </Tooltip>
      ) : (
        item
      )}
      {isClosed && (
        <span id={reasonId} hidden>
          {closed}
        </span>
      )}
    </div>
  );
}
