import type { ComponentPropsWithRef, ReactNode } from 'react';
import './IconButton.css';

type NativeProps = Omit<
  ComponentPropsWithRef<'button'>,
  'className' | 'children' | 'onClick' | 'disabled' | 'aria-label'
>;

export interface IconButtonProps extends NativeProps {
  /** Accessible name. Sighted users see it with `TooltipButton`. */
  label: string;
  icon: ReactNode;
  /** plain: background on hover · filled: neutral background · surface: a white tile over a picture. */
  variant?: 'plain' | 'filled' | 'surface' | 'outlined' | undefined;
  /** normal 36 px · small 28 px. Both are 44 px on phones. */
  size?: 'normal' | 'small' | undefined;
  /** The active tool. */
  chosen?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Disabled but focusable, for a button that its own press disables for a while (see Button). */
  closed?: boolean | undefined;
  onPress?: (() => void) | undefined;
}

export function IconButton({
  label,
  icon,
  variant = 'plain',
  size = 'normal',
  chosen,
  disabled = false,
  closed = false,
  onPress,
  type = 'button',
  ...native
}: IconButtonProps) {
  return (
    <button
      {...native}
      type={type}
      className={`gt-icon-button gt-icon-button--${variant} gt-icon-button--${size}`}
      data-chosen={chosen || undefined}
      data-closed={closed || undefined}
      aria-pressed={chosen === undefined ? native['aria-pressed'] : chosen}
      aria-label={label}
      disabled={disabled}
      aria-disabled={closed || native['aria-disabled']}
      onClick={() => {
        if (!closed) onPress?.();
      }}
    >
      {icon}
    </button>
  );
}
