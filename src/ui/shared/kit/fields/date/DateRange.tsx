import { useId } from 'react';
import { useT } from '../../../i18n/useT.ts';
import { DateField } from './DateField.tsx';
import { FieldError } from '../Field.tsx';

export interface DateRangeProps {
  label: string;
  /** UTC days as YYYY-MM-DD; '' if empty. */
  from: string;
  to: string;
  onChange: (range: { from: string; to: string }) => void;
  min?: string | undefined;
  max?: string | undefined;
  error?: string | null | undefined;
  disabled?: boolean | undefined;
}

/** The first and last UTC day of a range. */
export function DateRange(props: DateRangeProps) {
  const { label, from, to, onChange, min, max, error, disabled } = props;
  const t = useT();
  const id = useId();
  return (
    <fieldset className="gt-daterange" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="gt-field__label">{label}</legend>
      <div className="gt-daterange__fields">
        <DateField
          label={t('kit.dateFrom')}
          hideLabel
          value={from}
          min={min}
          max={to === '' ? max : to}
          disabled={disabled}
          onChange={(day) => onChange({ from: day, to })}
        />
        <span className="gt-daterange__dash" aria-hidden="true">
          –
        </span>
        <DateField
          label={t('kit.dateTo')}
          hideLabel
          value={to}
          min={from === '' ? min : from}
          max={max}
          disabled={disabled}
          onChange={(day) => onChange({ from, to: day })}
        />
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
