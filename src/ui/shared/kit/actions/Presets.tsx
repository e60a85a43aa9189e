import './Segments.css';

interface PresetsProps<Value extends string> {
  label: string;
  /** The pressed one; null if the field has another value. */
  value: Value | null;
  options: readonly { value: Value; label: string }[];
  disabled?: boolean | undefined;
  /** Called also with the pressed one. */
  onPress: (value: Value) => void;
}

/** Values of a field that are one press away. */
export function Presets<Value extends string>(props: PresetsProps<Value>) {
  const { label, value, options, disabled, onPress } = props;
  return (
    <div
      className="gt-segments__track gt-blank gt-round-field gt-flex gt-wide"
      role="group"
      aria-label={label}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="gt-segment"
          disabled={disabled}
          aria-pressed={option.value === value}
          data-checked={option.value === value || undefined}
          onClick={() => onPress(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
