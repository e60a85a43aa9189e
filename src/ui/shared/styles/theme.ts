/** The theme a user selects; `system` follows the operating system, including later changes. */
export type ThemeChoice = 'light' | 'dark' | 'system';
export type ShownTheme = 'light' | 'dark';

const DARK = '(prefers-color-scheme: dark)';
let choice: ThemeChoice = 'system';
let watching = false;
let printing = false;
const listeners = new Set<() => void>();

function show(): void {
  document.documentElement.dataset['theme'] = shownTheme();
  for (const listener of listeners) listener();
}

export function shownTheme(): ShownTheme {
  if (printing) return 'light';
  if (choice !== 'system') return choice;
  return globalThis.matchMedia?.(DARK).matches ? 'dark' : 'light';
}

/**
 * Shows a theme: sets `data-theme` (light or dark) on the root element, which switches the tokens. The caller
 * stores the selection.
 */
export function applyTheme(theme: ThemeChoice): void {
  choice = theme;
  if (!watching && typeof globalThis.matchMedia === 'function') {
    watching = true;
    globalThis.matchMedia(DARK).addEventListener('change', show);
    // paper is white
    for (const type of ['beforeprint', 'afterprint'])
      globalThis.addEventListener(type, () => {
        printing = type === 'beforeprint';
        show();
      });
  }
  show();
}

/** Calls back when the shown theme changes, for colours outside CSS, such as the map's. */
export function onShownTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
