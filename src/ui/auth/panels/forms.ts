import type * as AuthForms from './AuthForms.tsx';

type Forms = typeof AuthForms;

let forms: Forms | null = null;

/** Loads the code of the register and reset panels. @throws if loading fails; the next call tries again */
export async function loadForms(): Promise<void> {
  forms = await import('./AuthForms.tsx');
}

/** The forms loaded by `loadForms`; available synchronously once the machine reports the panel as open. */
export function loadedForms(): Forms | null {
  return forms;
}
