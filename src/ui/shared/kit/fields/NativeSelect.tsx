import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { FieldFrame } from './Field.tsx';
import type { Choice } from './OptionList.tsx';
import './NativeSelect.css';

interface NativeSelectProps<V extends string> {
  label: string;
  /** '' if nothing is selected. */
  value: V | '';
  onChange: (value: V | '') => void;
  options: readonly Choice<V>[];
  /** Shown while nothing is selected; selecting it clears the value. */
  placeholder: string;
  name?: string | undefined;
  size?: 'normal' | 'large' | undefined;
  /** Disabled while the form is submitted, but styled as before, like the text fields next to it. */
  readOnly?: boolean | undefined;
}

/** The browser's own select: best on phones, and for pages that should not load the lists of `Select`. */
export function NativeSelect<V extends string>(props: NativeSelectProps<V>) {
  const { label, value, onChange, options, placeholder, name, size = 'normal', readOnly } = props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label}>
      <div
        className={`gt-box gt-across gt-shrink gt-ink gt-surface gt-round-field gt-outlined gt-box--${size} gt-native-select gt-anchor`}
      >
        <select
          className="gt-rest gt-wide gt-ellipsis gt-pointed gt-no-outline"
          id={id}
          name={name}
          value={value}
          disabled={readOnly}
          data-placeholder={value === '' || undefined}
          onChange={(event) => {
            const chosen = event.target.value;
            onChange(options.find((option) => option.value === chosen)?.value ?? '');
          }}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className="gt-muted gt-through" size={16} strokeWidth={1.75} aria-hidden="true" />
      </div>
    </FieldFrame>
  );
}
