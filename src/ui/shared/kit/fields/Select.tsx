import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { Button, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { useT } from '../../i18n/useT.ts';
import { IconButton } from '../actions/IconButton.tsx';
import { type Choice, OptionList } from './OptionList.tsx';
import '../overlays/popovers.css';
import './choices.css';

interface SelectProps<V extends string> {
  label: string;
  hideLabel?: boolean | undefined;
  value: V | null;
  onChange: (value: V | null) => void;
  options: readonly Choice<V>[];
  /** Shown while nothing is selected. */
  placeholder?: string | undefined;
  /** Adds an option that clears the selection. */
  clearable?: boolean | undefined;
  disabled?: boolean | undefined;
  hint?: ReactNode;
}

export function Select<V extends string>(props: SelectProps<V>) {
  const {
    label,
    hideLabel,
    value,
    onChange,
    options,
    placeholder,
    clearable,
    disabled = false,
    hint,
  } = props;
  const t = useT();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  return (
    <AriaSelect<Choice<V>>
      className="gt-field gt-stack gt-shrink"
      aria-labelledby={`${id}-label`}
      value={value}
      isDisabled={disabled}
      placeholder={placeholder ?? ''}
      onChange={(key) => {
        const option = options.find((one) => one.value === key);
        if (option !== undefined && option.value !== value) onChange(option.value);
      }}
    >
      <div className={hideLabel ? 'gt-visually-hidden' : 'gt-field__head'}>
        <span id={`${id}-label`} className="gt-field__label">
          {label}
        </span>
      </div>
      <div
        ref={box}
        className="gt-box gt-across gt-shrink gt-ink gt-surface gt-round-field gt-outlined gt-select gt-anchor"
        data-disabled={disabled || undefined}
      >
        <Button
          className="gt-select__button gt-text-start gt-no-outline gt-across gt-rest"
          {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
        >
          <SelectValue className="gt-select__value gt-nowrap gt-clip gt-ellipsis gt-shrink">
            {({ isPlaceholder }) =>
              isPlaceholder ? placeholder : options.find((one) => one.value === value)?.label
            }
          </SelectValue>
        </Button>
        {clearable && value !== null && !disabled && (
          <IconButton
            label={t('kit.clear', { label })}
            size="small"
            icon={<X size={16} strokeWidth={1.75} />}
            onPress={() => onChange(null)}
          />
        )}
        <ChevronDown className="gt-select__arrow" size={16} strokeWidth={1.75} aria-hidden="true" />
      </div>
      {hint !== undefined && (
        <div id={`${id}-hint`} className="gt-field__hint">
          {hint}
        </div>
      )}
      <Popover className="gt-popover" triggerRef={box} offset={4} style={{ zIndex: 'var(--z-popover)' }}>
        <OptionList options={options} />
      </Popover>
    </AriaSelect>
  );
}
