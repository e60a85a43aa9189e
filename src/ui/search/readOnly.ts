import { createContext, use } from 'react';

/** Whether scenes are read-only, as on the page of a shared search (decision 9). */
export const ReadOnly = createContext(false);

export function useIsReadOnly(): boolean {
  return use(ReadOnly);
}
