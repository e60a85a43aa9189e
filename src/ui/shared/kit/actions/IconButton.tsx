import type { ComponentPropsWithRef, ReactNode } from 'react';
import './IconButton.css';

type NativeProps = Omit<
  ComponentPropsWithRef<'button'>,
  'className' | 'children' | 'onClick' | 'disabled' | 'aria-label'
>;

export interface IconButtonProps extends NativeProps {
  /** Its name, for those who do not see the icon. Show it to the others with `Tooltip`. */
  label: string;
  icon: ReactNode;
  /** plain: no ground until hovered · filled: neutral ground · surface: a white tile over a picture. */
  variant?: 'plain' | 'filled' | 'surface' | 'outlined' | undefined;
  /** normal 36 · small 28. Both are 44 on the phone. */
  size?: 'normal' | 'small' | undefined;
  /** The tool that is on. */
  chosen?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Disabled, yet where the focus stays: for a button that its own press closes for a while (see Button). */
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
