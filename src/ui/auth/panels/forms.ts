import type * as AuthForms from './AuthForms.tsx';

type Forms = typeof AuthForms;

let forms: Forms | null = null;

/** Fetches the code of the register and reset panels. @throws when it cannot be had; the next call tries again */
export async function loadForms(): Promise<void> {
  forms = await import('./AuthForms.tsx');
}

/** What `loadForms` has fetched: at hand without waiting once the machine says that the panel is open. */
export function loadedForms(): Forms | null {
  return forms;
}
