import { store, stored } from './browser.ts';
import { digest } from './digest.ts';

/**
 * What a user typed, in this tab's session storage, so that a reload finds it (decision 156). The log-out and the log-in of
 * another user remove it with everything else (`history.ts`).
 */
export function keptInTab(email: string, name: string) {
  const key = `groundtrack.kept.${name}`;
  const user = digest(email);
  return {
    read(): unknown {
      try {
        const kept: unknown = JSON.parse(stored(() => sessionStorage, key) ?? 'null');
        if (typeof kept !== 'object' || kept === null || !('value' in kept) || !('user' in kept)) return null;
        return kept.user === user ? kept.value : null;
      } catch {
        return null;
      }
    },
    write(value: object | null): void {
      // a value that doesn't fit must not leave an earlier one
      store(() => sessionStorage, key, null);
      if (value !== null) store(() => sessionStorage, key, JSON.stringify({ user, value }));
    },
  };
}
