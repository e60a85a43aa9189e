import { TextField, type TextFieldProps } from './TextField.tsx';

interface NumberFieldProps extends Pick<
  TextFieldProps,
  | 'label'
  | 'value'
  | 'onChange'
  | 'error'
  | 'hint'
  | 'placeholder'
  | 'disabled'
  | 'name'
  | 'aside'
  | 'onBlur'
  | 'onPaste'
> {
  /** Unit at the right inside the field: 'km', '°'. */
  unit?: string | undefined;
  /** Step of an arrow key; ten times as much with Shift. */
  step?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
}

/**
 * A typed number. The text stays as typed, valid or not; the form validates it. Arrow keys step within min
 * and max.
 */
export function NumberField({ unit, step = 1, min, max, value, onChange, ...rest }: NumberFieldProps) {
  return (
    <TextField
      {...rest}
      value={value}
      onChange={onChange}
      inputMode={min !== undefined && min >= 0 ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
      trailing={unit === undefined ? undefined : <span className="gt-nowrap gt-faint">{unit}</span>}
      onKeyDown={(event) => {
        const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
        const number = Number(value.trim());
        if (direction === 0 || !Number.isFinite(number)) return;
        event.preventDefault();
        onChange(stepped(number, direction * step * (event.shiftKey ? 10 : 1), step, min, max));
      }}
    />
  );
}

/** number + change, clamped to the limits, with no more decimals than the number or the step has. */
function stepped(number: number, change: number, step: number, min = -Infinity, max = Infinity): string {
  const digits = Math.max(digitsOf(number), digitsOf(step));
  return String(Number(Math.min(max, Math.max(min, number + change)).toFixed(digits)));
}

function digitsOf(number: number): number {
  return Math.min(String(number).split('.')[1]?.length ?? 0, 15);
}
