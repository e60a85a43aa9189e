import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Header,
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components/Menu';
import '../overlays/popovers.css';
import './Button.css';
import './IconButton.css';

interface MenuEntry<V extends string> {
  id: V;
  label: string;
  icon?: ReactNode;
  /** Why it is disabled, or a fact; at the right. */
  note?: string | undefined;
  disabled?: boolean | undefined;
}

/** Values to select from. */
interface Choice<V extends string> {
  label: string;
  items: readonly MenuEntry<V>[];
  selected: V;
  onChoose: (id: V) => void;
}

export interface MenuProps<V extends string, M extends string = never> {
  /** Accessible name of the button, and its text unless it is an icon. */
  label: string;
  items: readonly MenuEntry<V>[];
  onChoose: (id: V) => void;
  icon?: ReactNode;
  /** small: a small button · icon: icon only · inline: label and bold value ('Sort Newest') · bar: item of the bar ·
   * label: other text, on a surface of its own. */
  look?: keyof typeof TRIGGERS | undefined;
  /** The text of the look 'label'. */
  text?: ReactNode;
  /** The current value among the items; it has a tick. */
  selected?: V | undefined;
  /** A second choice below the items, under its own heading. */
  more?: Choice<M> | undefined;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right bottom' | undefined;
}

/** A button that opens a list of actions, or of values to select from. */
export function Menu<V extends string, M extends string = never>(props: MenuProps<V, M>) {
  const { label, items, onChoose, icon, look = 'button', text, selected, more } = props;
  const { placement = 'bottom start' } = props;
  const value = items.find(({ id }) => id === selected);
  return (
    <MenuTrigger>
      <Button className={TRIGGERS[look]} {...(look === 'icon' ? { 'aria-label': label } : {})}>
        <span className="gt-button__face gt-within gt-inline gt-middle gt-gap-8 gt-shrink">
          {icon}
          {look !== 'icon' && (
            <span className={look === 'label' ? 'gt-visually-hidden' : 'gt-button__word gt-shrink'}>
              {label}
            </span>
          )}
          {text}
          {look === 'inline' && value !== undefined && (
            <span className="gt-menu__value gt-ellipsis gt-clip gt-bold gt-ink">{value.label}</span>
          )}
          {look !== 'icon' && look !== 'bar' && (
            <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
          )}
        </span>
      </Button>
      <Popover className="gt-popover" placement={placement} offset={4} style={{ zIndex: 'var(--z-popover)' }}>
        <AriaMenu className="gt-pad-4 gt-no-outline" aria-label={label}>
          <Entries label={label} items={items} selected={selected} onChoose={onChoose} />
          {more !== undefined && <Entries {...more} hasHeading />}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

function Entries<V extends string>({
  label,
  items,
  selected,
  onChoose,
  hasHeading = false,
}: Pick<MenuProps<V>, 'label' | 'items' | 'selected' | 'onChoose'> & { hasHeading?: boolean }) {
  return (
    <MenuSection
      aria-label={label}
      {...(selected === undefined
        ? {}
        : { selectionMode: 'single' as const, selectedKeys: [selected], disallowEmptySelection: true })}
    >
      {hasHeading && <Header className="gt-menu__heading gt-caption gt-muted">{label}</Header>}
      {items.map((item) => (
        <MenuItem
          key={item.id}
          id={item.id}
          textValue={item.label}
          isDisabled={item.disabled ?? false}
          className="gt-option"
          onAction={() => onChoose(item.id)}
        >
          {({ isSelected }) => (
            <>
              {item.icon}
              <span className="gt-rest">{item.label}</span>
              {item.note !== undefined && <span className="gt-secondary gt-faint">{item.note}</span>}
              {isSelected && (
                <span className="gt-size-16 gt-accent gt-centre" aria-hidden="true">
                  <Check size={14} strokeWidth={2.25} />
                </span>
              )}
            </>
          )}
        </MenuItem>
      ))}
    </MenuSection>
  );
}

const TRIGGERS = {
  button: 'gt-button gt-button--secondary gt-button--normal',
  small: 'gt-button gt-button--secondary gt-button--small',
  icon: 'gt-icon-button gt-icon-button--plain gt-icon-button--normal',
  inline: 'gt-menu__inline gt-press-24 gt-quiet gt-nowrap gt-shrink',
  bar: 'gt-bar__item gt-ring-inside gt-bar__more',
  label: 'gt-menu__label gt-tall gt-nowrap gt-round-field',
};
