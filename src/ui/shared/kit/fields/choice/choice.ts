import type { ReactNode } from 'react';

export interface Choice<V extends string> {
  value: V;
  label: string;
  disabled?: boolean | undefined;
  /** Short text at the right: a factor, a GSD. */
  note?: ReactNode;
}
