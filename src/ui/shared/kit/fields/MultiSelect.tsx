import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { Button, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { useT } from '../../i18n/useT.ts';
import { Tag } from '../figures/Tag.tsx';
import { type Choice, OptionList } from './OptionList.tsx';
import '../overlays/popovers.css';
import './choices.css';

interface MultiSelectProps<V extends string> {
  label: string;
  values: readonly V[];
  onChange: (values: V[]) => void;
  options: readonly Choice<V>[];
  placeholder?: string | undefined;
  /** At the label's right: '2 of 6 with GSD ≤ 1 m'. */
  aside?: ReactNode;
  /** Short text for a selected value's tag; by default its label. */
  tagOf?: ((option: Choice<V>) => string) | undefined;
}

/** Selects several values of a list; each selected one is a tag with a remove button. */
export function MultiSelect<V extends string>(props: MultiSelectProps<V>) {
  const { label, values, onChange, options, placeholder, aside, tagOf } = props;
  const t = useT();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const picked = options.filter((option) => values.includes(option.value));
  return (
    <AriaSelect<Choice<V>, 'multiple'>
      className="gt-field gt-stack gt-shrink"
      selectionMode="multiple"
      aria-labelledby={`${id}-label`}
      value={values}
      // in the order of the list, not of selection
      onChange={(keys) => onChange(options.map(({ value }) => value).filter((value) => keys.includes(value)))}
    >
      <div className="gt-field__head">
        <span id={`${id}-label`} className="gt-field__label">
          {label}
        </span>
        {aside !== undefined && <span className="gt-nowrap gt-caption gt-muted">{aside}</span>}
      </div>
      <div
        ref={box}
        className="gt-box gt-across gt-shrink gt-ink gt-surface gt-round-field gt-outlined gt-select gt-anchor gt-multi gt-wrap"
      >
        {picked.map((option) => (
          <Tag
            key={option.value}
            kind="chosen"
            removeLabel={t('kit.remove', { label: option.label })}
            onRemove={() => onChange(values.filter((value) => value !== option.value))}
          >
            {tagOf?.(option) ?? option.label}
          </Tag>
        ))}
        <Button className="gt-select__button gt-text-start gt-no-outline gt-across gt-rest">
          {/* the button's accessible name refers to its id */}
          <SelectValue
            className={
              picked.length === 0
                ? 'gt-select__value gt-nowrap gt-clip gt-ellipsis gt-shrink'
                : 'gt-visually-hidden'
            }
            data-placeholder={picked.length === 0 || undefined}
          >
            {() => (picked.length === 0 ? placeholder : picked.map((option) => option.label).join(', '))}
          </SelectValue>
        </Button>
        <ChevronDown className="gt-select__arrow" size={16} strokeWidth={1.75} aria-hidden="true" />
      </div>
      <Popover className="gt-popover" triggerRef={box} offset={4} style={{ zIndex: 'var(--z-popover)' }}>
        <OptionList options={options} />
      </Popover>
    </AriaSelect>
  );
}
