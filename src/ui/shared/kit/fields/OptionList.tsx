import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/Select';

/** The open list of a Select or MultiSelect. */
export function OptionList<V extends string>({ options }: { options: readonly Choice<V>[] }) {
  return (
    <ListBox className="gt-pad-4 gt-no-outline">
      {options.map((option) => (
        <ListBoxItem
          key={option.value}
          id={option.value}
          textValue={option.label}
          isDisabled={option.disabled ?? false}
          className="gt-option"
        >
          {({ isSelected }) => (
            <>
              <span className="gt-rest">{option.label}</span>
              {option.note !== undefined && <span className="gt-secondary gt-faint">{option.note}</span>}
              <span className="gt-size-16 gt-accent gt-centre" aria-hidden="true">
                {isSelected && <Check size={14} strokeWidth={2.25} />}
              </span>
            </>
          )}
        </ListBoxItem>
      ))}
    </ListBox>
  );
}

export interface Choice<V extends string> {
  value: V;
  label: string;
  disabled?: boolean | undefined;
  /** What it is, in a few words below the label. */
  line?: string | undefined;
  /** Short text at the right: a factor, a GSD. */
  note?: ReactNode;
}
