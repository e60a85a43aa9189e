import type { Ref } from 'react';
import { TextField } from './TextField.tsx';

export interface NameFieldProps {
  label: string;
  /** Of the input element. */
  name: string;
  value: string;
  maxLength: number;
  onChange: (name: string) => void;
  readOnly: boolean;
  inputRef?: Ref<HTMLInputElement> | undefined;
  /** Why it can't be used. */
  error?: string | null | undefined;
  /** Marked as wrong without words. */
  invalid?: boolean | undefined;
}

/** The name that a form asks for first: required, with the focus, counting its characters. */
export function NameField(props: NameFieldProps) {
  return <TextField {...props} counter="always" required autoFocus autoComplete="off" />;
}
