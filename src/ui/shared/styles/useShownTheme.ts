import { useSyncExternalStore } from 'react';
import { onShownTheme, type ShownTheme, shownTheme } from './theme.ts';

/** The theme on the screen, for what CSS cannot reach (the map's colours). */
export function useShownTheme(): ShownTheme {
  return useSyncExternalStore(onShownTheme, shownTheme);
}
