import { useCallback, useSyncExternalStore } from 'react';

/** Phones, which have a bottom navigation and a sheet (docs/design.md, Responsive). */
export const PHONE = '(max-width: 639.98px)';
/** The bar shows icons only. */
export const BAR_OF_ICONS = '(max-width: 1023.98px), (max-height: 791.98px)';

/** The pointer is a finger: it taps and can't hover. */
export const TOUCH = '(pointer: coarse)';

/** Whether the window matches a media query; the component renders again when that changes. */
export function useMatches(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
