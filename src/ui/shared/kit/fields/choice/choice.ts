import type { ReactNode } from 'react';

/** One of a few values to choose from. */
export interface Choice<V extends string> {
  value: V;
  label: string;
  disabled?: boolean | undefined;
  /** Small, at the right: a factor, a GSD. */
  note?: ReactNode;
}
