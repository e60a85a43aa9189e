/** What a person may choose; `system` follows the operating system, also when that changes later. */
export type ThemeChoice = 'light' | 'dark' | 'system';
/** What is shown. */
export type ShownTheme = 'light' | 'dark';

const DARK = '(prefers-color-scheme: dark)';
let choice: ThemeChoice = 'system';
let watching = false;
const listeners = new Set<() => void>();

function show(): void {
  document.documentElement.dataset['theme'] = shownTheme();
  for (const listener of listeners) listener();
}

/** The theme on the screen now. */
export function shownTheme(): ShownTheme {
  if (choice !== 'system') return choice;
  return globalThis.matchMedia?.(DARK).matches ? 'dark' : 'light';
}

/**
 * Shows a theme: writes `data-theme` (light or dark) on the root element, whose tokens then change.
 * Keeping the choice is not its task.
 */
export function applyTheme(theme: ThemeChoice): void {
  choice = theme;
  if (!watching && typeof globalThis.matchMedia === 'function') {
    watching = true;
    globalThis.matchMedia(DARK).addEventListener('change', show);
  }
  show();
}

/** For those that need colours outside CSS, such as the map: called whenever the shown theme changes. */
export function onShownTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
