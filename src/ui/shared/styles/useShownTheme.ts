import { useSyncExternalStore } from 'react';
import { onShownTheme, type ShownTheme, shownTheme } from './theme.ts';

/** The theme on the screen, for colours outside CSS (the map's). */
export function useShownTheme(): ShownTheme {
  return useSyncExternalStore(onShownTheme, shownTheme);
}
