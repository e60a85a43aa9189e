import type { Ref } from 'react';
import { TextField } from './TextField.tsx';

export interface NameFieldProps {
  label: string;
  name: string;
  value: string;
  maxLength: number;
  onChange: (name: string) => void;
  readOnly: boolean;
  inputRef?: Ref<HTMLInputElement> | undefined;
  /** Why it is invalid. */
  error?: string | null | undefined;
  /** Marks it as invalid without a message. */
  invalid?: boolean | undefined;
}

/** The name field at the start of a form: required, focused, with a character counter. */
export function NameField(props: NameFieldProps) {
  return <TextField {...props} counter="always" required autoFocus autoComplete="off" />;
}
