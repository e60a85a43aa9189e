import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { Choice } from './choice.ts';
import { FieldFrame } from '../Field.tsx';
import './NativeSelect.css';

export interface NativeSelectProps<V extends string> {
  label: string;
  /** '' stands for nothing chosen. */
  value: V | '';
  onChange: (value: V | '') => void;
  options: readonly Choice<V>[];
  /** Said while nothing is chosen; choosing it again chooses nothing. */
  placeholder: string;
  name?: string | undefined;
  size?: 'normal' | 'large' | undefined;
  disabled?: boolean | undefined;
  /** Closed as the text fields beside it are while a form is on its way: it looks as before. */
  readOnly?: boolean | undefined;
}

/**
 * One value of many by the browser's own list: what a phone does best, and what pages that should not load the lists of
 * `Select` use.
 */
export function NativeSelect<V extends string>(props: NativeSelectProps<V>) {
  const { label, value, onChange, options, placeholder, name, size = 'normal' } = props;
  const { disabled = false, readOnly = false } = props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label}>
      <div className={`gt-box gt-box--${size} gt-native-select`} data-disabled={disabled || undefined}>
        <select
          id={id}
          name={name}
          value={value}
          disabled={disabled || readOnly}
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
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
      </div>
    </FieldFrame>
  );
}
