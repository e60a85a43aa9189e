import { store, stored } from './browser.ts';
import { digest } from './digest.ts';

/**
 * What a user typed, in this tab's session storage, so that a reload finds it (decision 156). The log-out and the log-in of
 * another user remove it with everything else (`history.ts`).
 */
export const keptInTab = (email: string, name: string) =>
  keptIn(() => sessionStorage, `groundtrack.kept.${name}`, digest(email));

/** What a user chose, in this browser, for each user by email. */
export const keptInBrowser = (email: string, name: string) =>
  keptIn(() => localStorage, `groundtrack.${name}.${digest(email)}`, digest(email));

function keptIn(storage: () => Storage, key: string, user: string) {
  return {
    read(): unknown {
      try {
        const kept: unknown = JSON.parse(stored(storage, key) ?? 'null');
        if (typeof kept !== 'object' || kept === null || !('value' in kept) || !('user' in kept)) return null;
        return kept.user === user ? kept.value : null;
      } catch {
        return null;
      }
    },
    write(value: object | null): void {
      // a value that doesn't fit must not leave an earlier one
      store(storage, key, null);
      if (value !== null) store(storage, key, JSON.stringify({ user, value }));
    },
  };
}
