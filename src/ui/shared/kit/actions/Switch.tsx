import './Switch.css';

export interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hideLabel?: boolean | undefined;
  disabled?: boolean | undefined;
}

/** A switch that takes effect immediately. The label is to its left. */
export function Switch({ label, checked, onChange, hideLabel, disabled }: SwitchProps) {
  return (
    <label className="gt-switch" data-disabled={disabled || undefined}>
      <span className={hideLabel ? 'gt-visually-hidden' : 'gt-switch__label'}>{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="gt-switch__track" aria-hidden="true" />
    </label>
  );
}
