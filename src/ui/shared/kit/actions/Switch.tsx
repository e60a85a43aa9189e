import './Switch.css';

export interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch that takes effect immediately. The label is to its left. */
export function Switch({ label, checked, onChange }: SwitchProps) {
  return (
    <label className="gt-switch">
      <span className="gt-switch__label">{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="gt-switch__track" aria-hidden="true" />
    </label>
  );
}
