import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { areToolKeysOn } from '../../../machines/shared/preferences.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';

/** Elements in which letters type or select something, closed lists too. Checkboxes and sliders don't use them. */
const TYPED_IN =
  'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [aria-haspopup="listbox"]';

/**
 * Shortcuts of the map, which work anywhere outside text fields. The user can switch them off, as speech input
 * would trigger them (WCAG 2.1.4).
 * @param press gets the key, 'Shift+' before it if held, and returns whether it is a shortcut
 */
export function useMapKeys(press: (key: string) => boolean): void {
  const areOn = useSelector(useActorOf('preferences'), areToolKeysOn);
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  }, [press]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (!(event.target instanceof Element) || event.target.closest(TYPED_IN) !== null) return;
      if (latest.current(`${event.shiftKey ? 'Shift+' : ''}${event.key.toUpperCase()}`))
        event.preventDefault();
    };
    if (!areOn) return undefined;
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [areOn]);
}

/** Handles Escape, except in menus, dialogs and fields, which handle it themselves. */
export function useEscape(onEscape: () => void): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const isElsewhere =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null;
      if (isElsewhere) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}
