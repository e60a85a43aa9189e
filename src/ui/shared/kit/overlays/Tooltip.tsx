import type { ComponentProps } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import '../fields/choice/ListPopover.css';
import './Tooltip.css';

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
        className="gt-tooltip"
        placement={placement}
        offset={8}
        style={{ zIndex: 'var(--z-popover)' }}
      >
        {label}
        {shortcut !== undefined && <kbd className="gt-tooltip__key">{shortcut}</kbd>}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
