import { type ComponentProps, type ReactElement, useId } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import './popovers.css';

export interface TooltipProps {
  /** Null shows none. */
  label: string | null;
  /** Keyboard shortcut. */
  shortcut?: string | undefined;
  placement?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  /** One Button or IconButton; a disabled one has no tooltip. */
  children: ComponentProps<typeof Focusable>['children'];
}

/** The name of a control, on hover and focus. It must not be the only place of any information. */
export function Tooltip({ label, shortcut, placement = 'top', children }: TooltipProps) {
  return (
    <TooltipTrigger delay={300} closeDelay={0} isDisabled={label === null}>
      <Focusable>{children}</Focusable>
      <AriaTooltip
        className="gt-tooltip gt-pad-4-8 gt-no-outline gt-across gt-gap-6 gt-label gt-round-tag"
        placement={placement}
        offset={8}
        style={{ zIndex: 'var(--z-popover)' }}
      >
        {label}
        {shortcut !== undefined && <kbd className="gt-tooltip__key gt-axis">{shortcut}</kbd>}
      </AriaTooltip>
    </TooltipTrigger>
  );
}

interface ReasonedProps {
  /** Why the button can't be used now; null if it can. */
  reason: string | null;
  /** The Button or IconButton, with the given properties. */
  children: (closed: {
    closed: boolean;
    'aria-describedby': string | undefined;
  }) => ReactElement<Record<string, unknown>, string>;
}

/** A button that shows on hover and focus why it can't be used. It stays focusable for that. */
export function Reasoned({ reason, children }: ReasonedProps) {
  const id = useId();
  const isClosed = reason !== null;
  return (
    <>
      <Tooltip label={reason}>
        {children({ closed: isClosed, 'aria-describedby': isClosed ? id : undefined })}
      </Tooltip>
      {isClosed && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
    </>
  );
}
