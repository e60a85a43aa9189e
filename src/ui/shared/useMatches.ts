import { useCallback, useSyncExternalStore } from 'react';

/** Below this, look.md has a bottom navigation and a sheet. */
export const PHONE = '(max-width: 639.98px)';
/** The bar has icons alone. */
export const BAR_OF_ICONS = '(max-width: 1023.98px), (max-height: 719.98px)';

/** A finger is what points: it taps and does not click. */
export const TOUCH = '(pointer: coarse)';

/** Whether the window fits a media query, rendered anew when that changes. */
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
