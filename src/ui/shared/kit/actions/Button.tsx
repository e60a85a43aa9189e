import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { Ring } from '../figures/Ring.tsx';
import './Button.css';

type NativeProps = Omit<ComponentPropsWithRef<'button'>, 'className' | 'children' | 'onClick' | 'disabled'>;

export interface ButtonProps extends NativeProps {
  children: ReactNode;
  /** One primary per view. `danger` is filled only as `dangerFilled`, in its confirm dialog. */
  variant?: 'primary' | 'secondary' | 'text' | 'plain' | 'danger' | 'dangerFilled' | undefined;
  size?: 'normal' | 'small' | 'large' | undefined;
  icon?: ReactNode;
  iconAfter?: ReactNode;
  wide?: boolean | undefined;
  /** Shows a spinner and `busyLabel`; keeps the width and ignores presses. */
  busy?: boolean | undefined;
  /** Label while busy. Always set it if `busy` is used, so that the width fits both labels. */
  busyLabel?: string | undefined;
  disabled?: boolean | undefined;
  /** Disabled but focusable (`aria-disabled`), for a button that its own press disables for a while. */
  closed?: boolean | undefined;
  /** Why it is disabled; shown below it. */
  reason?: string | undefined;
  /** Marks it as selected (accent-soft), for toggle buttons. */
  chosen?: boolean | undefined;
  onPress?: (() => void) | undefined;
}

export function Button({
  children,
  variant = 'secondary',
  size = 'normal',
  icon,
  iconAfter,
  wide,
  busy = false,
  busyLabel,
  disabled = false,
  closed = false,
  reason,
  chosen,
  onPress,
  type = 'button',
  ...native
}: ButtonProps) {
  const reasonId = useId();
  const explained = disabled && reason !== undefined && reason !== '';
  // with a reason it stays focusable, so that keyboard users reach the reason
  const isClosed = closed || explained;
  const button = (
    <button
      {...native}
      type={type}
      className={`gt-button gt-button--${variant} gt-button--${size}`}
      data-wide={wide || undefined}
      data-busy={busy || undefined}
      data-chosen={chosen || undefined}
      data-closed={isClosed || undefined}
      aria-pressed={chosen === undefined ? native['aria-pressed'] : chosen}
      disabled={disabled && !explained}
      // not `disabled`, which would lose the focus
      aria-disabled={busy || isClosed || undefined}
      aria-describedby={explained ? reasonId : native['aria-describedby']}
      onClick={(event) => {
        if (busy || isClosed) event.preventDefault();
        else onPress?.();
      }}
    >
      <span
        className="gt-button__face gt-within gt-inline gt-middle gt-gap-8 gt-shrink"
        data-hidden={busy || undefined}
      >
        {icon}
        <span className="gt-button__word gt-shrink">{children}</span>
        {iconAfter}
      </span>
      {(busy || busyLabel !== undefined) && (
        <span
          className="gt-button__face gt-within gt-inline gt-middle gt-gap-8 gt-shrink"
          data-hidden={!busy || undefined}
        >
          <Ring />
          <span className="gt-button__word gt-shrink">{busyLabel ?? children}</span>
        </span>
      )}
    </button>
  );
  if (!explained) return button;
  return (
    <span className="gt-button-explained gt-within gt-start" data-wide={wide || undefined}>
      {button}
      <span id={reasonId} className="gt-button-reason gt-caption gt-muted">
        {reason}
      </span>
    </span>
  );
}
