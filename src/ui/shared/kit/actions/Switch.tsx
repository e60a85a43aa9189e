import './Switch.css';

export interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch that takes effect immediately. The label is to its left. */
export function Switch({ label, checked, onChange }: SwitchProps) {
  return (
    <label className="gt-switch gt-press-24 gt-pointed gt-inline gt-gap-8 gt-anchor">
      <span className="gt-body gt-ink">{label}</span>
      <input
        className="gt-unseen-input"
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="gt-switch__track gt-eased gt-keep" aria-hidden="true" />
    </label>
  );
}
